import { clicksRefusal } from '#app/domain/operating/letters/kinds.ts';
import { prisma } from '#app/platform/database/client.server.ts';

/** What became of a letter, in numbers and nothing else. */
export interface LetterReport {
  queued: number;
  delivered: number;
  /** Of which nobody knows any more: the record of a mail is kept for 90 days, or until its account is erased. */
  unknown: number;
  waiting: number;
  /** Refused by the mail server, for good. */
  bounced: number;
  unsubscribed: number;
  skipped: { reason: string; count: number }[];
  links: { url: string; clicks: number }[];
  /** Of those who got it, within 7 days, without who wants to be counted nowhere. */
  buyers: number;
  learners: number;
}

type Totals = Omit<LetterReport, 'links'>;

/** What became of a letter. Two queries. */
export async function findLetterReport(letterId: string): Promise<LetterReport> {
  const [[totals], links] = await Promise.all([
    prisma().$queryRaw<Totals[]>`
      SELECT count(*)::int AS queued,
        count(*) FILTER (WHERE m.status = 'sent')::int AS delivered,
        count(*) FILTER (WHERE m.status IS NULL)::int AS unknown,
        count(*) FILTER (WHERE m.status = 'queued')::int AS waiting,
        count(*) FILTER (WHERE m.status IN ('failed', 'skipped'))::int AS bounced,
        count(r.unsubscribed_at)::int AS unsubscribed,
        count(*) FILTER (WHERE f.user_id IS NULL AND EXISTS (SELECT 1 FROM payments p WHERE p.user_id = r.user_id
          AND p.paid_at >= r.at AND p.paid_at < r.at + interval '7 days'))::int AS buyers,
        count(*) FILTER (WHERE f.user_id IS NULL AND EXISTS (SELECT 1 FROM user_module_completion c WHERE c.user_id = r.user_id
          AND c.completed_at >= r.at AND c.completed_at < r.at + interval '7 days'))::int AS learners,
        (SELECT coalesce(json_agg(s), '[]') FROM (SELECT skipped_because AS reason, count(*)::int AS count
          FROM letter_recipients WHERE letter_id = ${letterId}::uuid AND skipped_because IS NOT NULL
          GROUP BY 1 ORDER BY 2 DESC) s) AS skipped
      FROM letter_recipients r LEFT JOIN mail_outbox m ON m.id = r.mail_id
        LEFT JOIN email_refusals f ON f.user_id = r.user_id AND f.kind = ${clicksRefusal}
      WHERE r.letter_id = ${letterId}::uuid AND r.mail_id IS NOT NULL`,
    prisma().letterLink.findMany({
      where: { letterId },
      select: { url: true, clicks: true },
      orderBy: [{ clicks: 'desc' }, { url: 'asc' }],
      take: 100,
    }),
  ]);
  if (!totals) throw new Error('An aggregate without groups has one row.');
  return { ...totals, links };
}

/** Where a link of a letter, or of a step of a sequence, leads; null for one that there is not. A visit is counted, and nobody's name with it. */
export async function followLetterLink(linkId: string, isCounted: boolean): Promise<string | null> {
  if (!/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(linkId)) return null;
  const where = { id: linkId };
  const link = await prisma().letterLink.findUnique({ where, select: { url: true } });
  if (link && isCounted) await prisma().letterLink.update({ where, data: { clicks: { increment: 1 } } });
  if (link) return link.url;
  const ofStep = await prisma().sequenceLink.findUnique({ where, select: { url: true } });
  if (ofStep && isCounted) await prisma().sequenceLink.update({ where, data: { clicks: { increment: 1 } } });
  return ofStep?.url ?? null;
}
