import { spawn } from 'node:child_process';
import { expect, it, vi } from 'vitest';
import { freePort } from '#app/platform/runtime/free-port.ts';
import { compiled } from '#tests/compiled.ts';
import {
  ask,
  buildSite,
  childrenOf,
  newDemoDatabase,
  type Start,
  startSite,
} from '#tests/integration/running-site.ts';

const settingsFor = async (database: string) => ({
  DEMO: 'true',
  SESSION_SECRET: 'the-secret-of-the-demos-that-tests-start',
  LOG_LEVEL: 'info',
  WEB_CONCURRENCY: '2',
  DATABASE_URL: await newDemoDatabase(database),
  PORT: `${await freePort()}`,
});

/** How often a message stands in the log. */
const countOf = (site: Start, message: string) => site.output().split(`"msg":"${message}"`).length - 1;

it('a hangup that comes before the last process serves waits, and replaces them all then', async () => {
  await buildSite();
  const site = startSite(await settingsFor('test_early_hangup'));
  try {
    // The first process was started, and cannot serve yet.
    await vi.waitUntil(() => childrenOf(site.pid).length > 0, { timeout: 120_000, interval: 5 });
    expect(site.output()).not.toContain('Ready at');
    process.kill(Number(site.pid), 'SIGHUP');
    await site.ready;
    await vi.waitFor(() => expect(countOf(site, 'a process takes over')).toBe(2), { timeout: 120_000 });
  } finally {
    await site.stop();
  }
  expect(await site.ended).toBe(0);
  expect(site.output()).toMatch(/"signal":"SIGTERM".*"msg":"the site is stopping"/);
});

it('a site that npm has started ends in order when npm and its shell are gone', async () => {
  await buildSite();
  const settings = await settingsFor('test_orphan');
  // As npm does it: a shell between, which ends at a signal and passes nothing on.
  const shell = spawn('sh', ['-c', `"${process.execPath}" app/program/start.ts & wait`], {
    env: {
      PATH: process.env.PATH ?? '',
      SAMPLE_YEAR: 'false',
      ...compiled,
      ...settings,
      npm_lifecycle_event: 'start',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  shell.stdout.on('data', (chunk: Buffer) => {
    output += String(chunk);
  });
  const closed = new Promise((resolve) => shell.stdout.once('close', resolve));
  await vi.waitUntil(() => output.includes('Ready at'), { timeout: 240_000 });
  expect((await ask(Number(settings.PORT), '/healthz')).status).toBe(200);
  shell.kill('SIGTERM');
  // The site held the other end of it.
  await closed;
  expect(output).toMatch(/"signal":"npm has ended".*"msg":"the site is stopping"/);
  await expect(ask(Number(settings.PORT), '/healthz')).rejects.toThrow('ECONNREFUSED');
});
