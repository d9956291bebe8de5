import type { Role } from '#app/domain/core/access/viewer.ts';
import { mostAtOnce } from '#app/domain/core/audit/change-many.server.ts';
import { isReadBack, type ListPage, type Place, pageBy } from '#app/domain/core/values/cursor.ts';
import { countMatches } from '#app/domain/core/values/match-count.server.ts';
import { isKeepable } from '#app/domain/core/values/typed-moment.ts';
import { type SegmentConditions, segmentSql } from '#app/domain/operating/segments/segment-sql.server.ts';
import type { UserFilter, UserSort } from '#app/domain/operating/users/user-filter.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { Prisma } from '#app/platform/database/generated/client.ts';
import { dayMs } from '#app/platform/durations.ts';

/** A user as the list shows them. */
export interface ListedUser {
  id: string;
  name: string;
  email: string;
  role: Role;
  status: 'active' | 'inactive';
  plan: string | null;
  isVerified: boolean;
  createdAt: Date;
}

/** A page of users; `isGuess` says that nobody is called so, and these come near. */
interface UserPage extends ListPage<ListedUser> {
  isGuess: boolean;
}

const perPage = 40;

/** What is searched: as the index of users has it (users_search_idx). */
const searched = Prisma.sql`lower(u.name || ' ' || u.email)`;

const literally = (text: string) => text.replace(/[\\%_]/g, '\\$&');

const columns = Prisma.sql`u.id, u.name, u.email, u.role::text, u.status::text, u.plan,
  u.email_verified_at IS NOT NULL AS "isVerified", u.created_at AS "createdAt"`;

/** What the list is narrowed to: by its filter, and by the segment that the filter names, as its caller has read it. */
interface Narrowing {
  filter: UserFilter;
  segment: SegmentConditions | null;
}

function conditionsOf({ filter, segment }: Narrowing): Prisma.Sql[] {
  const { status, role, plan, from, to, isVerified, affiliate, ids } = filter;
  return [
    segment ? segmentSql(segment) : Prisma.sql`true`,
    ...(status ? [Prisma.sql`u.status = ${status}::account_status`] : []),
    ...(role ? [Prisma.sql`u.role = ${role}::role`] : []),
    ...(plan === 'membership' ? [Prisma.sql`u.plan = 'membership'`] : []),
    ...(plan === 'none' ? [Prisma.sql`u.plan IS NULL`] : []),
    ...(from ? [Prisma.sql`u.created_at >= ${from}`] : []),
    ...(to ? [Prisma.sql`u.created_at < ${new Date(to.getTime() + dayMs)}`] : []),
    ...(isVerified === null
      ? []
      : [isVerified ? Prisma.sql`u.email_verified_at IS NOT NULL` : Prisma.sql`u.email_verified_at IS NULL`]),
    ...(ids ? [Prisma.sql`u.id = ANY(${ids}::uuid[])`] : []),
    ...(affiliate
      ? [Prisma.sql`u.referred_by = (SELECT a.id FROM users a WHERE a.username = ${affiliate})`]
      : []),
  ];
}

/** Whom a page of the list ends with: what they are sorted by, as text, and their id. */
interface UserKey {
  id: string;
  value: string;
}

/** One way through the list: how it orders, and the condition that a row comes after the one of a key. */
interface Way {
  by: Prisma.Sql;
  after(key: UserKey): Prisma.Sql;
}

const latestFirst: Way = {
  by: Prisma.sql`u.created_at DESC, u.id ASC`,
  after: ({ value, id }) =>
    Prisma.sql`u.created_at <= ${new Date(value)} AND (u.created_at < ${new Date(value)} OR u.id > ${id}::uuid)`,
};
const latestLast: Way = {
  by: Prisma.sql`u.created_at ASC, u.id DESC`,
  after: ({ value, id }) =>
    Prisma.sql`u.created_at >= ${new Date(value)} AND (u.created_at > ${new Date(value)} OR u.id < ${id}::uuid)`,
};
const timeOf = ({ createdAt }: ListedUser) => createdAt.toISOString();

/** How each sort goes through the list, how it goes back, and what it sorts by. */
const orders: Record<UserSort, { on: Way; back: Way; valueOf(user: ListedUser): string }> = {
  newest: { on: latestFirst, back: latestLast, valueOf: timeOf },
  oldest: { on: latestLast, back: latestFirst, valueOf: timeOf },
  name: {
    on: {
      by: Prisma.sql`u.name ASC, u.id ASC`,
      after: ({ value, id }) => Prisma.sql`(u.name, u.id) > (${value}, ${id}::uuid)`,
    },
    back: {
      by: Prisma.sql`u.name DESC, u.id DESC`,
      after: ({ value, id }) => Prisma.sql`(u.name, u.id) < (${value}, ${id}::uuid)`,
    },
    valueOf: ({ name }) => name,
  },
  email: {
    on: { by: Prisma.sql`u.email ASC`, after: ({ value }) => Prisma.sql`u.email > ${value}` },
    back: { by: Prisma.sql`u.email DESC`, after: ({ value }) => Prisma.sql`u.email < ${value}` },
    valueOf: ({ email }) => email,
  },
};

const keyForm = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}) (.{0,300})$/s;

/** The key that an address names; null for none, and for what is none of this sort. */
export function readUserKey(sort: UserSort, text: string | null): UserKey | null {
  const [, id, value] = keyForm.exec(text ?? '') ?? [];
  if (id === undefined || value === undefined || value.includes('\0')) return null;
  const isTime = sort === 'newest' || sort === 'oldest';
  return isTime && !isKeepable(new Date(value)) ? null : { id, value };
}

