import { clicksRefusal } from '#app/domain/operating/letters/kinds.ts';
import { prisma } from '#app/platform/database/client.server.ts';

/** What became of a step, in numbers. */
interface StepFigures {
  stepId: string;
  /** Queued: delivered, waiting or bounced. */
  sent: number;
  skipped: number;
  unsubscribed: number;
  /** Of those sent, by the record of emails, which is kept for 90 days. */
  bounced: number;
  /** How often its links were followed. */
  clicks: number;
  /** Of those who got it, who paid and who completed a module within 7 days, without who wants to be counted nowhere. */
  buyers: number;
  learners: number;
}

/** What became of a sequence. */
export interface SequenceReport {
  /** In it now. */
  people: number;
  ended: { reason: string; count: number }[];
  /** Of every step that was sent or passed over. */
  steps: StepFigures[];
  /** The names of segments, to describe its goal and conditions. */
  segmentNames: Map<string, string>;
}

type Row = Omit<SequenceReport, 'segmentNames'> & { segments: { id: string; name: string }[] };

/** What became of a sequence, in numbers and nothing else. One query. */
export async function findSequenceReport(sequenceId: string): Promise<SequenceReport> {
  const [row] = await prisma().$queryRaw<Row[]>`
    WITH figures AS (
      SELECT r.step_id AS "stepId", count(r.mail_id)::int AS sent, count(r.skipped_because)::int AS skipped,
        count(r.unsubscribed_at)::int AS unsubscribed,
        count(*) FILTER (WHERE m.status IN ('failed', 'skipped'))::int AS bounced,
        coalesce((SELECT sum(l.clicks) FROM sequence_links l WHERE l.step_id = r.step_id), 0)::int AS clicks,
        count(*) FILTER (WHERE r.mail_id IS NOT NULL AND f.user_id IS NULL AND EXISTS (SELECT 1 FROM payments p
          WHERE p.user_id = r.user_id AND p.paid_at >= r.at AND p.paid_at < r.at + interval '7 days'))::int AS buyers,
        count(*) FILTER (WHERE r.mail_id IS NOT NULL AND f.user_id IS NULL AND EXISTS (SELECT 1 FROM user_module_completion c
          WHERE c.user_id = r.user_id AND c.completed_at >= r.at AND c.completed_at < r.at + interval '7 days'))::int AS learners
      FROM sequence_steps s JOIN sequence_sends r ON r.step_id = s.id LEFT JOIN mail_outbox m ON m.id = r.mail_id
        LEFT JOIN email_refusals f ON f.user_id = r.user_id AND f.kind = ${clicksRefusal}
      WHERE s.sequence_id = ${sequenceId}::uuid GROUP BY r.step_id),
    ends AS (
      SELECT end_reason AS reason, count(*)::int AS count FROM sequence_enrollments
      WHERE sequence_id = ${sequenceId}::uuid GROUP BY 1)
    SELECT coalesce((SELECT count FROM ends WHERE reason IS NULL), 0) AS people,
      (SELECT coalesce(json_agg(e ORDER BY e.count DESC, e.reason), '[]') FROM ends e WHERE e.reason IS NOT NULL) AS ended,
      (SELECT coalesce(json_agg(f), '[]') FROM figures f) AS steps,
      (SELECT coalesce(json_agg(json_build_object('id', g.id, 'name', g.name)), '[]') FROM segments g) AS segments`;
  if (!row) throw new Error('A query without FROM has one row.');
  const { segments, ...report } = row;
  return { ...report, segmentNames: new Map(segments.map(({ id, name }) => [id, name])) };
}
