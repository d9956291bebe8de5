import { BaseSequencer, type Reporter, type TestSpecification } from 'vitest/node';

/** Which run of the tests last saw a file fail, and how long each took when all of it was run. */
const failedIn = new Map<string, number>();
const durations = new Map<string, number>();
let run = 0;

/** Remembers what became of each test file. */
export const memory: Reporter = {
  onTestRunEnd(modules) {
    run += 1;
    for (const module of modules) {
      const { duration } = module.diagnostic();
      if (module.state() === 'failed') failedIn.set(module.moduleId, run);
      durations.set(module.moduleId, Math.max(duration, durations.get(module.moduleId) ?? 0));
    }
  },
};

/**
 * The test files that noticed the changes before this one first, the latest foremost; then the quick ones. A run stops at the first
 * test that fails, and Vitest would begin with the longest file.
 */
export class LikelyFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const failed = ({ moduleId }: TestSpecification) => failedIn.get(moduleId) ?? 0;
    const duration = ({ moduleId }: TestSpecification) => durations.get(moduleId) ?? 0;
    return [...files].sort((a, b) => failed(b) - failed(a) || duration(a) - duration(b));
  }
}
