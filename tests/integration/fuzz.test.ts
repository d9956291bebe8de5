import { expect, it } from 'vitest';
import { fuzz } from '#tests/fuzz/fuzz.ts';
import { pid, port, sessionOf, withDemoSite } from '#tests/integration/running-site.ts';

withDemoSite({ TRUST_PROXY: 'true' });

// A short run, the same each time; `npm run test:fuzz` sends 20,000 others.
it('odd requests are answered, each soon, and none as a failure of ours', async () => {
  const cookies = ['', await sessionOf('member'), await sessionOf('affiliate')];
  const report = await fuzz({ port, pid, seed: 47, count: 1_000, cookies });
  expect(report.failures).toEqual([]);
  expect(report.sent).toBe(1_000);
}, 900_000);
