import { existsSync, readFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';

interface VitestReport {
  testResults: {
    name: string;
    message?: string;
    status: string;
    assertionResults: { fullName: string; status: string; failureMessages?: string[] | null }[];
  }[];
}

interface Suite {
  suites?: Suite[];
  specs?: {
    title: string;
    file: string;
    tests: { projectName: string; status: string; results: { error?: { message?: string } }[] }[];
  }[];
}

/** How much of an error is repeated at the end of a run. */
const linesShown = 12;

/**
 * The tests of a run that failed, each with the beginning of its error, from the reports of both runners (a missing report
 * counts as no tests). A run of thousands of tests ends with them, because what is said on the way is often cut off.
 */
export function failedTests(vitestReport: string, playwrightReport: string): string[] {
  return [...failedInVitest(vitestReport), ...failedInPlaywright(playwrightReport)];
}

function describe(name: string, error: string): string {
  const lines = stripVTControlCharacters(error).trim().split('\n').slice(0, linesShown);
  return [name, ...lines.map((line) => `    ${line}`)].join('\n');
}

function failedInVitest(path: string): string[] {
  if (!existsSync(path)) return [];
  const { testResults } = JSON.parse(readFileSync(path, 'utf8')) as VitestReport;
  return testResults.flatMap(({ name, message, status, assertionResults }) => {
    const file = name.replace(`${process.cwd()}/`, '');
    const failed = assertionResults.filter((test) => test.status === 'failed');
    // A file that cannot be loaded, or whose preparation fails, has no failed test of its own.
    if (failed.length === 0) return status === 'failed' ? [describe(file, message ?? '')] : [];
    return failed.map(({ fullName, failureMessages }) =>
      describe(`${file}: ${fullName}`, failureMessages?.[0] ?? ''),
    );
  });
}

function failedInPlaywright(path: string): string[] {
  if (!existsSync(path)) return [];
  const inSuite = ({ suites = [], specs = [] }: Suite): string[] => [
    ...suites.flatMap(inSuite),
    ...specs.flatMap(({ title, file, tests }) =>
      tests
        .filter(({ status }) => status === 'unexpected')
        .map(({ projectName, results }) =>
          describe(`tests/e2e/${file}, ${projectName}: ${title}`, results.at(-1)?.error?.message ?? ''),
        ),
    ),
  ];
  return inSuite(JSON.parse(readFileSync(path, 'utf8')) as Suite);
}
