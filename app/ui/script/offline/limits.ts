/** A page that is kept, with what it weighs. */
export interface KeptPage {
  path: string;
  title: string;
  /** ISO 8601. */
  keptAt: string;
  /** When it lapses (ISO 8601). */
  until: string;
  bytes: number;
}

/** Pages that a browser keeps at most. */
export const mostPages = 100;

/** Bytes that they have at most, files of the build aside. */
const mostBytes = 30 * 1024 * 1024;

/** The share of what the browser would give the site. */
const shareOfQuota = 0.1;

/** Which pages go: those that have lapsed and, where there are too many, those that were opened longest ago. */
export function pagesToDelete(pages: readonly KeptPage[], at: Date, quotaBytes = Infinity): KeptPage[] {
  const room = Math.min(mostBytes, quotaBytes * shareOfQuota);
  let bytes = 0;
  let count = 0;
  return pages
    .toSorted((one, other) => other.keptAt.localeCompare(one.keptAt))
    .filter((page) => {
      if (!(Date.parse(page.until) > at.getTime())) return true;
      bytes += page.bytes;
      count += 1;
      return count > mostPages || bytes > room;
    });
}
