import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { failedTests } from '#tests/run/failed.ts';

const folder = mkdtempSync(join(tmpdir(), 'failed-tests-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function write(name: string, report: unknown): string {
  const path = join(folder, name);
  writeFileSync(path, JSON.stringify(report));
  return path;
}

it('a run ends with its failed tests, each with the beginning of its error', () => {
  const vitest = write('vitest.json', {
    testResults: [
      {
        name: join(process.cwd(), 'tests/unit/a.test.ts'),
        status: 'failed',
        assertionResults: [
          { fullName: 'is good', status: 'passed' },
          {
            fullName: 'is wrong',
            status: 'failed',
            failureMessages: ['\u001b[31mexpected 1 to be 2\u001b[39m'],
          },
        ],
      },
      {
        name: join(process.cwd(), 'tests/unit/b.test.ts'),
        status: 'failed',
        message: 'Cannot find package',
        assertionResults: [],
      },
    ],
  });
  const playwright = write('playwright.json', {
    suites: [
      {
        suites: [
          {
            specs: [
              {
                title: 'buys',
                file: 'checkout.spec.ts',
                tests: [
                  {
                    projectName: 'scripts on',
                    status: 'flaky',
                    results: [{ error: { message: 'once' } }, {}],
                  },
                  {
                    projectName: 'scripts off',
                    status: 'unexpected',
                    results: [{ error: { message: 'first' } }, { error: { message: 'again' } }],
                  },
                ],
              },
            ],
          },
        ],
      },
    ],
  });
  expect(failedTests(vitest, playwright)).toEqual([
    'tests/unit/a.test.ts: is wrong\n    expected 1 to be 2',
    'tests/unit/b.test.ts\n    Cannot find package',
    'tests/e2e/checkout.spec.ts, scripts off: buys\n    again',
  ]);
});

it('says no more than the beginning of a long error, and nothing of runs without a report', () => {
  const vitest = write('long.json', {
    testResults: [
      {
        name: 'c.test.ts',
        status: 'failed',
        message: Array.from({ length: 40 }, (_, line) => `line ${line}`).join('\n'),
        assertionResults: [],
      },
    ],
  });
  const [text] = failedTests(vitest, join(folder, 'none.json'));
  expect(text?.split('\n')).toHaveLength(13);
  expect(failedTests(join(folder, 'none.json'), join(folder, 'none.json'))).toEqual([]);
});
