import type { SyncResource } from '#app/domain/operating/devops/sync-schemas.ts';
import { now } from '#app/platform/clock.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { dayMs } from '#app/platform/durations.ts';

/** A call of the sync API that a key was taken for. */
export interface DevopsCallMade {
  keyId: string;
  resource: SyncResource;
  status: number;
  durationMs: number;
  rows: number;
  hasMore: boolean;
}

/** Keeps what a call came to. */
export async function recordCall(call: DevopsCallMade): Promise<void> {
  await prisma().devopsCall.create({ data: { ...call, at: now() } });
}

const keptDays = 30;

/** Deletes calls of over a month ago; the worker calls it daily. */
export async function deleteOldCalls(): Promise<void> {
  await prisma().devopsCall.deleteMany({
    where: { at: { lt: new Date(now().getTime() - keptDays * dayMs) } },
  });
}

/** Keeps that the site was started, and which build of it. */
export async function recordStart(build: string): Promise<void> {
  await prisma().siteStart.create({ data: { build, startedAt: now() } });
}

/** How the integration stands, from what was measured (product.md, P93 and P103). */
export interface DevopsStatus {
  integrationStatus: 'idle' | 'syncing' | 'success' | 'error';
  lastSync: Date | null;
  metrics: {
    /** Builds of the site that have run, another one each. */
    deployments: number;
    /** How long the site runs since it was started last, in milliseconds; null where that is not known. */
    uptime: number | null;
    /** How long a call of the last day took on average, in milliseconds; null without calls. */
    responseTime: number | null;
    /** The share of the last day's calls that failed on our side, in percent; null without calls. */
    errorRate: number | null;
  };
  recentEvents: { type: string; message: string; time: Date }[];
}

interface Row {
  deployments: number;
  startedAt: Date | null;
  averageMs: number | null;
  errorPercent: number | null;
  lastSync: Date | null;
}

/** A program that has more to fetch is expected back within this, in milliseconds. */
const syncingMs = 60_000;
const recent = 10;

/** How the integration stands. Two queries. */
export async function findDevopsStatus(): Promise<DevopsStatus> {
  const at = now();
  const day = new Date(at.getTime() - dayMs);
  const [[row], calls] = await Promise.all([
    prisma().$queryRaw<Row[]>`
      SELECT (SELECT count(DISTINCT build)::int FROM site_starts) AS deployments,
        (SELECT max(started_at) FROM site_starts) AS "startedAt",
        (SELECT max(at) FROM devops_calls WHERE status < 400) AS "lastSync",
        (SELECT avg(duration_ms)::float8 FROM devops_calls WHERE at >= ${day}) AS "averageMs",
        (SELECT (100.0 * count(*) FILTER (WHERE status >= 500) / nullif(count(*), 0))::float8 FROM devops_calls WHERE at >= ${day})
          AS "errorPercent"`,
    prisma().$queryRaw<
      { resource: string; status: number; rows: number; hasMore: boolean; at: Date; name: string }[]
    >`
      SELECT c.resource, c.status, c.rows, c.has_more AS "hasMore", c.at, k.name
      FROM (SELECT * FROM devops_calls ORDER BY at DESC LIMIT ${recent}) c JOIN devops_keys k ON k.id = c.key_id
      ORDER BY c.at DESC`,
  ]);
  const [latest] = calls;
  return {
    integrationStatus: stateOf(latest, at),
    lastSync: row?.lastSync ?? null,
    metrics: {
      deployments: row?.deployments ?? 0,
      uptime: row?.startedAt ? Math.max(0, at.getTime() - row.startedAt.getTime()) : null,
      responseTime: row?.averageMs === null || row === undefined ? null : Math.round(row.averageMs),
      errorRate: row?.errorPercent ?? null,
    },
    recentEvents: calls.map(({ resource, status, rows, name, at: time }) => ({
      type: status >= 400 ? 'error' : 'sync',
      message:
        status >= 400
          ? `${name}: /${resource} was answered with ${status}`
          : status === 304
            ? `${name}: /${resource} has not changed`
            : `${name}: ${rows === 1 ? '1 record' : `${rows} records`} of /${resource}`,
      time,
    })),
  };
}

function stateOf(
  latest: { status: number; hasMore: boolean; at: Date } | undefined,
  at: Date,
): DevopsStatus['integrationStatus'] {
  if (!latest || at.getTime() - latest.at.getTime() > dayMs) return 'idle';
  if (latest.status >= 400) return 'error';
  return latest.hasMore && at.getTime() - latest.at.getTime() < syncingMs ? 'syncing' : 'success';
}
