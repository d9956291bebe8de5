import type { ReactNode } from 'react';
import { ScrollRegion } from '#app/ui/scroll-region.tsx';

/** A data table that scrolls inside itself on narrow screens. `caption` names it for those who cannot see the heading above. */
export function Table({
  caption,
  head,
  children,
}: {
  caption: string;
  head: readonly string[];
  children: ReactNode;
}) {
  return (
    <ScrollRegion label={caption} className="rounded-card border border-line bg-surface">
      <table className="w-full border-collapse text-left text-sm">
        <caption className="sr-only">{caption}</caption>
        <thead className="bg-sunken">
          <tr>
            {head.map((cell) => (
              <th key={cell} scope="col" className="px-4 py-3 font-semibold">
                {cell}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="[&_td]:border-t [&_td]:border-line [&_td]:px-4 [&_td]:py-3">{children}</tbody>
      </table>
    </ScrollRegion>
  );
}
