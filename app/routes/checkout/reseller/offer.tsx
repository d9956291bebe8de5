import type { ReactNode } from 'react';
import { ButtonLink } from '#app/ui/button.tsx';
import { Notice } from '#app/ui/notice.tsx';

/** A page that offers one thing: its promise, and what leads on. */
export function Offer({ title, lead, children }: { title: string; lead: string; children: ReactNode }) {
  return (
    <div className="page page-narrow grid gap-8 py-10 sm:py-14">
      <header className="grid gap-3">
        <h1>{title}</h1>
        <p className="text-lg text-muted">{lead}</p>
      </header>
      {children}
    </div>
  );
}

/** Stands in the place of what is not sold to somebody. */
export function Instead({ text, label, to }: { text: string; label: string; to: string }) {
  return (
    <div className="grid justify-items-start gap-4">
      <Notice>{text}</Notice>
      <ButtonLink to={to}>{label}</ButtonLink>
    </div>
  );
}
