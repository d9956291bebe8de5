import type { ReactNode } from 'react';
import { Chevron } from '#app/ui/icon.tsx';

/**
 * A section that opens and closes, with or without scripts. Disclosures of one `group` keep one open at a time
 * (the browser does that through the shared name).
 */
export function Disclosure({
  title,
  note,
  group,
  open,
  children,
}: {
  title: ReactNode;
  note?: ReactNode;
  group?: string;
  open?: boolean;
  children: ReactNode;
}) {
  return (
    <details name={group} open={open} className="group border-b border-line">
      <summary className="flex min-h-14 items-center justify-between gap-4 py-3 hover:text-accent">
        <span className="grid">
          <span className="font-display text-xl leading-snug">{title}</span>{' '}
          {note ? <span className="text-sm text-muted">{note}</span> : null}
        </span>
        <Chevron />
      </summary>
      <div className="pb-6">{children}</div>
    </details>
  );
}
