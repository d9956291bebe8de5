import { expect, it, vi } from 'vitest';
import { ask, childrenOf, pid, port, withDemoSite } from '#tests/integration/running-site.ts';
import { askThroughout, patience } from '#tests/integration/steady-requests.ts';

withDemoSite({ WEB_CONCURRENCY: '1' });

it('a hangup replaces a single process, which takes its connections itself, and loses no request', async () => {
  const [before] = childrenOf(pid);
  await askThroughout(port, () => {
    process.kill(Number(pid), 'SIGHUP');
    return vi.waitFor(() => {
      expect(childrenOf(pid)).toHaveLength(1);
      expect(childrenOf(pid)).not.toContain(before);
    }, patience);
  });
});

it('one that is killed is replaced at the same port', async () => {
  const [killed = 0] = childrenOf(pid);
  process.kill(killed, 'SIGKILL');
  await vi.waitFor(async () => expect((await ask(port, '/readyz')).status).toBe(200), patience);
  expect(childrenOf(pid)).not.toContain(killed);
});
