import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { pageScripts } from './build-plugins/page-scripts.ts';
import { alone } from './tests/alone.ts';

/** Only a test that hangs takes this long: a slow or busy machine is no reason to turn a change away. */
const hangs = {
  testTimeout: 300_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: 120_000 } },
  // A test that passes the second time is listed with its retry.
  retry: process.env.CI ? 1 : 0,
};

const integration = {
  ...hangs,
  globalSetup: ['tests/integration/global-setup.ts'],
  setupFiles: ['tests/integration/setup.ts'],
};

/** Pages import the addresses of their scripts. */
const plugins = [pageScripts()];

export default defineConfig({
  test: {
    // Vitest would leave one to itself, which is half of a small machine. Each waits for its database or a site a third of its time.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    projects: [
      {
        plugins,
        test: {
          ...hangs,
          name: 'unit',
          include: ['{app,build-plugins,stand-ins}/**/*.test.{ts,tsx}', 'tests/unit/**/*.test.ts'],
          // Loading modules anew for each file took two thirds of the time of all. None of them changes a module or the environment.
          isolate: false,
          env: { LOG_LEVEL: 'silent', DATABASE_URL: 'postgresql://no-database-is-needed' },
        },
      },
      {
        test: {
          ...hangs,
          name: 'content',
          include: ['tests/content/**/*.test.ts'],
          // The files are read once for all checks.
          isolate: false,
          fileParallelism: false,
          // A project with another number of workers has its own turn.
          sequence: { groupOrder: 1 },
          env: { LOG_LEVEL: 'silent', DATABASE_URL: 'postgresql://no-database-is-needed' },
        },
      },
      {
        plugins,
        test: {
          ...integration,
          name: 'integration',
          include: ['tests/integration/**/*.test.ts'],
          exclude: alone,
          // The modules are loaded once for all files of a worker, which saves them almost half of their time; each file has a
          // database of its own all the same.
          isolate: false,
        },
      },
      {
        plugins,
        test: { ...integration, name: 'integration alone', include: alone },
      },
    ],
  },
});
