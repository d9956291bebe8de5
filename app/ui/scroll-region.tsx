import type { ReactNode } from 'react';
import { classNames } from '#app/ui/class-names.ts';

/** What scrolls inside itself where it is wider than the screen; `label` names it for those who cannot see what stands around it. */
export function ScrollRegion({
  label,
  className,
  children,
}: {
  label: string;
  className?: string;
  children: ReactNode;
}) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a region that scrolls must have a name and be reachable by keyboard
    <div
      role="region"
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
      tabIndex={0}
      className={classNames(
        'scroll-region overflow-x-auto print:max-h-none print:overflow-visible',
        className,
      )}
    >
      {children}
    </div>
  );
}
