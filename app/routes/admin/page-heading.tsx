import type { ReactNode } from 'react';

/** What heads a page of the admin area: its name, a sentence, and what can be done with all of it. */
export function PageHeading({
  title,
  beside,
  children,
  actions,
}: {
  title: ReactNode;
  /** What stands before the name, such as a picture. */
  beside?: ReactNode;
  children?: ReactNode;
  actions?: ReactNode;
}) {
  return (
    <header className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
      <div className="flex min-w-0 items-center gap-3">
        {beside}
        <div className="grid min-w-0 gap-1">
          <h1 dir="auto" className="text-2xl sm:text-3xl">
            {title}
          </h1>
          {children ? <p className="max-w-3xl text-sm text-muted">{children}</p> : null}
        </div>
      </div>
      {actions ? <div className="no-print flex flex-wrap gap-2">{actions}</div> : null}
    </header>
  );
}
