import { beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '#app/platform/runtime/free-port.ts';
import { ask, buildSite, newDemoDatabase, startSite } from '#tests/integration/running-site.ts';

describe('the log', () => {
  beforeAll(buildSite);

  it('loses no line when the site is told to stop', async () => {
    const port = await freePort();
    const site = startSite({
      DEMO: 'true',
      PORT: `${port}`,
      DATABASE_URL: await newDemoDatabase('test_log_lines'),
    });
    await site.ready;
    const paths = Array.from({ length: 50 }, (_, index) => `/healthz?line=${index}`);
    const ids = await Promise.all(paths.map(async (path) => (await ask(port, path)).headers['x-request-id']));
    // The last lines wait for more to be written with at this moment.
    await site.stop();
    expect(await site.ended).toBe(0);
    expect(new Set(ids).size).toBe(paths.length);
    for (const id of ids) expect(site.output()).toContain(`"requestId":"${String(id)}"`);
  });
});
