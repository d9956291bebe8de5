import type { ComponentProps } from 'react';
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
