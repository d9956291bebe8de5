import { createHash, randomBytes } from 'node:crypto';
import { isbot } from 'isbot';
import { enoughAskers, keptWords, normalWords } from '#app/domain/operating/analytics/unanswered-searches.ts';
import { now } from '#app/platform/clock.server.ts';
import { config } from '#app/platform/config.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { log } from '#app/platform/log.server.ts';
import { keyedHash } from '#app/platform/secrets/keyed-hash.server.ts';

/** As much of a request as visitors are told apart by. */
export interface VisitorRequest {
  /** Only counted by, never stored (P38). */
  clientAddress: string;
  userAgent: string | undefined;
  /** What the browser says of tracking (Sec-GPC), and of what it loads the page for. */
  privacySignal: string | undefined;
  purpose: string | undefined;
  destination: string | undefined;
}

/** Somebody to be counted: told apart within this process by a hash of its own, until the day's secret is known. */
interface Waiting {
  day: string;
  clientAddress: string;
  userAgent: string;
  /** The host they came from; of a search what was not found, as it is told apart and as it may be kept. */
  source: string | null;
  search: { fingerprint: string; words: string | null } | null;
}

/** How long somebody may wait to be counted: together with all others of that time, by one statement. */
const gatheredMs = 10_000;
/** Who waits at most; more than that is no audience. */
const mostWaiting = 5_000;
/** How many this process knows to be counted; then it asks the database again, which knows as well. */
const mostKnown = 100_000;
/** Hosts of a day that are told by their names. */
const mostSources = 300;
const otherSource = '(others)';

let ownSecret = randomBytes(16);
let knownDay = '';
const known = new Set<string>();
const waiting = new Map<string, Waiting>();
const salts = new Map<string, Buffer>();
let timer: NodeJS.Timeout | undefined;

const dayOf = (at: Date) => at.toISOString().slice(0, 10);

/** The host that a page was opened from; empty for the site itself, and for none. */
function sourceOf(referer: string | undefined): string {
  if (!referer || !URL.canParse(referer)) return '';
  const { protocol, hostname } = new URL(referer);
  if (!/^https?:$/.test(protocol) || hostname === new URL(config().appUrl).hostname) return '';
  const host = hostname.replace(/^www\./, '').slice(0, 100);
  // An address of somebody's own network is nobody's site.
  return /^[a-z0-9-]+(\.[a-z0-9-]+)*\.[a-z]{2,}$/.test(host) ? host : '';
}

/** Whether a browser loads a page for somebody to see, who has not asked to be left alone. */
const isCounted = ({ privacySignal, purpose, destination }: VisitorRequest) =>
  privacySignal !== '1' &&
  !/prefetch|prerender|preview/.test(purpose ?? '') &&
  (destination ?? 'document') === 'document';

/** Counts a page that a visitor has opened: them, once a day, and where they came from first. Costs no query now. */
export function countVisit(request: VisitorRequest, referer: string | undefined): void {
  if (isCounted(request)) add(request, () => ({ source: sourceOf(referer), search: null }), '');
}

/** Counts a search that found nothing, once a day for each visitor. */
export function countMissedSearch(request: VisitorRequest, question: string): void {
  if (request.privacySignal === '1') return;
  const fingerprint = keyedHash('search of a visitor', normalWords(question));
  add(request, () => ({ source: null, search: { fingerprint, words: keptWords(question) } }), fingerprint);
}

function add(
  { clientAddress, userAgent = '' }: VisitorRequest,
  what: () => Pick<Waiting, 'source' | 'search'>,
  about: string,
): void {
  const day = dayOf(now());
  if (day !== knownDay || known.size >= mostKnown) {
    // Nothing of yesterday is to be matched with today.
    if (day !== knownDay) ownSecret = randomBytes(16);
    known.clear();
    knownDay = day;
  }
  const key = createHash('sha256')
    .update(ownSecret)
    .update(`${clientAddress}\n${userAgent}\n${about}`)
    .digest('base64');
  if (known.has(key) || waiting.size >= mostWaiting) return;
  known.add(key);
  if (userAgent === '' || isbot(userAgent)) return;
  waiting.set(key, { day, clientAddress, userAgent, ...what() });
  timer ??= setTimeout(() => void writeVisits(), gatheredMs).unref();
}

/** Counts all who wait; a failure is logged, and they are not counted. Also for a process that ends, and for tests. */
export async function writeVisits(): Promise<void> {
  clearTimeout(timer);
  timer = undefined;
  const all = [...waiting.values()];
  waiting.clear();
  try {
    for (const [day, ofDay] of Map.groupBy(all, (one) => one.day)) await write(day, ofDay);
  } catch (error) {
    log().warn({ error: String(error) }, 'visits were not counted');
  }
}

