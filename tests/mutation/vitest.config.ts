import { defineConfig } from 'vitest/config';
import { LikelyFirst, memory } from './test-order.ts';
import { warmWorkers } from './warm-workers.ts';

/** The test files that tests/mutation/run.ts has chosen. */
const include = (process.env.MUTATION_TESTS ?? '').split(',').filter(Boolean);
const hangs = { testTimeout: 300_000, hookTimeout: 300_000 };

export default defineConfig({
  test: {
    reporters: [memory],
    sequence: { sequencer: LikelyFirst },
    projects: [
      {
        test: {
          ...hangs,
          name: 'unit',
          include: include.filter((file) => file.startsWith('app/')),
          env: { LOG_LEVEL: 'silent' },
        },
      },
      {
        plugins: [warmWorkers()],
        test: {
          ...hangs,
          name: 'integration',
          include: include.filter((file) => file.startsWith('tests/integration/')),
          globalSetup: ['tests/integration/global-setup.ts'],
          setupFiles: ['tests/integration/setup.ts'],
        },
      },
    ],
  },
});
