import { classNames } from '#app/ui/class-names.ts';
import { Chevron, Download } from '#app/ui/icon.tsx';

interface ExportLinksProps {
  /** Where the CSV file is, with whatever narrows it. */
  to: string;
  /** What the menu says. */
  label?: string;
  /** What is in the file, for those who hear the links without their surroundings. */
  title?: string;
  /** Where the same is as JSON. */
  json?: string;
  /** It stands at the left: the menu opens to the right on every screen. */
  opensRight?: boolean;
}

/** The files of a table, folded: CSV, CSV as spreadsheets read it where a comma is the decimal sign, and a spreadsheet (P180). */
export function ExportLinks({ to, label = 'Export', title, json, opensRight = false }: ExportLinksProps) {
  const more = to.includes('?') ? '&' : '?';
  const about = title ? <span className="sr-only">: {title}</span> : null;
  const files = [
    { name: 'CSV', note: 'comma-separated', href: to },
    { name: 'CSV', note: 'semicolons, for Excel in Europe', href: `${to}${more}separator=semicolon` },
    { name: 'Excel', note: '.xlsx', href: `${to}${more}format=xlsx` },
    ...(json ? [{ name: 'JSON', note: 'for programs', href: json }] : []),
  ];
  return (
    <details data-menu className="no-print relative text-sm">
      <summary className="inline-flex min-h-11 items-center gap-2 rounded-control border border-line-strong bg-surface px-3 font-semibold hover:border-accent hover:text-accent lg:min-h-9">
        <Download className="size-4" />
        <span>
          {label}
          {about}
        </span>
        <Chevron className="size-4" />
      </summary>
      <ul
        className={classNames(
          'absolute left-0 z-20 mt-1 w-64 max-w-[80vw] rounded-card border border-line bg-surface p-2 shadow-float',
          !opensRight && 'sm:right-0 sm:left-auto',
        )}
      >
        {files.map(({ name, note, href }) => (
          <li key={href}>
            <a
              href={href}
              download
              className="flex min-h-11 flex-wrap items-center gap-x-2 rounded-control px-3 no-underline hover:bg-sunken"
            >
              {name}
              {about}
              <span className="text-muted">{note}</span>
            </a>
          </li>
        ))}
      </ul>
    </details>
  );
}
