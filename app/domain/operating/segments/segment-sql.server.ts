import { entitledSql, seatedSql } from '#app/domain/core/access/entitled-sql.server.ts';
import { liveStatuses } from '#app/domain/core/access/live-statuses.ts';
import type { Entitlement } from '#app/domain/core/catalogue/product.ts';
import type { ConditionField } from '#app/domain/operating/segments/condition-fields.ts';
import { anyCourse, type Condition } from '#app/domain/operating/segments/conditions.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { Prisma } from '#app/platform/database/generated/client.ts';
import { dayMs } from '#app/platform/durations.ts';

type Values = Condition['values'];

const nobody = Prisma.sql`false`;
const userId = Prisma.sql`u.id`;

const not = (condition: Prisma.Sql) => Prisma.sql`NOT (${condition})`;
/** A condition as its operator asks for it, or the opposite. */
const unless = (isOpposite: boolean, condition: Prisma.Sql) => (isOpposite ? not(condition) : condition);
const daysAgo = ({ days }: Values) => new Date(now().getTime() - Number(days) * dayMs);
const exists = (rows: Prisma.Sql) => Prisma.sql`EXISTS (SELECT 1 FROM ${rows})`;

const live = [...liveStatuses] as string[];
const statuses: Readonly<Record<string, Prisma.Sql>> = {
  any: Prisma.sql`true`,
  live: Prisma.sql`s.status::text = ANY(${live})`,
  trialing: Prisma.sql`s.status = 'trialing'`,
  active: Prisma.sql`s.status = 'active'`,
  past_due: Prisma.sql`s.status = 'past_due'`,
  ending: Prisma.sql`s.status::text = ANY(${live}) AND s.cancel_at_period_end`,
  canceled: Prisma.sql`s.status IN ('canceled', 'unpaid', 'incomplete_expired')`,
};

const ofCourse = ({ course }: Values, column: Prisma.Sql) =>
  course === anyCourse ? Prisma.sql`true` : Prisma.sql`${column} = ${String(course)}`;

const progress = (values: Values, condition: Prisma.Sql) =>
  exists(
    Prisma.sql`user_progress p WHERE p.user_id = u.id AND ${ofCourse(values, Prisma.sql`p.course_id`)} AND ${condition}`,
  );
const quiz = (values: Values, condition: Prisma.Sql) =>
  exists(
    Prisma.sql`quiz_results q WHERE q.user_id = u.id AND ${ofCourse(values, Prisma.sql`q.course_id`)} AND ${condition}`,
  );

const compilers: Readonly<Record<ConditionField, (values: Values) => Prisma.Sql>> = {
  role: ({ operator, role }) => unless(operator === 'is_not', Prisma.sql`u.role = ${String(role)}::role`),
  access: ({ operator, entitlement }) =>
    unless(
      operator === 'has_not',
      entitlement === 'team_seat'
        ? seatedSql(userId)
        : entitledSql(userId, String(entitlement) as Entitlement),
    ),
  subscription: ({ operator, product, state }) =>
    unless(
      operator === 'has_not',
      exists(Prisma.sql`subscriptions s WHERE s.user_id = u.id
        AND ${product === 'any' ? Prisma.sql`true` : Prisma.sql`s.product = ${String(product)}`}
        AND ${statuses[String(state)] ?? nobody}`),
    ),
  joined: (values) => unless(values.operator === 'before', Prisma.sql`u.created_at >= ${daysAgo(values)}`),
  // Of the latest payment of which it is known; of whoever has none it is unknown, and meets neither.
  card_country: ({ operator, country }) => {
    const latest = Prisma.sql`(SELECT p.card_country FROM payments p
      WHERE p.user_id = u.id AND p.card_country IS NOT NULL ORDER BY p.paid_at DESC LIMIT 1)`;
    return Prisma.sql`coalesce(${unless(operator === 'is_not', Prisma.sql`${latest} = ${String(country)}`)}, false)`;
  },
  // Sessions that ended long ago are deleted, so only the time since is known.
  seen: (values) =>
    unless(
      values.operator === 'before',
      exists(Prisma.sql`sessions s WHERE s.user_id = u.id AND s.last_used_at >= ${daysAgo(values)}`),
    ),
  verified: ({ operator }) => unless(operator === 'is_not', Prisma.sql`u.email_verified_at IS NOT NULL`),
  status: ({ operator }) => Prisma.sql`u.status = ${String(operator)}::account_status`,
  course: (values) => {
    const isFinished = values.operator === 'finished' || values.operator === 'not_finished';
    const condition = isFinished ? Prisma.sql`p.status = 'completed'` : Prisma.sql`p.status <> 'none'`;
    return unless(String(values.operator).startsWith('not_'), progress(values, condition));
  },
  stuck: (values) =>
    progress(values, Prisma.sql`p.status = 'in_progress' AND p.last_updated < ${daysAgo(values)}`),
  quiz: (values) => {
    if (values.operator === 'passed') return quiz(values, Prisma.sql`q.passed_at IS NOT NULL`);
    if (values.operator === 'failed') return quiz(values, Prisma.sql`q.passed_at IS NULL`);
    return not(quiz(values, Prisma.sql`true`));
  },
  tag: ({ operator, tag }) =>
    unless(
      operator === 'has_not',
      exists(
        Prisma.sql`user_tags t WHERE t.user_id = u.id AND t.tag = ${String(tag)} AND t.removed_at IS NULL`,
      ),
    ),
  earnings: ({ operator, dollars }) =>
    unless(operator === 'below', Prisma.sql`u.total_earnings >= ${Number(dollars) * 100}::bigint`),
  emails: ({ operator, kind }) =>
    unless(
      operator === 'accepts',
      exists(Prisma.sql`email_refusals f WHERE f.user_id = u.id AND f.kind = ${String(kind)}`),
    ),
  replied: (values) =>
    unless(
      values.operator === 'before',
      exists(Prisma.sql`tickets k JOIN ticket_messages m ON m.ticket_id = k.id
        WHERE k.user_id = u.id AND m.author = 'asker' AND m.created_at >= ${daysAgo(values)}
          AND EXISTS (SELECT 1 FROM received_mails r WHERE r.message_id = m.id)`),
    ),
};

/** Whom a segment asks for: null conditions are those that this release cannot read. */
export interface SegmentConditions {
  isAny: boolean;
  conditions: readonly Condition[] | null;
}

/**
 * The condition, inside a query over `users u`, that somebody is in a segment. The one place where conditions become SQL; what was typed
 * is a parameter. Without conditions everybody is in it, apart from erased accounts, who never are.
 */
export function segmentSql({ isAny, conditions }: SegmentConditions): Prisma.Sql {
  if (conditions === null) return nobody;
  const isThere = Prisma.sql`u.email NOT LIKE '%@invalid'`;
  if (conditions.length === 0) return isThere;
  const compiled = conditions.map(({ field, values }) => Prisma.sql`(${compilers[field](values)})`);
  return Prisma.sql`${isThere} AND (${Prisma.join(compiled, isAny ? ' OR ' : ' AND ')})`;
}
