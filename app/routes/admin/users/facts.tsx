import type { ReactNode } from 'react';
import { Card } from '#app/ui/card.tsx';

/** A part of a user's page, under its heading. */
export function Part({
  id,
  title,
  actions,
  children,
}: {
  id: string;
  title: string;
  actions?: ReactNode;
  children: ReactNode;
}) {
  return (
    <section aria-labelledby={id} className="grid min-w-0 gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id={id} className="text-xl">
          {title}
        </h2>
        {actions}
      </div>
      {children}
    </section>
  );
}

/** Facts by name, in a card; those that are null are left out. */
export function Facts({ facts }: { facts: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <Card className="p-4! sm:p-5!">
      <dl className="grid grid-cols-1 gap-x-6 gap-y-2 text-sm sm:grid-cols-[fit-content(16rem)_minmax(0,1fr)]">
        {facts
          .filter(([, value]) => value !== null && value !== '')
          .map(([name, value]) => (
            <div key={name} className="grid grid-cols-1 gap-x-6 sm:col-span-2 sm:grid-cols-subgrid">
              <dt className="text-muted">{name}</dt>
              <dd className="min-w-0 wrap-anywhere">{value}</dd>
            </div>
          ))}
      </dl>
    </Card>
  );
}
