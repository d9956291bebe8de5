import type { ReactNode } from 'react';

/** A word that does not fit, as names and titles may be. */
export const longWord = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft';

/** A component with its file, and its states below. */
export function Specimen({ name, file, children }: { name: string; file: string; children: ReactNode }) {
  return (
    <article aria-label={name} className="grid min-w-0 grid-cols-1 gap-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 border-b border-line pb-1">
        <h3 className="text-lg">{name}</h3>
        <code className="text-xs wrap-anywhere text-muted">app/ui/{file}</code>
      </div>
      {children}
    </article>
  );
}

/** Specimens of states beside each other, as many as fit. */
export function States({ children, isWide = false }: { children: ReactNode; isWide?: boolean }) {
  return (
    <div
      className={
        isWide
          ? 'grid grid-cols-1 items-start gap-6'
          : 'grid grid-cols-[repeat(auto-fill,minmax(min(16rem,100%),1fr))] items-start gap-6'
      }
    >
      {children}
    </div>
  );
}

/** One state of a component, with what it is called. */
export function State({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid min-w-0 grid-cols-1 content-start gap-2">
      <p className="text-xs text-muted">{name}</p>
      <div className="min-w-0">{children}</div>
    </div>
  );
}
