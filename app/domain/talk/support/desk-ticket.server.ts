import { entitledSql } from '#app/domain/core/access/entitled-sql.server.ts';
import type { CannedAnswer } from '#app/domain/talk/support/canned-answers.server.ts';
import { findMessages, type ThreadPage } from '#app/domain/talk/support/thread.server.ts';
import type { TicketStatus } from '#app/domain/talk/support/tickets.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { Prisma } from '#app/platform/database/generated/client.ts';

/** Who asks, as their account tells. */
export interface AskingAccount {
  id: string;
  name: string;
  role: string;
  status: 'active' | 'inactive';
  hasMembership: boolean;
  memberSince: Date;
  payments: number;
  /** What they paid, less what went back: integer cents, one sum for each currency. */
  paid: { currency: string; cents: number }[];
  lastPaidAt: Date | null;
  lastSeenAt: Date | null;
  tickets: number;
}

/** A ticket as the team works on it. */
export interface DeskTicket extends ThreadPage {
  id: string;
  number: number;
  subject: string;
  status: TicketStatus;
  area: string;
  name: string;
  email: string;
  isVisitor: boolean;
  createdAt: Date;
  assigneeId: string | null;
  /** By who asked; of a visitor, the account that has the address they confirmed. */
  account: AskingAccount | null;
  team: { id: string; name: string }[];
  canned: CannedAnswer[];
}

type Row = Omit<DeskTicket, keyof ThreadPage | 'account' | 'team' | 'canned'> & {
  [Name in keyof AskingAccount as `account_${Name}`]: AskingAccount[Name] | null;
} & { team: string; canned: string };

const listOf = (rows: Prisma.Sql) =>
  Prisma.sql`(SELECT coalesce(json_agg(listed), '[]') FROM (${rows}) listed)::text`;

/** A ticket, what was said in it before a message or up to now, and who asks; null for an unknown one. Two queries. */
export async function findDeskTicket(number: number, before: string | null): Promise<DeskTicket | null> {
  const [row] = await prisma().$queryRaw<Row[]>`
    SELECT t.id, t.number, t.subject, t.status::text, t.area, t.name, t.email, t.user_id IS NULL AS "isVisitor",
      t.created_at AS "createdAt", t.assignee_id AS "assigneeId",
      u.id AS "account_id", u.name AS "account_name", u.role::text AS "account_role", u.status::text AS "account_status",
      u.created_at AS "account_memberSince", ${entitledSql(Prisma.sql`u.id`, 'membership')} AS "account_hasMembership",
      p.payments AS "account_payments", p.paid AS "account_paid", p.latest AS "account_lastPaidAt",
      (SELECT max(last_used_at) FROM sessions WHERE user_id = u.id) AS "account_lastSeenAt",
      (SELECT count(*)::int FROM tickets WHERE user_id = u.id) AS "account_tickets",
      ${listOf(Prisma.sql`SELECT id, name FROM users WHERE role = 'admin' AND status = 'active'
        ORDER BY id IS DISTINCT FROM t.assignee_id, name, id LIMIT 100`)} AS team,
      ${listOf(Prisma.sql`SELECT id, title, body FROM canned_answers ORDER BY title LIMIT 100`)} AS canned
    FROM tickets t
    LEFT JOIN users u ON u.id = coalesce(t.user_id, (SELECT v.id FROM users v WHERE v.email = t.email))
    LEFT JOIN LATERAL (
      SELECT coalesce(sum(sums.payments), 0)::int AS payments, max(sums.latest) AS latest,
        coalesce(json_agg(json_build_object('currency', sums.currency, 'cents', sums.cents) ORDER BY sums.latest DESC), '[]') AS paid
      FROM (SELECT currency, count(*) AS payments, max(paid_at) AS latest, sum(amount_cents - amount_refunded_cents) AS cents
        FROM payments WHERE user_id = u.id GROUP BY currency) sums) p ON true
    WHERE t.number = ${number} AND t.confirmed_at IS NOT NULL`;
  if (!row) return null;
  const { id, subject, status, area, name, email, isVisitor, createdAt, assigneeId, team, canned } = row;
  return {
    ...(await findMessages(id, before, { withNotes: true })),
    ...{ id, number, subject, status, area, name, email, isVisitor, createdAt, assigneeId },
    account: accountOf(row),
    team: JSON.parse(team),
    canned: JSON.parse(canned),
  };
}

function accountOf(row: Row): AskingAccount | null {
  if (row.account_id === null) return null;
  const columns = Object.entries(row).filter(([name]) => name.startsWith('account_'));
  return Object.fromEntries(
    columns.map(([name, value]) => [name.slice('account_'.length), value]),
  ) as unknown as AskingAccount;
}
