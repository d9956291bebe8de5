import { type SegmentConditions, segmentSql } from '#app/domain/operating/segments/segment-sql.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';

/** How many people are in a segment now, and ten of them, the newest first. */
export interface SegmentPeople {
  count: number;
  examples: { id: string; name: string; email: string }[];
}

/** Who is in a segment now. Two queries. */
export async function findSegmentPeople(segment: SegmentConditions): Promise<SegmentPeople> {
  const condition = segmentSql(segment);
  const [[total], examples] = await Promise.all([
    prisma().$queryRaw<{ count: number }[]>`SELECT count(*)::int AS count FROM users u WHERE ${condition}`,
    prisma().$queryRaw<SegmentPeople['examples']>`
      SELECT u.id, u.name, u.email FROM users u WHERE ${condition} ORDER BY u.created_at DESC, u.id LIMIT 10`,
  ]);
  return { count: total?.count ?? 0, examples };
}
