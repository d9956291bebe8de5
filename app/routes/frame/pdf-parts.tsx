import { buttonClass } from '#app/ui/button.tsx';

interface PdfPartsProps {
  /** Where the file is; of a part with `part=2` behind it. */
  href: string;
  parts: number;
  /** What the link to a file that is whole says. */
  label?: string;
}

/** The way to a statement as a PDF: a file, or where it is long the parts it comes in. */
export function PdfParts({ href, parts, label = 'Download as PDF' }: PdfPartsProps) {
  if (parts === 1)
    return (
      <a className={buttonClass('secondary')} href={href} download>
        {label}
      </a>
    );
  return (
    <nav aria-label={label} className="grid gap-1">
      <p className="text-sm text-muted">
        {label}, in {parts} parts
      </p>
      <ul className="flex max-w-prose flex-wrap gap-x-4">
        {Array.from({ length: parts }, (_, index) => index + 1).map((part) => (
          <li key={part}>
            <a className="link inline-flex min-h-11 items-center" href={`${href}?part=${part}`} download>
              Part {part}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
