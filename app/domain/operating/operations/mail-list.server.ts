import { type ListPage, type Place, pageOf } from '#app/domain/core/values/cursor.ts';
import { pageSql } from '#app/domain/core/values/cursor-sql.server.ts';
import { type MailStatus, mailStatuses } from '#app/domain/operating/operations/mail-statuses.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { Prisma } from '#app/platform/database/generated/client.ts';

/** What the list of mails is narrowed to; a recipient by the beginning of the address. */
interface MailFilter {
  status: MailStatus | null;
  recipient: string | null;
}

/** A mail as operators see it: never its text, which can hold a link that lets its reader in. */
export interface ListedMail {
  id: string;
  recipient: string;
  subject: string;
  status: MailStatus;
  attempts: number;
  lastError: string | null;
  createdAt: Date;
  sentAt: Date | null;
}

const perPage = 50;

/** What an address narrows the list to. */
export function readMailFilter(query: URLSearchParams): MailFilter {
  const status = mailStatuses.find((known) => known === query.get('status')) ?? null;
  const recipient = query.get('to')?.trim().toLowerCase().slice(0, 254) ?? '';
  return { status, recipient: recipient === '' || recipient.includes('\0') ? null : recipient };
}

/** A page of the outbox, the newest first, and how many mails wait and have failed. Two queries. */
export async function listMails(
  { status, recipient }: MailFilter,
  place: Place | null,
): Promise<ListPage<ListedMail> & { waiting: number; failed: number }> {
  const conditions = [
    Prisma.sql`true`,
    ...(status ? [Prisma.sql`status = ${status}::mail_status`] : []),
    ...(recipient ? [Prisma.sql`starts_with(recipient, ${recipient})`] : []),
  ];
  const { past, order } = pageSql(Prisma.sql`created_at`, Prisma.sql`id`, place);
  const [found, [counts]] = await Promise.all([
    prisma().$queryRaw<ListedMail[]>`
      SELECT id, recipient, subject, status::text, attempts, last_error AS "lastError", created_at AS "createdAt",
             sent_at AS "sentAt"
      FROM mail_outbox WHERE ${Prisma.join(conditions, ' AND ')} ${past}
      ORDER BY ${order} LIMIT ${perPage + 1}`,
    prisma().$queryRaw<{ waiting: number; failed: number }[]>`
      SELECT count(*) FILTER (WHERE status = 'queued')::int AS waiting,
             count(*) FILTER (WHERE status = 'failed')::int AS failed
      FROM mail_outbox WHERE status IN ('queued', 'failed')`,
  ]);
  const page = pageOf(found, perPage, ({ createdAt: at, id }) => ({ at, id }), place);
  return { ...page, waiting: counts?.waiting ?? 0, failed: counts?.failed ?? 0 };
}
