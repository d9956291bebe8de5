import { isAnsweredPath } from '#app/domain/operating/old-paths/answered-paths.server.ts';
import { oldPathOf } from '#app/domain/operating/old-paths/parse-redirects.ts';
import { now } from '#app/platform/clock.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { dayMs } from '#app/platform/durations.ts';
import { maskSecrets } from '#app/platform/http/secret-paths.server.ts';
import { log } from '#app/platform/log.server.ts';

/** How long a hit may wait to be counted: together with all others of that time, by one statement each. */
const gatheredMs = 10_000;
/** Paths that may wait at most; hits of others meanwhile are not counted. */
const mostWaiting = 2_000;
/** Unknown paths that are kept: a script that tries all it can think of fills no more than this. */
const mostKept = 5_000;
const keptDays = 90;
/** One that was asked for once makes room for others sooner. */
const keptOnceDays = 7;
const shownPaths = 50;

const redirectHits = new Map<string, number>();
const unknownHits = new Map<string, number>();
let timer: NodeJS.Timeout | undefined;

function count(hits: Map<string, number>, path: string): void {
  const before = hits.get(path);
  if (before === undefined && hits.size >= mostWaiting) return;
  hits.set(path, (before ?? 0) + 1);
  timer ??= setTimeout(() => void writePathHits(), gatheredMs).unref();
}

/** Counts that a redirect was followed. Costs no query now. */
export const countRedirectHit = (oldPath: string): void => count(redirectHits, oldPath);

/** An address of somebody, a number that could be theirs (of an order, a phone), or an id. */
const personal = /@|\d{6}|[0-9a-f]{8}-[0-9a-f]{4}-|[\w-]{32}/;

/** A path as it may be kept: one that could say who somebody is, or holds a secret, is not. Null for that. */
function keptPath(pathname: string): string | null {
  const path = oldPathOf(pathname);
  if (path === null || path.length > 200 || path === '/') return null;
  if (personal.test(path) || maskSecrets(pathname) !== pathname) return null;
  return path;
}

/** Counts that somebody opened a path that no route answers. Costs no query now. */
export function countUnknownPath(pathname: string): void {
  const path = keptPath(pathname);
  if (path !== null) count(unknownHits, path);
}

/** Takes what waits out of a map, in the order in which all processes write, so that none waits for another in a circle. */
function take(hits: Map<string, number>): { paths: string[]; times: number[] } {
  const all = [...hits].toSorted(([a], [b]) => (a < b ? -1 : 1));
  hits.clear();
  return { paths: all.map(([path]) => path), times: all.map(([, times]) => times) };
}

/** Writes all hits that wait; a failure is logged, and they are not counted. Also for a process that ends, and for tests. */
export async function writePathHits(): Promise<void> {
  clearTimeout(timer);
  timer = undefined;
  const at = now();
  const [followed, unknown] = [take(redirectHits), take(unknownHits)];
  try {
    if (followed.paths.length > 0)
      await prisma().$executeRaw`
        UPDATE path_redirects r SET hits = r.hits + t.times, last_hit_at = ${at}
        FROM unnest(${followed.paths}::text[], ${followed.times}::int[]) AS t (path, times) WHERE r.old_path = t.path`;
    if (unknown.paths.length > 0)
      await prisma().$executeRaw`
        WITH come AS (SELECT * FROM unnest(${unknown.paths}::text[], ${unknown.times}::int[]) AS t (path, times)),
        counted AS (
          UPDATE unknown_paths u SET times = u.times + come.times, last_at = ${at}
          FROM come WHERE u.path = come.path RETURNING u.path
        )
        INSERT INTO unknown_paths AS u (path, times, first_at, last_at)
        SELECT come.path, come.times, ${at}, ${at} FROM come WHERE NOT EXISTS (SELECT FROM counted WHERE counted.path = come.path)
        ORDER BY come.path
        LIMIT greatest(0, ${mostKept}::int - (SELECT count(*) FROM unknown_paths))
        ON CONFLICT (path) DO UPDATE SET times = u.times + excluded.times, last_at = excluded.last_at`;
  } catch (error) {
    log().warn({ error: String(error) }, 'hits of old paths were not counted');
  }
}

/** An unknown path, and how often it was opened. */
export interface ListedUnknownPath {
  path: string;
  times: number;
  lastAt: Date;
}

/** The unknown paths that were opened most, without those that a page answers by now. One query. */
export async function listUnknownPaths(): Promise<ListedUnknownPath[]> {
  const rows = await prisma().unknownPath.findMany({
    orderBy: [{ times: 'desc' }, { path: 'asc' }],
    take: shownPaths,
    select: { path: true, times: true, lastAt: true },
  });
  return rows.filter(({ path }) => !isAnsweredPath(path));
}

/** Drops unknown paths that nobody has opened for 90 days, or once only a week ago; the worker calls it daily. */
export async function deleteOldUnknownPaths(): Promise<void> {
  const before = (days: number) => new Date(now().getTime() - days * dayMs);
  await prisma().unknownPath.deleteMany({
    where: { OR: [{ lastAt: { lt: before(keptDays) } }, { times: 1, lastAt: { lt: before(keptOnceDays) } }] },
  });
}
