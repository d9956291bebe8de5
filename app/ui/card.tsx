import type { ComponentProps, ReactNode } from 'react';
import { classNames } from '#app/ui/class-names.ts';

/** A raised area that holds one thing. */
export function Card({ className, ...props }: ComponentProps<'div'>) {
  return (
    <div
      className={classNames(
        'min-w-0 rounded-card border border-line bg-surface p-5 wrap-anywhere shadow-card sm:p-6',
        className,
      )}
      {...props}
    />
  );
}

/** One figure with its name, as on dashboards. */
export function StatCard({ label, value, note }: { label: ReactNode; value: ReactNode; note?: ReactNode }) {
  return (
    <Card className="grid content-start gap-1">
      <p className="text-sm text-muted">{label}</p>
      <p className="font-display text-3xl leading-tight tabular-nums">{value}</p>
      {note ? <p className="text-xs text-muted">{note}</p> : null}
    </Card>
  );
}
