import workListScript from 'virtual:work-list-script';
import type { ReactNode } from 'react';

/** A table to work with and what belongs to it: its bulk actions stand after it. With scripts it has keys (app/ui/script/work-list). */
export function WorkList({ children }: { children: ReactNode }) {
  return (
    <div data-player={workListScript} className="work-list grid grid-cols-1 gap-4">
      {children}
      <p className="scripts-only no-print text-xs text-muted pointer-coarse:hidden">
        <button
          type="button"
          data-shows-keys
          className="link inline-flex min-h-9 cursor-pointer items-center"
        >
          Keyboard shortcuts
        </button>
      </p>
    </div>
  );
}
