import type { FilterChip } from '#app/ui/filter-chips.tsx';

const dayOf = (at: Date) => at.toISOString().slice(0, 10);

/** The chips of a range of days in UTC that an address names by `from` and `to`. */
export const dayChips = (
  { from, to }: { from: Date | null; to: Date | null },
  what: string,
): FilterChip[] => [
  ...(from ? [{ parameter: 'from', label: `${what} from`, value: dayOf(from) }] : []),
  ...(to ? [{ parameter: 'to', label: `${what} to`, value: dayOf(to) }] : []),
];
