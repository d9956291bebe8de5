import { liveStatuses } from '#app/domain/core/access/live-statuses.ts';
import { allProducts, keysLike, productName } from '#app/domain/core/catalogue/products.ts';
import { courses, findCourse } from '#app/domain/learning/courses/catalogue.server.ts';
import { readConditions } from '#app/domain/operating/segments/conditions.server.ts';
import { type SegmentConditions, segmentSql } from '#app/domain/operating/segments/segment-sql.server.ts';
import {
  anyValue,
  type Fact,
  factKinds,
  type SequenceEvent,
  sequenceEvents,
} from '#app/domain/operating/sequences/events.ts';
import { prisma, type Transaction } from '#app/platform/database/client.server.ts';
import { Prisma } from '#app/platform/database/generated/client.ts';

/** Segments that facts name, by their ids. */
export type SegmentsById = ReadonlyMap<string, SegmentConditions>;

/** The segments that some facts name, as they are now. One query, or none. */
export async function readSegments({ db }: Pick<Transaction, 'db'>, facts: readonly (Fact | null)[]) {
  const ids = facts.flatMap((fact) => (fact?.kind === 'segment' ? [fact.value] : []));
  const rows = ids.length === 0 ? [] : await db.segment.findMany({ where: { id: { in: ids } } });
  return new Map(
    rows.map(({ id, isAny, conditions }) => [id, { isAny, conditions: readConditions(conditions) }]),
  );
}

const isLive = Prisma.sql`s.status::text = ANY(${[...liveStatuses] as string[]}) AND NOT s.cancel_at_period_end AND s.undone_at IS NULL`;

/**
 * Whether a fact is true of somebody of `users u` who is in a sequence by the row `sequence_enrollments e`. One product or course counts
 * whenever it was bought or finished; any of them since they came in, and besides the one that they came in by: what an import brings is
 * older. A segment that has gone, cannot be read or has no condition has nobody in it.
 */
export function factSql({ kind, value }: Fact, segments: SegmentsById): Prisma.Sql {
  const isAny = value === anyValue;
  switch (kind) {
    case 'bought': {
      const subscription = isAny
        ? Prisma.sql`s.subscribed_at >= e.started_at AND e.event_key <> 'subscription ' || s.id`
        : Prisma.sql`s.product = ANY(${keysLike(value)}) AND ${isLive}`;
      const purchase = isAny
        ? Prisma.sql`b.purchased_at >= e.started_at AND e.event_key <> 'purchase ' || b.id`
        : Prisma.sql`b.product = ANY(${keysLike(value)})`;
      return Prisma.sql`(EXISTS (SELECT 1 FROM subscriptions s WHERE s.user_id = u.id AND s.subscribed_at IS NOT NULL AND ${subscription})
        OR EXISTS (SELECT 1 FROM purchases b WHERE b.user_id = u.id AND b.status = 'paid' AND ${purchase}))`;
    }
    case 'finished':
      return Prisma.sql`EXISTS (SELECT 1 FROM user_progress p WHERE p.user_id = u.id AND p.status = 'completed'
        AND ${isAny ? Prisma.sql`p.last_updated >= e.started_at AND p.imported_at IS DISTINCT FROM p.last_updated AND e.event_key <> 'course ' || p.course_id` : Prisma.sql`p.course_id = ${value}`})`;
    case 'tagged':
      return Prisma.sql`EXISTS (SELECT 1 FROM user_tags t WHERE t.user_id = u.id AND t.tag = ${value} AND t.removed_at IS NULL)`;
    case 'segment': {
      const segment = segments.get(value);
      return segment?.conditions?.length ? Prisma.sql`(${segmentSql(segment)})` : Prisma.sql`false`;
    }
  }
}

/** Whether what started a sequence for somebody, as above, is no longer so: they keep the subscription, or went on with the course. */
export function reversedSql(event: string): Prisma.Sql {
  if (event === 'canceled')
    return Prisma.sql`EXISTS (SELECT 1 FROM subscriptions s WHERE s.user_id = u.id AND ${isLive} AND e.event_key = 'subscription ' || s.id)`;
  if (event === 'stuck')
    return Prisma.sql`EXISTS (SELECT 1 FROM user_progress p WHERE p.user_id = u.id
      AND p.course_id = split_part(e.event_key, ' ', 2) AND p.last_updated > e.started_at)`;
  return Prisma.sql`false`;
}

/** What an event or a fact can be about, now, each with its name. One query: tags and segments are rows. */
export async function listFactValues() {
  const [rows] = await prisma().$queryRaw<
    { tags: string[]; segments: { id: string; name: string }[] }[]
  >`SELECT ARRAY(SELECT DISTINCT tag FROM user_tags WHERE removed_at IS NULL ORDER BY tag LIMIT 100) AS tags,
      (SELECT coalesce(json_agg(json_build_object('id', id, 'name', name) ORDER BY name), '[]') FROM segments) AS segments`;
  return {
    products: [
      { value: anyValue, name: 'any product' },
      ...allProducts().map(({ key, name }) => ({ value: key as string, name })),
    ],
    courses: [
      { value: anyValue, name: 'any course' },
      ...[...courses().values()].map(({ slug, title }) => ({ value: slug, name: title })),
    ],
    tags: rows?.tags ?? [],
    segments: (rows?.segments ?? []).map(({ id, name }) => ({ value: id, name })),
  };
}

export type FactValues = Awaited<ReturnType<typeof listFactValues>>;

const nameOf = (
  of: 'product' | 'course' | 'tag' | 'segment',
  value: string,
  segmentNames: ReadonlyMap<string, string>,
) => {
  if (of === 'tag') return `“${value}”`;
  if (of === 'segment') return `“${segmentNames.get(value) ?? 'deleted'}”`;
  if (value === anyValue) return of === 'product' ? 'any product' : 'any course';
  return of === 'product' ? productName(value) : (findCourse(value)?.title ?? value);
};

/** What starts a sequence, as a sentence without a full stop. */
export function describeEvent({
  event,
  eventValue,
  eventDays,
}: {
  event: string;
  eventValue: string;
  eventDays: number;
}): string {
  if (!Object.hasOwn(sequenceEvents, event)) return event;
  const { label, of } = sequenceEvents[event as SequenceEvent];
  if (of === null) return label;
  const about = nameOf(of, eventValue, new Map());
  if (event === 'tagged') return `Someone gets the tag ${about}`;
  return event === 'stuck'
    ? `${label} ${about} for ${eventDays} ${eventDays === 1 ? 'day' : 'days'}`
    : `${label} ${about}`;
}

/** A fact, or its opposite, without a subject: "has finished SEO". */
export function describeFact(fact: Fact, isNot: boolean, segmentNames: ReadonlyMap<string, string>): string {
  const { of, is, isNot: opposite } = factKinds[fact.kind];
  return `${isNot ? opposite : is} ${nameOf(of, fact.value, segmentNames)}`;
}
