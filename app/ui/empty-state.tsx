import type { ReactNode } from 'react';

/** What stands where nothing is yet: says so, and what to do. */
export function EmptyState({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="grid justify-items-center gap-3 rounded-card border border-dashed border-line-strong px-6 py-12 text-center">
      <p data-empty className="font-display text-xl">
        {title}
      </p>
      {children ? <div className="grid justify-items-center gap-4 text-muted">{children}</div> : null}
    </div>
  );
}
