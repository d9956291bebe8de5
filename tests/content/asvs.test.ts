import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { asvsRequirements } from '#tests/content/asvs-requirements.ts';

// docs/security/asvs.md: a row for each requirement, its status, and the files that show it.

const text = readFileSync(join(process.cwd(), 'docs/security/asvs.md'), 'utf8');

const statuses = ['met', 'not met', 'does not apply'];

interface Row {
  number: string;
  status: string;
  /** What is in the last cell: paths, or a reason. */
  evidence: string;
}

const rows: readonly Row[] = [...text.matchAll(/^\| (\d+\.\d+\.\d+) \|(.*)\|$/gm)].map(
  ([, number = '', rest = '']) => {
    const [, status = '', evidence = ''] = rest.split('|').map((cell) => cell.trim());
    return { number, status, evidence };
  },
);

const numbersOf = (status: string) => rows.filter((row) => row.status === status).map(({ number }) => number);

/** What stands between backticks in a text. */
const codeIn = (markdown: string): string[] =>
  [...markdown.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code);

const isThere = (path: string) => existsSync(join(process.cwd(), path));

describe('the rows of docs/security/asvs.md', () => {
  it('are one for each requirement, in their order', () => {
    expect(asvsRequirements).toHaveLength(253);
    expect(rows.map(({ number }) => number)).toEqual(asvsRequirements);
  });

  it('have a status each, and say something about it', () => {
    expect(rows.filter(({ status, evidence }) => !statuses.includes(status) || !evidence)).toEqual([]);
  });

  it('name at least one file where a requirement is met', () => {
    const met = rows.filter(({ status }) => status === 'met');
    expect(met.filter(({ evidence }) => codeIn(evidence).length === 0)).toEqual([]);
  });
});

it('every file that docs/security/asvs.md names is there', () => {
  const met = rows.filter(({ status }) => status === 'met').flatMap(({ evidence }) => codeIn(evidence));
  // Elsewhere the document also names settings, and addresses of the site.
  const others = codeIn(text).filter((code) => /^[\w.-]+\/\S+$/.test(code));
  expect([...new Set([...met, ...others])].filter((path) => !isThere(path))).toEqual([]);
});

it('the reasons are those of what is not met, each once', () => {
  const reasons = [...text.matchAll(/^- (\d+\.\d+\.\d+), [^:]+: \S/gm)].map(([, number]) => number);
  expect(reasons).toEqual(numbersOf('not met'));
});

it('the figures at the top are those of the rows', () => {
  const counted = [...text.matchAll(/^\| V(\d+) [^|]+\| (\d+) \| (\d+) \| (\d+) \|$/gm)];
  const figures = counted.map(([, chapter = '', ...counts]) => [chapter, ...counts.map(Number)]);
  const chapters = [...new Set(rows.map(({ number }) => number.split('.', 1)[0]))];
  expect(figures).toEqual(
    chapters.map((chapter) => [
      chapter,
      ...statuses.map(
        (status) => numbersOf(status).filter((number) => number.startsWith(`${chapter}.`)).length,
      ),
    ]),
  );
  const total = statuses.map((status) => `**${numbersOf(status).length}**`).join(' | ');
  expect(text).toContain(`| **All** | ${total} |`);
});
