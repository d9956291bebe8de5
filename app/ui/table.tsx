import type { ReactNode } from 'react';
import { classNames } from '#app/ui/class-names.ts';
import { ScrollRegion } from '#app/ui/scroll-region.tsx';

/** A column's head; figures stand at the right, below each other. */
type Head = string | { label: string; isNumeric: true };

/** A data table that scrolls inside itself on narrow screens. `caption` names it for those who cannot see the heading above. */
export function Table({
  caption,
  head,
  className,
  isDense = false,
  children,
}: {
  caption: string;
  head: readonly Head[];
  /** Of what it scrolls in. */
  className?: string;
  /** For many columns of figures. */
  isDense?: boolean;
  children: ReactNode;
}) {
  const space = isDense ? 'px-3 py-2' : 'px-4 py-3';
  return (
    <ScrollRegion
      label={caption}
      className={classNames('rounded-card border border-line bg-surface', className)}
    >
      <table className="w-full border-collapse text-left text-sm">
        <caption className="sr-only">{caption}</caption>
        <thead className="bg-sunken">
          <tr>
            {head.map((cell) => {
              const { label, isNumeric } =
                typeof cell === 'string' ? { label: cell, isNumeric: false } : cell;
              return (
                <th
                  key={label}
                  scope="col"
                  className={classNames(space, 'font-semibold', isNumeric && 'text-right')}
                >
                  {label}
                </th>
              );
            })}
          </tr>
        </thead>
        <tbody
          className={classNames(
            '[&_:is(th,td)]:border-t [&_:is(th,td)]:border-line [&_th]:font-normal',
            isDense ? '[&_:is(th,td)]:px-3 [&_:is(th,td)]:py-2' : '[&_:is(th,td)]:px-4 [&_:is(th,td)]:py-3',
          )}
        >
          {children}
        </tbody>
      </table>
    </ScrollRegion>
  );
}
