import { roles } from '#app/domain/core/access/role-names.ts';
import type { Role } from '#app/domain/core/access/viewer.ts';
import { uuidPattern } from '#app/domain/core/audit/words.ts';
import { parseDay } from '#app/domain/core/values/typed-moment.ts';

const sorts = ['newest', 'oldest', 'name', 'email'] as const;
export type UserSort = (typeof sorts)[number];

/** What the list of users is narrowed to, and how it is sorted. */
export interface UserFilter {
  /** Part of a name or address, in lower case. */
  search: string | null;
  status: 'active' | 'inactive' | null;
  role: Role | null;
  /** Has a membership by `users.plan`, or has none. */
  plan: 'membership' | 'none' | null;
  /** Joined from this day on, and up to this day, both in UTC. */
  from: Date | null;
  to: Date | null;
  isVerified: boolean | null;
  /** Came by an affiliate, by their user name. */
  affiliate: string | null;
  /** The id of a segment they have to be in. */
  segment: string | null;
  /** These users alone, at most as many as a page has. */
  ids: string[] | null;
  sort: UserSort;
}

const yesNo = (text: string | null) => (text === 'yes' ? true : text === 'no' ? false : null);

const readText = (text: string | null, limit: number): string | null => {
  const trimmed = text?.trim().toLowerCase().slice(0, limit) ?? '';
  return trimmed === '' || trimmed.includes('\0') ? null : trimmed;
};

const oneOf = <T extends string>(known: readonly T[], text: string | null): T | null =>
  known.find((name) => name === text) ?? null;

/** Ids, as addresses list them; what is none is left out. */
const readIds = (text: string | null): string[] | null =>
  text === null ? null : text.split(',', 50).filter((id) => uuidPattern.test(id));

/** What an address says of the list; what it says wrongly narrows nothing. */
export function readUserFilter(query: URLSearchParams): UserFilter {
  return {
    search: readText(query.get('q'), 100),
    status: oneOf(['active', 'inactive'], query.get('status')),
    role: oneOf(roles, query.get('role')),
    plan: oneOf(['membership', 'none'], query.get('plan')),
    from: parseDay(query.get('from')),
    to: parseDay(query.get('to')),
    isVerified: yesNo(query.get('verified')),
    affiliate: readText(query.get('affiliate'), 100),
    segment: query.get('segment')?.match(uuidPattern)?.[0] ?? null,
    ids: readIds(query.get('ids')),
    sort: oneOf(sorts, query.get('sort')) ?? 'newest',
  };
}
