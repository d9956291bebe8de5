import { readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import pg from 'pg';
import { send, textOf } from '#tests/bench/http.ts';
import type { BenchSite } from '#tests/bench/site.ts';

// What leaves the admin area whole: the export of all users, and a program's sync of them.

/** The time that 19 of 20 stay within. */
export const p95 = (times: readonly number[]) =>
  times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * 0.95))] ?? 0;

/** The process that answers: the one child of the site's parent. */
function serverOf(site: BenchSite): number {
  const [first = ''] = readFileSync(`/proc/${site.pid}/task/${site.pid}/children`, 'utf8').trim().split(' ');
  return Number(first);
}

const peakMegabytes = (pid: number) =>
  Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;

/** Exports all users as CSV, thrown away as it comes; how many lines there were, and by how much the process grew meanwhile. */
export async function exportAll(site: BenchSite, cookie: string) {
  const pid = serverOf(site);
  writeFileSync(`/proc/${pid}/clear_refs`, '5');
  const before = peakMegabytes(pid);
  const began = performance.now();
  const lines = await new Promise<number>((resolve, reject) => {
    const asked = request(`${site.url}/admin/users/export/csv`, { headers: { cookie } }, (answer) => {
      let count = 0;
      answer.on('data', (chunk: Buffer) => {
        for (const byte of chunk) if (byte === 10) count++;
      });
      answer.on('end', () => resolve(count));
      answer.on('error', reject);
    });
    asked.on('error', reject).end();
  });
  return { lines, megabytes: peakMegabytes(pid) - before, ms: performance.now() - began };
}

/** Syncs all users by cursor, page by page; the limit of calls is lifted, as nobody waits for it here. */
export async function syncAll(site: BenchSite, key: string) {
  const client = new pg.Client({ connectionString: site.databaseUrl });
  await client.connect();
  const times: number[] = [];
  let rows = 0;
  try {
    for (let cursor = ''; ; ) {
      if (times.length % 50 === 0) await client.query('DELETE FROM rate_limits');
      const began = performance.now();
      const answer = await send(`${site.url}/api/devops/sync/users?limit=1000${cursor}`, {
        method: 'GET',
        headers: { 'x-api-key': key },
      });
      if (answer.status !== 200)
        throw new Error(`The sync answers with status ${answer.status}: ${textOf(answer)}`);
      times.push(performance.now() - began);
      const page = JSON.parse(textOf(answer)) as { data: unknown[]; has_more: boolean; next_cursor: string };
      rows += page.data.length;
      if (!page.has_more) break;
      cursor = `&cursor=${encodeURIComponent(page.next_cursor)}`;
    }
  } finally {
    await client.end();
  }
  return {
    rows,
    pages: times.length,
    ms: p95(times),
    firstMs: p95(times.slice(1, 11)),
    slowestMs: Math.max(...times),
  };
}
