import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

/** Only a test that hangs takes this long: a slow or busy machine is no reason to turn a change away. */
const hangs = {
  testTimeout: 300_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: 120_000 } },
  // A test that passes the second time is listed with its retry.
  retry: process.env.CI ? 1 : 0,
};

export default defineConfig({
  test: {
    // Vitest would leave one to itself, which is half of a small machine.
    maxWorkers: availableParallelism(),
    projects: [
      {
        test: {
          ...hangs,
          name: 'unit',
          include: ['app/**/*.test.{ts,tsx}', 'tests/unit/**/*.test.ts'],
          env: { LOG_LEVEL: 'silent' },
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
        test: {
          ...hangs,
          name: 'integration',
          include: ['tests/integration/**/*.test.ts'],
          globalSetup: ['tests/integration/global-setup.ts'],
          setupFiles: ['tests/integration/setup.ts'],
        },
      },
    ],
  },
});
