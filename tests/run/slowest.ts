import { existsSync, readFileSync } from 'node:fs';

/** A test and how long it took; in the browser, the times of a retry included. */
interface TimedTest {
  name: string;
  seconds: number;
}

interface VitestReport {
  testResults: { name: string; assertionResults: { fullName: string; duration?: number | null }[] }[];
}

interface Suite {
  suites?: Suite[];
  specs?: {
    title: string;
    file: string;
    tests: { projectName: string; results: { duration: number }[] }[];
  }[];
}

/** The slowest tests of a run, from the reports of both runners (a missing report counts as no tests), slowest first. */
export function slowestTests(vitestReport: string, playwrightReport: string, count: number): string[] {
  return [...timesOfVitest(vitestReport), ...timesOfPlaywright(playwrightReport)]
    .sort((a, b) => b.seconds - a.seconds)
    .slice(0, count)
    .map(({ name, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${name}`);
}

function timesOfVitest(path: string): TimedTest[] {
  if (!existsSync(path)) return [];
  const { testResults } = JSON.parse(readFileSync(path, 'utf8')) as VitestReport;
  return testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ fullName, duration }) => ({
      name: `${name.replace(`${process.cwd()}/`, '')}: ${fullName}`,
      seconds: (duration ?? 0) / 1000,
    })),
  );
}

function timesOfPlaywright(path: string): TimedTest[] {
  if (!existsSync(path)) return [];
  const inSuite = ({ suites = [], specs = [] }: Suite): TimedTest[] => [
    ...suites.flatMap(inSuite),
    ...specs.flatMap(({ title, file, tests }) =>
      tests.map(({ projectName, results }) => ({
        name: `tests/e2e/${file}, ${projectName}: ${title}`,
        seconds: results.reduce((sum, { duration }) => sum + duration, 0) / 1000,
      })),
    ),
  ];
  return inSuite(JSON.parse(readFileSync(path, 'utf8')) as Suite);
}
