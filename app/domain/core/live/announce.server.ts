import type { Transaction } from '#app/platform/database/client.server.ts';
import { announce } from '#app/platform/runtime/broadcast.server.ts';

declare module '#app/platform/runtime/broadcast.server.ts' {
  interface Topics {
    /** What open pages may want to show anew: live keys, with spaces between. */
    live: string;
  }
}

/** What open pages follow: what somebody has not read and where they are signed in, a thread of the community, or a ticket. */
export type LiveKey = `user:${string}` | `thread:${string}` | `ticket:${number}`;

/** As many keys as one announcement carries. */
const perAnnouncement = 100;

/** What reaches more people than this at once shows on the next page of each. */
const mostKeys = 500;

/** Tells open pages that something has changed, wherever they are open; with `tx` once that is committed. */
export async function announceLive(keys: readonly LiveKey[], tx?: Transaction): Promise<void> {
  if (keys.length > mostKeys) return;
  for (let first = 0; first < keys.length; first += perAnnouncement)
    await announce('live', keys.slice(first, first + perAnnouncement).join(' '), tx);
}
