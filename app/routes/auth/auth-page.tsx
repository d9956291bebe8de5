import type { ReactNode } from 'react';
import { Card } from '#app/ui/card.tsx';

/** The frame of the account forms: a heading, a sentence, the form, and what stands under it. */
export function AuthPage({
  title,
  lead,
  note,
  children,
  footer,
  isBare = false,
}: {
  title: string;
  lead?: ReactNode;
  /** What stands between them and the form. */
  note?: ReactNode;
  children: ReactNode;
  footer?: ReactNode;
  /** Without a frame: where there is nothing but a button. */
  isBare?: boolean;
}) {
  return (
    <div className="page grid justify-items-center py-10 sm:py-16">
      <div className="grid w-full max-w-md gap-6">
        <header className="grid gap-2 text-center text-balance">
          <h1 className="text-3xl">{title}</h1>
          {lead ? <p className="text-muted">{lead}</p> : null}
        </header>
        {note}
        {isBare ? <div className="grid justify-items-center">{children}</div> : <Card>{children}</Card>}
        {footer}
      </div>
    </div>
  );
}
