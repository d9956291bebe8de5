interface ExportLinksProps {
  /** Where the CSV file is, with whatever narrows it. */
  to: string;
  /** What the link to it says. */
  label?: string;
  /** What is in the file, for those who hear the links without their surroundings. */
  title?: string;
  /** Where the same is as JSON. */
  json?: string;
}

const link = 'link inline-flex min-h-11 items-center';

/** The files of a table: CSV, CSV as spreadsheets read it where a comma is the decimal sign, and a spreadsheet (P180). */
export function ExportLinks({ to, label = 'Download as CSV', title, json }: ExportLinksProps) {
  const more = to.includes('?') ? '&' : '?';
  const about = title ? <span className="sr-only">: {title}</span> : null;
  return (
    <p className="no-print flex flex-wrap gap-x-5 text-sm">
      <a href={to} download className={link}>
        {label}
        {about}
      </a>
      <a href={`${to}${more}separator=semicolon`} download className={link}>
        CSV with semicolons (Excel in Europe)
        {about}
      </a>
      <a href={`${to}${more}format=xlsx`} download className={link}>
        Excel
        {about}
      </a>
      {json ? (
        <a href={json} download className={link}>
          JSON
        </a>
      ) : null}
    </p>
  );
}
