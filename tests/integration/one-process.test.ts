import { expect, it, vi } from 'vitest';
import { keepAsking } from '#tests/integration/keep-asking.ts';
import { ask, childrenOf, pid, port, withDemoSite } from '#tests/integration/running-site.ts';

/** Only what hangs takes this long. */
const patience = { timeout: 240_000, interval: 50 };

withDemoSite({ WEB_CONCURRENCY: '1' });

it('a hangup replaces a single process, which takes its connections itself, and loses no request', async () => {
  const [before] = childrenOf(pid);
  let isDone = false;
  const statuses: number[] = [];
  const asking = Array.from({ length: 12 }, () => keepAsking(port, () => isDone, statuses));
  process.kill(Number(pid), 'SIGHUP');
  const rolled = vi.waitFor(() => {
    expect(childrenOf(pid)).toHaveLength(1);
    expect(childrenOf(pid)).not.toContain(before);
  }, patience);
  await Promise.race([rolled, Promise.all(asking)]);
  const soFar = statuses.length;
  await vi.waitFor(() => expect(statuses.length).toBeGreaterThan(soFar + 24), patience);
  isDone = true;
  await Promise.all(asking);
  for (const status of statuses) expect([303, 503]).toContain(status);
});

it('one that is killed is replaced at the same port', async () => {
  const [killed = 0] = childrenOf(pid);
  process.kill(killed, 'SIGKILL');
  await vi.waitFor(async () => expect((await ask(port, '/readyz')).status).toBe(200), patience);
  expect(childrenOf(pid)).not.toContain(killed);
});
