import { defineConfig } from '@playwright/test';
import { findChromium } from './tests/e2e/find-chromium.ts';
import { fakeSettings } from './tests/fakes/paypal.ts';

const executablePath = findChromium();
const port = Number(process.env.E2E_PORT ?? 3107);
/** Where the fake PayPal listens. */
const paypalPort = port + 1000;
const paypal = fakeSettings();

export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results',
  workers: 2,
  // Only what hangs takes this long: a slow or busy machine is no reason to turn a change away.
  timeout: 600_000,
  expect: { timeout: 60_000 },
  forbidOnly: Boolean(process.env.CI),
  // A test that passes the second time is listed as flaky.
  retries: process.env.CI ? 1 : 0,
  reporter: [['list']],
  use: {
    baseURL: `http://localhost:${port}`,
    // Recording costs too much to do it for every test: see one with `npx playwright test <file> --trace on`.
    trace: 'on-first-retry',
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  projects: [
    { name: 'scripts on', use: { javaScriptEnabled: true } },
    // axe itself is a script; what is seen without scripts is the same markup.
    { name: 'scripts off', use: { javaScriptEnabled: false }, testIgnore: '**/accessibility.spec.ts' },
  ],
  webServer: [
    {
      command: `node tests/fakes/paypal-server.ts ${paypalPort} http://localhost:${port}/webhooks/paypal`,
      port: paypalPort,
      timeout: 600_000,
      gracefulShutdown: { signal: 'SIGTERM', timeout: 5_000 },
    },
    {
      command: 'node app/start.ts',
      url: `http://localhost:${port}/readyz`,
      timeout: 600_000,
      gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
      env: {
        DEMO: 'true',
        NODE_ENV: 'production',
        PORT: String(port),
        DATA_DIR: 'test-results/.site-data',
        // Each test visits from an address of its own, so that rate limits do not add up.
        TRUST_PROXY: 'true',
        LOG_LEVEL: 'warn',
        PAYPAL_CLIENT_ID: paypal.clientId,
        PAYPAL_CLIENT_SECRET: paypal.clientSecret,
        PAYPAL_PLAN_ID: paypal.planId,
        PAYPAL_WEBHOOK_ID: paypal.webhookId,
        PAYPAL_API_BASE: `http://127.0.0.1:${paypalPort}`,
      },
    },
  ],
});
