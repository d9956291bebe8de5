import { execFileSync } from 'node:child_process';
import { defineConfig } from '@playwright/test';
import { fakeSettings } from './tests/fakes/paypal.ts';

/** Playwright's own browser where it is installed, else the system's Chromium. */
function systemChromium(): string | undefined {
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH;
  try {
    return execFileSync(
      'sh',
      ['-c', 'command -v chromium || command -v chromium-browser || command -v google-chrome'],
      {
        encoding: 'utf8',
      },
    ).trim();
  } catch {
    return undefined;
  }
}

const executablePath = systemChromium();
const port = Number(process.env.E2E_PORT ?? 3107);
/** Where the fake PayPal listens. */
const paypalPort = port + 1000;
const paypal = fakeSettings();

export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results',
  workers: 2,
  timeout: 40_000,
  expect: { timeout: 8_000 },
  forbidOnly: Boolean(process.env.CI),
  // A busy machine is no reason to turn a change away: a test that passes the second time is listed as flaky there.
  retries: process.env.CI ? 1 : 0,
  reporter: [['list']],
  use: {
    baseURL: `http://localhost:${port}`,
    trace: 'retain-on-failure',
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
      gracefulShutdown: { signal: 'SIGTERM', timeout: 5_000 },
    },
    {
      command: 'node app/start.ts',
      url: `http://localhost:${port}/readyz`,
      timeout: 90_000,
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