/** The day's secret, the same in all processes: made by whichever needs it first. */
async function saltOf(day: string): Promise<Buffer> {
  let salt = salts.get(day);
  if (!salt) {
    const made = new Uint8Array(randomBytes(32));
    const [row] = await prisma().$queryRaw<{ salt: Uint8Array }[]>`
      WITH made AS (INSERT INTO visit_salts (day, salt) VALUES (${day}::date, ${made}) ON CONFLICT DO NOTHING RETURNING salt)
      SELECT salt FROM made UNION ALL SELECT salt FROM visit_salts WHERE day = ${day}::date LIMIT 1`;
    // Whoever was first may have ended meanwhile, so that this statement saw neither.
    salt = row ? Buffer.from(row.salt) : await saltOf(day);
    salts.clear();
    salts.set(day, salt);
  }
  return salt;
}

async function write(day: string, all: readonly Waiting[]): Promise<void> {
  const salt = await saltOf(day);
  const rows = all
    .map(({ clientAddress, userAgent, source, search }) => ({
      hash: createHash('sha256')
        .update(salt)
        .update(`${clientAddress}\n${userAgent}\n${search?.fingerprint ?? ''}`)
        .digest('base64'),
      source,
      fingerprint: search?.fingerprint ?? null,
    }))
    // Processes that write the same rows take them in the same order.
    .sort((a, b) => (a.hash < b.hash ? -1 : 1));
  await prisma().$executeRaw`
    WITH come AS (
      SELECT decode(hash, 'base64') AS hash, source, fingerprint FROM unnest(${rows.map(({ hash }) => hash)}::text[],
        ${rows.map(({ source }) => source)}::text[], ${rows.map(({ fingerprint }) => fingerprint)}::text[]) AS t (hash, source, fingerprint)
    ), fresh AS (
      INSERT INTO visits_seen (day, hash) SELECT ${day}::date, hash FROM come ON CONFLICT DO NOTHING RETURNING hash
    ), named AS (
      SELECT CASE WHEN source = '' OR EXISTS (SELECT FROM visit_days d WHERE d.day = ${day}::date AND d.source = come.source)
          OR (SELECT count(*) FROM visit_days d WHERE d.day = ${day}::date) < ${mostSources}::int
        THEN source ELSE ${otherSource} END AS source
      FROM come JOIN fresh USING (hash) WHERE source IS NOT NULL
    ), visited AS (
      INSERT INTO visit_days AS d (day, source, visitors) SELECT ${day}::date, source, count(*) FROM named GROUP BY 2 ORDER BY 2
      ON CONFLICT (day, source) DO UPDATE SET visitors = d.visitors + excluded.visitors
    ), asked AS (
      SELECT fingerprint, count(*)::int AS askers FROM come JOIN fresh USING (hash) WHERE fingerprint IS NOT NULL GROUP BY 1 ORDER BY 1
    ), noted AS (
      INSERT INTO missed_searches (fingerprint) SELECT fingerprint FROM asked ON CONFLICT DO NOTHING
    )
    INSERT INTO missed_search_days AS d (fingerprint, day, askers) SELECT fingerprint, ${day}::date, askers FROM asked
    ON CONFLICT (fingerprint, day) DO UPDATE SET askers = d.askers + excluded.askers`;
  await keepWords(all.flatMap(({ search }) => search ?? []));
}

/** Keeps the words of what enough visitors have looked for. */
async function keepWords(searches: readonly { fingerprint: string; words: string | null }[]): Promise<void> {
  const keepable = searches.filter(({ words }) => words !== null);
  if (keepable.length === 0) return;
  await prisma().$executeRaw`
    UPDATE missed_searches m SET words = t.words
    FROM unnest(${keepable.map(({ fingerprint }) => fingerprint)}::text[], ${keepable.map(({ words }) => words)}::text[]) AS t (fingerprint, words)
    WHERE m.fingerprint = t.fingerprint AND m.words IS NULL
      AND (SELECT sum(d.askers) FROM missed_search_days d WHERE d.fingerprint = m.fingerprint) >= ${enoughAskers}::int`;
}

/** Days that searches without a result are kept. */
const searchDays = 400;

/** Throws away by what visitors of days that are over were told apart, and old searches; the worker calls it hourly. */
export async function forgetVisitors(): Promise<void> {
  const today = dayOf(now());
  await prisma().$executeRaw`DELETE FROM visits_seen WHERE day < ${today}::date`;
  await prisma().$executeRaw`DELETE FROM visit_salts WHERE day < ${today}::date`;
  await prisma().$executeRaw`DELETE FROM missed_search_days WHERE day < ${today}::date - ${searchDays}::int`;
  await prisma().$executeRaw`
    DELETE FROM missed_searches m WHERE NOT EXISTS (SELECT FROM missed_search_days d WHERE d.fingerprint = m.fingerprint)`;
}
