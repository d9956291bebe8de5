import { mostAtOnce } from '#app/domain/core/audit/change-many.server.ts';
import { type ListPage, type Place, pageOf } from '#app/domain/core/values/cursor.ts';
import { pageSql } from '#app/domain/core/values/cursor-sql.server.ts';
import { countMatches, matchCount, matchCountSql } from '#app/domain/core/values/match-count.server.ts';
import type { InboxFilter, InboxView } from '#app/domain/talk/support/inbox-filter.ts';
import type { TicketStatus } from '#app/domain/talk/support/tickets.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { Prisma } from '#app/platform/database/generated/client.ts';

/** A ticket as the team's list shows it. */
interface InboxTicket {
  id: string;
  number: number;
  subject: string;
  status: TicketStatus;
  area: string;
  name: string;
  email: string;
  isVisitor: boolean;
  assigneeName: string | null;
  createdAt: Date;
  latestAt: Date;
}

const perPage = 40;

const literally = (text: string) => text.replace(/[\\%_]/g, '\\$&');

/** Who waits longest comes first; what is done, the latest first. */
const isOldestFirst = (view: InboxView): boolean => ['open', 'mine', 'unassigned'].includes(view);

function conditionsOf({ view, area, search }: InboxFilter, adminId: string): Prisma.Sql[] {
  const number = /^#?([1-9]\d{0,8})$/.exec(search ?? '')?.[1];
  return [
    Prisma.sql`t.confirmed_at IS NOT NULL`,
    ...(isOldestFirst(view) ? [Prisma.sql`t.status = 'open'`] : []),
    ...(view === 'mine' ? [Prisma.sql`t.assignee_id = ${adminId}::uuid`] : []),
    ...(view === 'unassigned' ? [Prisma.sql`t.assignee_id IS NULL`] : []),
    ...(view === 'answered' || view === 'closed' ? [Prisma.sql`t.status = ${view}::ticket_status`] : []),
    ...(area ? [Prisma.sql`t.area = ${area}`] : []),
    ...(number ? [Prisma.sql`t.number = ${Number(number)}`] : []),
    // As the index tickets_search_idx has it.
    ...(search && !number
      ? [Prisma.sql`lower(t.subject || ' ' || t.name || ' ' || t.email) LIKE ${`%${literally(search)}%`}`]
      : []),
  ];
}

/** A page of the team's tickets. Those of visitors who have not confirmed their address are not among them. One query. */
export async function listInbox(
  filter: InboxFilter,
  adminId: string,
  place: Place | null,
): Promise<ListPage<InboxTicket>> {
  const first = isOldestFirst(filter.view) ? 'oldest' : 'newest';
  const { past, order } = pageSql(Prisma.sql`t.latest_at`, Prisma.sql`t.id`, place, first);
  const found = await prisma().$queryRaw<InboxTicket[]>`
    SELECT t.id, t.number, t.subject, t.status::text, t.area, t.name, t.email, t.user_id IS NULL AS "isVisitor",
      a.name AS "assigneeName", t.created_at AS "createdAt", t.latest_at AS "latestAt"
    FROM tickets t LEFT JOIN users a ON a.id = t.assignee_id
    WHERE ${Prisma.join(conditionsOf(filter, adminId), ' AND ')} ${past}
    ORDER BY ${order} LIMIT ${perPage + 1}`;
  return pageOf(found, perPage, ({ latestAt: at, id }) => ({ at, id }), place);
}

/** How many tickets wait: all, one's own, and nobody's. */
type WaitingTickets = Record<'open' | 'mine' | 'unassigned', number>;

const matchingRows = (filter: InboxFilter, adminId: string) =>
  Prisma.sql`FROM tickets t WHERE ${Prisma.join(conditionsOf(filter, adminId), ' AND ')}`;

/** An admin to whom tickets can be handed. */
interface TeamMember {
  id: string;
  name: string;
}

/** How many tickets wait, how many a filter has, up to 10,000, and who is on the team. One query. */
export async function readInboxCounts(filter: InboxFilter, adminId: string) {
  const [counts] = await prisma().$queryRaw<(WaitingTickets & { matching: number; team: TeamMember[] })[]>`
    SELECT count(*)::int AS open, count(*) FILTER (WHERE assignee_id = ${adminId}::uuid)::int AS mine,
      count(*) FILTER (WHERE assignee_id IS NULL)::int AS unassigned, ${matchCountSql(matchingRows(filter, adminId))} AS matching,
      (SELECT json_agg(json_build_object('id', a.id, 'name', a.name)) FROM
        (SELECT id, name FROM users WHERE role = 'admin' AND status = 'active' ORDER BY id <> ${adminId}::uuid, name, id LIMIT 100) a) AS team
    FROM tickets WHERE status = 'open' AND confirmed_at IS NOT NULL`;
  const { open = 0, mine = 0, unassigned = 0 } = counts ?? {};
  return {
    waiting: { open, mine, unassigned },
    matching: matchCount(counts?.matching),
    team: counts?.team ?? [],
  };
}

/** What of a ticket a bulk action changes; those that it would leave as they are do not count among its first thousand. */
type Needed = { isOpen: boolean } | { assigneeIsNot: string | null };

const neededSql = (needed: Needed) =>
  'isOpen' in needed
    ? needed.isOpen
      ? Prisma.sql`t.status <> 'closed'`
      : Prisma.sql`t.status = 'closed'`
    : Prisma.sql`t.assignee_id IS DISTINCT FROM ${needed.assigneeIsNot}::uuid`;

/** The numbers of tickets of a filter that an action would change, one more than it takes at most. One query. */
export async function findMatchingTickets(
  filter: InboxFilter,
  adminId: string,
  needed: Needed,
): Promise<number[]> {
  const rows = await prisma().$queryRaw<{ number: number }[]>`
    SELECT t.number ${matchingRows(filter, adminId)} AND ${neededSql(needed)}
    ORDER BY t.number LIMIT ${mostAtOnce + 1}`;
  return rows.map(({ number }) => number);
}

/** How many tickets a filter has, up to 10,000. One query. */
export const countTickets = (filter: InboxFilter, adminId: string) =>
  countMatches(matchingRows(filter, adminId));