const keyOf = (sort: UserSort, user: ListedUser): UserKey => ({
  id: user.id,
  value: orders[sort].valueOf(user),
});

/** What the list is narrowed to, its search included. */
const matchingSql = (narrowing: Narrowing) =>
  Prisma.join(
    [
      ...conditionsOf(narrowing),
      ...(narrowing.filter.search
        ? [Prisma.sql`${searched} LIKE ${`%${literally(narrowing.filter.search)}%`}`]
        : []),
    ],
    ' AND ',
  );

/** So many users of a page, as the filter has them; read from its end where it is asked for back. One query. */
function findUsers(narrowing: Narrowing, place: Place<UserKey> | null, limit: number): Promise<ListedUser[]> {
  const { filter } = narrowing;
  const way = orders[filter.sort][isReadBack(place) ? 'back' : 'on'];
  const past = place && place !== 'last' ? way.after(place) : Prisma.sql`true`;
  return prisma().$queryRaw<ListedUser[]>`
    SELECT ${columns} FROM users u WHERE ${matchingSql(narrowing)} AND ${past}
    ORDER BY ${way.by} LIMIT ${limit}`;
}

/**
 * How near a name or address has to come, from 0 to 1, to what was searched. Two letters changed about in "john" leave 0.4; the longer
 * the words, the less a slip of the finger takes away, and the more of a million people would come as near by chance.
 */
const nearnessTo = (search: string) => (search.length < 6 ? '0.35' : search.length < 10 ? '0.4' : '0.5');

/** What of a search has to come near: of an address what is before the @, as thousands have the rest of it. */
function namedIn(search: string): string {
  const [before = ''] = search.split('@', 1);
  return before.length < 3 ? search : before;
}

/** Of so many that come near, whichever they are, the nearest are looked for. */
const mostCompared = 300;

/** Users whose name or address comes near what was searched, the nearest first. */
async function guessUsers(narrowing: Narrowing, search: string): Promise<ListedUser[]> {
  const named = namedIn(search);
  const [, found] = await prisma().$transaction([
    prisma().$executeRaw`SELECT set_config('pg_trgm.word_similarity_threshold', ${nearnessTo(named)}, true)`,
    prisma().$queryRaw<ListedUser[]>`
    SELECT ${columns} FROM (
      SELECT * FROM users u WHERE ${named} <% ${searched} AND ${Prisma.join(conditionsOf(narrowing), ' AND ')}
      LIMIT ${mostCompared}
    ) u
    ORDER BY word_similarity(${search}, ${searched}) DESC, u.id LIMIT ${perPage}`,
  ]);
  return found;
}

/** How many users a filter has, up to 10,000. One query. */
export const countUsers = (filter: UserFilter, segment: SegmentConditions | null) =>
  countMatches(Prisma.sql`FROM users u WHERE ${matchingSql({ filter, segment })}`);

/** What of a user's state a bulk action changes: those whom it would leave as they are do not count among its first thousand. */
type Needed = { status: 'active' | 'inactive' } | { tag: string; has: boolean };

const neededSql = (needed: Needed) =>
  'status' in needed
    ? Prisma.sql`u.status = ${needed.status}::account_status`
    : Prisma.sql`${needed.has} = EXISTS (SELECT FROM user_tags t
        WHERE t.user_id = u.id AND t.tag = ${needed.tag} AND t.removed_at IS NULL)`;

/** The ids of users of a filter who are in a state, one more than a bulk action takes at most; deleted accounts last. One query. */
export async function findMatchingUsers(
  filter: UserFilter,
  segment: SegmentConditions | null,
  needed: Needed,
): Promise<string[]> {
  const rows = await prisma().$queryRaw<{ id: string }[]>`
    SELECT u.id FROM users u WHERE ${matchingSql({ filter, segment })} AND ${neededSql(needed)}
    ORDER BY u.email LIKE '%@invalid', u.id LIMIT ${mostAtOnce + 1}`;
  return rows.map(({ id }) => id);
}

/**
 * A page of users. Where nobody has what was searched in name or address, those that come near: one misspells names. One query, and
 * two more for such a guess.
 */
export async function listUsers(
  filter: UserFilter,
  place: Place<UserKey> | null,
  segment: SegmentConditions | null = null,
): Promise<UserPage> {
  const narrowing = { filter, segment };
  const found = await findUsers(narrowing, place, perPage + 1);
  if (found.length === 0 && filter.search && place === null)
    return { rows: await guessUsers(narrowing, filter.search), previous: null, next: null, isGuess: true };
  const nameOf = (user: ListedUser) => {
    const { id, value } = keyOf(filter.sort, user);
    return `${id} ${value}`;
  };
  return { ...pageBy(found, perPage, nameOf, place), isGuess: false };
}

const perBatch = 2_000;

/** All users of a filter, in batches: however many, they take the memory of one. */
export async function* exportUsers(
  filter: UserFilter,
  segment: SegmentConditions | null = null,
): AsyncGenerator<ListedUser[]> {
  let after: UserKey | null = null;
  for (;;) {
    const rows: ListedUser[] = await findUsers({ filter, segment }, after, perBatch);
    if (rows.length > 0) yield rows;
    const last = rows.at(-1);
    if (!last || rows.length < perBatch) return;
    after = keyOf(filter.sort, last);
  }
}
