import { now } from '#app/platform/clock.server.ts';
import { Prisma } from '#app/platform/database/generated/client.ts';
import { dayMs } from '#app/platform/durations.ts';

const twoDaysAgo = () => new Date(now().getTime() - 2 * dayMs);

/** The latest letter or step of a sequence that somebody of `users u` got in the last two days; null for none. */
export const lastLetterAtSql = (): Prisma.Sql =>
  Prisma.sql`greatest(
    (SELECT max(r.at) FROM letter_recipients r WHERE r.user_id = u.id AND r.mail_id IS NOT NULL AND r.at > ${twoDaysAgo()}),
    (SELECT max(r.at) FROM sequence_sends r WHERE r.user_id = u.id AND r.mail_id IS NOT NULL AND r.at > ${twoDaysAgo()}))`;

/** The same with issues of the email course: their latest bulk email, of whatever kind. */
export const lastBulkAtSql = (): Prisma.Sql =>
  Prisma.sql`greatest(${lastLetterAtSql()},
    (SELECT max(c.sent_at) FROM email_course_letters c WHERE c.user_id = u.id AND c.sent_at > ${twoDaysAgo()}))`;

/** A query named `waiting`: letters and steps of sequences that have not left the outbox, by `recipient` and `key`. */
export const waitingBulkMailSql = Prisma.sql`waiting AS MATERIALIZED (
  SELECT recipient, key FROM mail_outbox WHERE lane = 'bulk' AND status = 'queued' AND (key LIKE 'letter %' OR key LIKE 'sequence %'))`;
