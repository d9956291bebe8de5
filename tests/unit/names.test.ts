import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

/**
 * Bare participles that say nothing about what they hold, and how many variables may still have such a name. Lower a number when you
 * rename one; take a noun for a new variable (`subscription`, not `found`).
 */
const atMost: Record<string, number> = {
  asked: 21,
  done: 13,
  found: 77,
  given: 4,
  kept: 26,
  known: 31,
  left: 14,
  made: 12,
  meant: 0,
  said: 12,
  sent: 7,
  taken: 7,
  told: 13,
  wanted: 9,
  written: 2,
};

const participles = Object.keys(atMost).join('|');

const sources = globSync('{app,stand-ins,build-plugins}/**/*.{ts,tsx}')
  .filter((file) => !file.includes('/generated/') && !/\.test\.tsx?$/.test(file))
  .map((file) => ({ file, text: readFileSync(file, 'utf8') }));

/** `file name` of each place that matches; the pattern's first group is the name. */
const findNames = (pattern: RegExp) =>
  sources.flatMap(({ file, text }) => [...text.matchAll(pattern)].map(([, name = '']) => ({ file, name })));

describe('names', () => {
  it('of functions are verbs, never bare participles nor `inWords`', () => {
    const functions = new RegExp(
      `\\b(?:function\\*? (${participles}|inWords)\\b|const (?:${participles}|inWords) = (?:async )?\\([^()]*\\)(?:: [^=\\n]+)? =>)`,
      'g',
    );
    expect(
      findNames(functions).map(({ file }) => file),
      'Name the functions of these files by verbs',
    ).toEqual([]);
  });

  it('of variables are nouns: bare participles become fewer', () => {
    const counts: Record<string, number> = {};
    for (const { name } of findNames(new RegExp(`\\b(?:const|let) (${participles})\\b`, 'g')))
      counts[name] = (counts[name] ?? 0) + 1;
    const tooMany = Object.entries(counts).filter(([name, count]) => count > (atMost[name] ?? 0));
    expect(
      tooMany,
      'More variables than before have these names: give yours a noun that says what it holds',
    ).toEqual([]);
  });

  it('of files say what is in them, never a mood', () => {
    const moods =
      /\/(?:asked|beside|certainty|earlier|found|kept|said|several|told|turns?|wanting|written)(?:\.server)?\.tsx?$/;
    expect(
      sources.map(({ file }) => file).filter((file) => moods.test(file)),
      'Name these files after what they hold',
    ).toEqual([]);
  });
});
