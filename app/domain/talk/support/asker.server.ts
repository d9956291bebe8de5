import { readThreadLink } from '#app/domain/talk/support/thread-link.server.ts';

/** By what somebody reads a ticket of theirs: their account, or the link mailed to a visitor. */
export type Asker = { userId: string; number: number } | { token: string };

/** The rows that are an asker's; null where the link is none. */
export function ownTicket(asker: Asker): { number: number; userId: string | null } | null {
  if (!('token' in asker)) return isNumber(asker.number) ? asker : null;
  const number = readThreadLink(asker.token);
  return number === null ? null : { number, userId: null };
}

/** What tickets are numbered by: what Postgres takes for an integer. */
const isNumber = (number: number) => Number.isInteger(number) && number > 0 && number < 2 ** 31;
