import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';
import { compiled } from './tests/compiled.ts';
import { findChromium } from './tests/e2e/find-chromium.ts';

const executablePath = findChromium();
const port = Number(process.env.E2E_PORT ?? 3107);
/** A second site, whose sandbox's clock is turned: the members of the other tests are not to be charged by it. */
const clockPort = port + 1;

const site = (sitePort: number, dataDir: string) => ({
  command: `node tests/e2e/serve.ts ${dataDir}`,
  url: `http://localhost:${sitePort}/readyz`,
  timeout: 600_000,
  gracefulShutdown: { signal: 'SIGTERM' as const, timeout: 10_000 },
  env: {
    DEMO: 'true',
    // Tests count what they have made themselves.
    SAMPLE_YEAR: 'false',
    NODE_ENV: 'production',
    PORT: String(sitePort),
    // Each test visits from an address of its own, so that rate limits do not add up.
    TRUST_PROXY: 'true',
    LOG_LEVEL: 'warn',
    ...compiled,
  },
});

export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results',
  workers: Math.max(2, availableParallelism()),
  // Only what hangs takes this long: a slow or busy machine is no reason to turn a change away.
  timeout: 600_000,
  expect: { timeout: 60_000, toPass: { timeout: 120_000 } },
  forbidOnly: Boolean(process.env.CI),
  // A test that passes the second time is listed as flaky.
  retries: process.env.CI ? 1 : 0,
  reporter: [['list']],
  use: {
    baseURL: `http://localhost:${port}`,
    // What a worker fetches passes by the routes with which tests hold or break an answer; the journeys offline let it in.
    serviceWorkers: 'block',
    // Each fade from page to page would be drawn, and waited for.
    contextOptions: { reducedMotion: 'reduce' },
    // What is not there is not waited for until the whole test's time is up.
    actionTimeout: 120_000,
    navigationTimeout: 120_000,
    // Recording costs too much to do it for every test: see one with `npx playwright test <file> --trace on`.
    trace: 'on-first-retry',
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      args: [
        '--no-sandbox',
        // Nothing here is drawn by a graphics card: imitating one in a process of its own took a sixth of the processor's time.
        '--disable-gpu',
        '--disable-software-rasterizer',
        '--in-process-gpu',
        // Each test's first page moves into a second process otherwise, which takes as much time as a page.
        '--renderer-process-limit=1',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  projects: [
    {
      name: 'scripts on',
      use: { javaScriptEnabled: true },
      // Room for large text is a matter of markup and styles, which without scripts are all there is; text browsers have none.
      testIgnore: ['**/large-text.spec.ts', '**/text-browsers.spec.ts'],
    },
    {
      name: 'scripts off',
      use: { javaScriptEnabled: false },
      // axe itself is a script; what is seen without scripts is the same markup. Without scripts it is the browser that
      // keeps a page whose form it could not send.
      testIgnore: ['**/accessibility.spec.ts', '**/connection.spec.ts'],
    },
  ],
  metadata: { clockSite: `http://localhost:${clockPort}` },
  // The second finds the build that the first one made.
  webServer: [site(port, 'test-results/.site-data'), site(clockPort, 'test-results/.clock-site-data')],
});
