import workListScript from 'virtual:work-list-script';
import type { ReactNode } from 'react';

/** A table to work with and what belongs to it: its bulk actions stand after it. */
export function WorkList({ children }: { children: ReactNode }) {
  return (
    <div data-player={workListScript} className="work-list grid grid-cols-1 gap-4">
      {children}
    </div>
  );
}
