import { UnprintableNote } from '#app/routes/frame/unprintable-note.tsx';
import { buttonClass } from '#app/ui/button.tsx';

interface PdfPartsProps {
  /** Where the file is; of a part with `part=2` behind it. */
  href: string;
  parts: number;
  /** What the link to a file that is whole says. */
  label?: string;
  /** The characters in it that no font has. */
  unprintable: readonly string[];
}

/** Which part an address asks for; 0 for what is no number. */
export function partOf({ searchParams }: URL): number {
  const asked = searchParams.get('part') ?? '1';
  return /^\d{1,6}$/.test(asked) ? Number(asked) : 0;
}

/** The way to a statement as a PDF: a file, or where it is long the parts it comes in. */
export function PdfParts({ href, parts, label = 'Download as PDF', unprintable }: PdfPartsProps) {
  if (parts === 1)
    return (
      <div className="grid justify-items-start gap-2">
        <a className={buttonClass('secondary')} href={href} download>
          {label}
        </a>
        <UnprintableNote characters={unprintable} />
      </div>
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
      <UnprintableNote characters={unprintable} />
    </nav>
  );
}
