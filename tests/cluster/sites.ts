import { join } from 'node:path';
import { ensureBuild } from '#app/platform/runtime/start/build.ts';
import type { Balancer } from '#tests/cluster/balancer.ts';
import { until } from '#tests/cluster/programs.ts';
import { type Start, startSite } from '#tests/support/start-site.ts';

const projectDir = join(import.meta.dirname, '../..');

/** One of the machines that serve pages. */
export interface Site {
  name: string;
  port: number;
  start: Start;
}

/** Starts a machine that serves pages, behind the balancer. */
export async function startSiteAt(name: string, port: number, balancer: Balancer): Promise<Site> {
  await ensureBuild(projectDir);
  const start = startSite({
    DEMO: 'true',
    NODE_ENV: 'production',
    SESSION_SECRET: 'the-secret-of-the-sites-of-the-cluster',
    TRUST_PROXY: 'true',
    LOG_LEVEL: 'info',
    WEB_CONCURRENCY: '1',
    APP_URL: `http://localhost:${balancer.port}`,
    PORT: `${port}`,
    DATABASE_URL: balancer.pooledUrl,
    DATABASE_DIRECT_URL: balancer.directUrl,
    DATABASE_REPLICA_URL: balancer.replicaUrls,
  });
  await start.ready;
  return { name, port, start };
}

/** How long a process may take to replace another on a busy machine, in milliseconds. */
const replaceLimitMs = 240_000;

/** Replaces the processes of a machine one by one, and waits for that. */
export async function hangUp({ start }: Site): Promise<void> {
  const countOf = () => start.output().split('"msg":"a process takes over"').length;
  const before = countOf();
  process.kill(Number(start.pid), 'SIGHUP');
  await until('the processes to be replaced', () => countOf() > before, replaceLimitMs);
}

/** Waits until the log of a machine says last that it reads from a replica, or that it does not. */
export async function whenReplicaIs({ name, start }: Site, port: number, isUsed: boolean): Promise<void> {
  const lineEnd = `"msg":"a replica is ${isUsed ? '' : 'not '}read from`;
  await until(`site ${name} to ${isUsed ? 'read' : 'stop reading'} from a replica`, () => {
    const lines = start.output().split('\n');
    return (
      lines.findLast((line) => line.includes(`"replica":"127.0.0.1:${port}"`))?.includes(lineEnd) ?? false
    );
  });
}

/** Takes a machine out of service in good order, and starts it again. */
export async function restartDrained(site: Site, balancer: Balancer): Promise<Site> {
  await balancer.setSite(site.name, 'drain');
  await site.start.stop();
  const restarted = await startSiteAt(site.name, site.port, balancer);
  await balancer.setSite(site.name, 'ready');
  // Until its next check HAProxy takes it for down: the other one may not leave before.
  await until(`HAProxy to use site ${site.name} again`, () => balancer.isUsed(site.name));
  return restarted;
}
