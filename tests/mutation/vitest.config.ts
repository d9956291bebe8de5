import { defineConfig } from 'vitest/config';
import { alone } from '../alone.ts';
import { warmWorkers } from './warm-workers.ts';

/** The test files that tests/mutation/run.ts has chosen. */
const include = (process.env.MUTATION_TESTS ?? '').split(',').filter(Boolean);
const hangs = { testTimeout: 300_000, hookTimeout: 300_000 };
const integration = {
  ...hangs,
  globalSetup: ['tests/integration/global-setup.ts'],
  setupFiles: ['tests/integration/setup.ts', 'tests/mutation/setup.ts'],
};
const ofIntegration = include.filter((file) => file.startsWith('tests/integration/'));

export default defineConfig({
  test: {
    // Stryker tells what came of it.
    reporters: [{}],
    projects: [
      {
        plugins: [warmWorkers()],
        test: {
          ...hangs,
          name: 'unit',
          include: include.filter((file) => file.startsWith('app/')),
          setupFiles: ['tests/mutation/setup.ts'],
          env: { LOG_LEVEL: 'silent' },
        },
      },
      {
        plugins: [warmWorkers()],
        test: {
          ...integration,
          name: 'integration',
          include: ofIntegration.filter((file) => !alone.includes(file)),
          // The modules stay loaded from one change to the next: to load them takes longer than most tests.
          isolate: false,
        },
      },
      {
        test: {
          ...integration,
          name: 'integration alone',
          include: ofIntegration.filter((file) => alone.includes(file)),
        },
      },
    ],
  },
});
