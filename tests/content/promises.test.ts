import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

// The numbered promises of docs/product.md, and what cites them.

const promises = [
  ...readFileSync(join(process.cwd(), 'docs/product.md'), 'utf8').matchAll(/^### P(\d+)\. \S/gm),
].map(([, number]) => Number(number));

/** Text files below the folders that cite promises, as paths from the project's root. */
const citing = ['app', 'content', 'docs', 'prisma', 'tests'].flatMap((folder) =>
  readdirSync(join(process.cwd(), folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(css|md|prisma|sql|tsx?|yaml)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !path.includes('/generated/')),
);

/** A promise's number where a text names it: not part of a longer word or number. */
const citation = /(?<![\w-])P([1-9]\d{0,2})(?![\w-])/g;

/** Ways of citing that send a reader to something the project does not hold. A link to a record in docs/decisions is fine. */
const elsewhere = /\bdecisions? \d+\b(?!\]\()|\bspecification, section|\bsection \d+ of the specification/i;

describe('the promises of docs/product.md', () => {
  it('are numbered from 1 without gaps', () => {
    expect(promises, 'Give a new promise of docs/product.md the number after the last').toEqual(
      promises.map((_, index) => index + 1),
    );
    expect(promises.length).toBeGreaterThan(51);
  });

  it('include every one that is cited', () => {
    const unknown = citing.flatMap((path) =>
      [...readFileSync(path, 'utf8').matchAll(citation)]
        .filter(([, number]) => !promises.includes(Number(number)))
        .map(([text]) => `${path}: ${text}`),
    );
    expect(unknown, 'Cite a number that docs/product.md has, or add the promise there').toEqual([]);
  });

  it('are cited by their numbers alone', () => {
    const strays = citing
      .filter((path) => !path.endsWith('promises.test.ts'))
      .flatMap((path) =>
        readFileSync(path, 'utf8')
          .split('\n')
          .flatMap((line, index) => (elsewhere.test(line) ? [`${path}:${index + 1}: ${line.trim()}`] : [])),
      );
    expect(strays, 'Cite the promise (P7), or link to the decision record').toEqual([]);
  });
});
