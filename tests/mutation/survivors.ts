import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { MutantResult } from '@stryker-mutator/api/core';

/** A change that no test notices, and why that is right: it changes nothing that anybody can see, or costs nothing. */
interface KnownSurvivor {
  file: string;
  /** The line's text as it stands, without the space around it, so that it is found wherever it moves. */
  line: string;
  /** The part of it that is changed, and what by: a line may have several that end alike. */
  original: string;
  replacement: string;
  reason: string;
}

interface Survivor extends Omit<KnownSurvivor, 'reason'> {
  place: string;
  isCovered: boolean;
  /** Of how many tests that come here how many were asked, where the time for one change was up before all were. */
  asked?: string;
  reason?: string;
}

interface Score {
  killed: number;
  survivors: Survivor[];
  /** Killed of all that could be killed, in percent; known survivors are left out. */
  percent: number;
  /** How many of each file's were killed, and how many survived unknown. */
  files: Record<string, { killed: number; unknown: number; known: number }>;
  /** Those that ended in an error beside the tests, which counts for nothing. */
  failed: number;
  /** Those for which there was no time. */
  notAsked: number;
}

/** What is said of a change that was not tried. */
export const notAsked = 'not asked: the time is up';

const isKilled = ({ status }: MutantResult) => status === 'Killed' || status === 'Timeout';
/** Whether there was no time for a change. */
export const isNotAsked = ({ statusReason }: { statusReason?: string }) => statusReason === notAsked;
const nameOf = (fileName: string) => fileName.replace(`${process.cwd()}/`, '');

const known = JSON.parse(
  readFileSync(join(import.meta.dirname, 'survivors.json'), 'utf8'),
) as KnownSurvivor[];

/** Where a place of a text is; lines and columns count from 1. */
const offsetOf = (text: string, { line, column }: { line: number; column: number }) =>
  text
    .split('\n')
    .slice(0, line - 1)
    .join('\n').length +
  (line > 1 ? 1 : 0) +
  column -
  1;

/** A mutant that nobody noticed; undefined for one that somebody did, or that does not run at all. */
export function survivorOf(result: MutantResult): Survivor | undefined {
  const { status, location, fileName, replacement, coveredBy = [], testsCompleted = 0 } = result;
  if (status !== 'Survived' && status !== 'NoCoverage') return undefined;
  const { line: number, column } = location.start;
  const text = readFileSync(fileName, 'utf8');
  const line = text.split('\n')[number - 1]?.trim() ?? '';
  const original = text.slice(offsetOf(text, location.start), offsetOf(text, location.end));
  const file = nameOf(fileName);
  const reason = known.find(
    (entry) =>
      entry.file === file &&
      entry.line === line &&
      entry.original === original &&
      entry.replacement === replacement,
  )?.reason;
  return {
    file,
    line,
    original,
    replacement,
    place: `${file}:${number}:${column}`,
    isCovered: status === 'Survived',
    ...(testsCompleted < coveredBy.length && { asked: `${testsCompleted} of ${coveredBy.length}` }),
    ...(reason && { reason }),
  };
}

/** What came of the mutants. Those that do not run at all (a type or syntax error) count for nothing. */
export function scoreOf(results: MutantResult[]): Score {
  const killed = results.filter(isKilled).length;
  const survivors = results.map(survivorOf).filter((survivor) => survivor !== undefined);
  const unknown = survivors.filter(({ reason }) => !reason).length;
  const counted = killed + unknown;
  const files: Score['files'] = {};
  const countsOf = (file: string) => (files[file] ??= { killed: 0, unknown: 0, known: 0 });
  for (const mutant of results) if (isKilled(mutant)) countsOf(nameOf(mutant.fileName)).killed += 1;
  for (const { file, reason } of survivors) countsOf(file)[reason ? 'known' : 'unknown'] += 1;
  const errors = results.filter(({ status }) => status === 'RuntimeError');
  const failed = errors.filter((result) => !isNotAsked(result)).length;
  return {
    killed,
    survivors,
    percent: counted === 0 ? 100 : (100 * killed) / counted,
    files,
    failed,
    notAsked: errors.length - failed,
  };
}

const onOneLine = (text: string) => text.replaceAll(/\s+/g, ' ');

/** The survivors that nobody has given a reason for, one a line, in the order of the files. */
export function listOf(survivors: Survivor[]): string {
  return survivors
    .filter(({ reason }) => !reason)
    .map(
      ({ place, line, original, replacement, isCovered, asked }) =>
        `${place}${isCovered ? '' : ' (no test comes here)'}${asked ? ` (${asked} tests asked)` : ''}\n    ${line}\n    ${onOneLine(original)}\n    -> ${onOneLine(replacement)}`,
    )
    .join('\n');
}
