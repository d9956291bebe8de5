import listFilterScript from 'virtual:list-filter-script';
import type { ReactNode } from 'react';

/**
 * The form that narrows a list. With scripts what is chosen or typed applies at once, to the parts of the page that follow it (`Filtered`),
 * and how many rows are left is announced; the form's button works in any case.
 */
export function ListFilter({ children }: { children: ReactNode }) {
  return (
    <search data-script={listFilterScript}>
      {children}
      <p role="status" data-filter-status className="sr-only" />
    </search>
  );
}

/** A part of the page that the list's filter decides; `id` is its own on the page. */
export function Filtered({ id, children }: { id: string; children: ReactNode }) {
  return (
    <div id={id} data-filtered className="grid grid-cols-1 gap-4 empty:hidden">
      {children}
    </div>
  );
}
