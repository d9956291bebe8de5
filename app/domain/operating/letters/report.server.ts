import { clicksRefusal } from '#app/domain/operating/letters/kinds.ts';
import { type Variant, variants } from '#app/domain/operating/letters/subject-test.ts';
import { prisma } from '#app/platform/database/client.server.ts';

/** What became of those who were sent a letter, or one subject of its test. */
interface RecipientFigures {
  queued: number;
  delivered: number;
  /** Of which nobody knows any more: the record of a mail is kept for 90 days, or until its account is erased. */
  unknown: number;
  waiting: number;
  /** Whose turn has not come, and is not counted as queued: at their time of day, or the day after another bulk email. */
  later: number;
  /** Refused by the mail server, for good. */
  bounced: number;
  unsubscribed: number;
  /** Of those who got it, within 7 days, without who wants to be counted nowhere. */
  buyers: number;
  learners: number;
}

/** What became of a letter, in numbers and nothing else. */
export interface LetterReport extends RecipientFigures {
  skipped: { reason: string; count: number }[];
  links: { url: string; clicks: number }[];
  /** When those whose turn has not come get it: the first and the last of them. */
  laterFrom: Date | null;
  laterTo: Date | null;
  /** Of each subject that was tested, in their order; none where none was. */
  variants: (RecipientFigures & { variant: Variant; clicks: number })[];
}

interface Row extends RecipientFigures {
  variant: Variant | null;
  reason: string | null;
  laterFrom: Date | null;
  laterTo: Date | null;
}

interface LinkRow {
  url: string;
  clicks: number;
  /** Of all links together, below the subjects of the test. */
  a: number;
  b: number;
}

const figureNames = [
  'queued',
  'delivered',
  'unknown',
  'waiting',
  'later',
  'bounced',
  'unsubscribed',
  'buyers',
  'learners',
] as const;

const sumOf = (rows: readonly RecipientFigures[]) =>
  Object.fromEntries(
    figureNames.map((name) => [name, rows.reduce((sum, row) => sum + row[name], 0)]),
  ) as unknown as RecipientFigures;

/** What became of a letter. Two queries. */
export async function findLetterReport(letterId: string): Promise<LetterReport> {
  const [rows, links] = await Promise.all([
    prisma().$queryRaw<Row[]>`
      SELECT r.variant, r.skipped_because AS reason, count(*) FILTER (WHERE r.due_at IS NULL)::int AS queued,
        count(*) FILTER (WHERE m.status = 'sent')::int AS delivered,
        count(*) FILTER (WHERE m.status IS NULL AND r.due_at IS NULL)::int AS unknown,
        count(*) FILTER (WHERE m.status = 'queued')::int AS waiting,
        count(r.due_at)::int AS later, min(r.due_at) AS "laterFrom", max(r.due_at) AS "laterTo",
        count(*) FILTER (WHERE m.status IN ('failed', 'skipped'))::int AS bounced,
        count(r.unsubscribed_at)::int AS unsubscribed,
        count(*) FILTER (WHERE r.mail_id IS NOT NULL AND f.user_id IS NULL AND EXISTS (SELECT 1 FROM payments p WHERE p.user_id = r.user_id
          AND p.paid_at >= r.at AND p.paid_at < r.at + interval '7 days'))::int AS buyers,
        count(*) FILTER (WHERE r.mail_id IS NOT NULL AND f.user_id IS NULL AND EXISTS (SELECT 1 FROM user_module_completion c WHERE c.user_id = r.user_id
          AND c.completed_at >= r.at AND c.completed_at < r.at + interval '7 days'))::int AS learners
      FROM letter_recipients r LEFT JOIN mail_outbox m ON m.id = r.mail_id
        LEFT JOIN email_refusals f ON f.user_id = r.user_id AND f.kind = ${clicksRefusal}
      WHERE r.letter_id = ${letterId}::uuid GROUP BY 1, 2`,
    prisma().$queryRaw<LinkRow[]>`
      SELECT url, sum(clicks)::int AS clicks,
        (sum(sum(clicks) FILTER (WHERE variant = 'a')) OVER ())::int AS a, (sum(sum(clicks) FILTER (WHERE variant = 'b')) OVER ())::int AS b
      FROM letter_links WHERE letter_id = ${letterId}::uuid GROUP BY url ORDER BY 2 DESC, 1 LIMIT 100`,
  ]);
  const mailed = rows.filter(({ reason }) => reason === null);
  const moments = (name: 'laterFrom' | 'laterTo') =>
    mailed.flatMap((row) => row[name] ?? []).toSorted((one, other) => one.getTime() - other.getTime());
  const skipped = Map.groupBy(
    rows.filter(({ reason }) => reason !== null),
    ({ reason }) => String(reason),
  );
  return {
    ...sumOf(mailed),
    laterFrom: moments('laterFrom').at(0) ?? null,
    laterTo: moments('laterTo').at(-1) ?? null,
    skipped: [...skipped]
      .map(([reason, group]) => ({ reason, count: sumOf(group).queued }))
      .sort((one, other) => other.count - one.count),
    links: links.map(({ url, clicks }) => ({ url, clicks })),
    variants: mailed.some(({ variant }) => variant !== null)
      ? variants.map((variant) => ({
          variant,
          ...sumOf(mailed.filter((row) => row.variant === variant)),
          clicks: links[0]?.[variant] ?? 0,
        }))
      : [],
  };
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
