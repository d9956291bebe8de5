import { readdirSync, readFileSync } from 'node:fs';
import { analyse } from 'scslre';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';

// The analyzer finds what two quantifiers can share, and what is tried anew at every place of one repeated character. It does not see
// alternatives that match the same (`(a|a)*`), what a longer beginning repeated costs (`<!--.*-->`), backreferences, or expressions made
// at run time: those stay for reviewers.

/**
 * Expressions that the analyzer reports and that may stay, each with the reason why nobody outside can make them slow: the text they are
 * given is short, or ours. Empty is best: a lookbehind such as `(?<!\s)\s+$` makes most of them linear.
 */
const exceptions: Readonly<Record<string, string>> = {};

const sourceFiles = () =>
  readdirSync('app', { recursive: true, encoding: 'utf8' })
    .map((path) => `app/${path}`)
    .filter((path) => /\.tsx?$/.test(path) && !path.includes('.test.') && !path.includes('/generated/'));

/** The regular expressions written in a source file, as they stand there, with their places. */
function literalsIn(path: string): { literal: string; place: string }[] {
  const text = readFileSync(path, 'utf8');
  const kind = path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, false, kind);
  const literals: { literal: string; place: string }[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart(source));
      literals.push({ literal: node.text, place: `${path}:${line + 1}` });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return literals;
}

/** What repeated makes an expression take more than linear time, or null. */
function slowCharacter(literal: string): string | null {
  const end = literal.lastIndexOf('/');
  const { reports } = analyse(
    { source: literal.slice(1, end), flags: literal.slice(end + 1) },
    { maxReports: 1 },
  );
  return reports[0]?.character.pick ?? null;
}

describe('no regular expression can be made slow', () => {
  it('is noticed by the analyzer where one can', () => {
    for (const literal of ['/(a+)+$/', '/^(a|b|ab+)*b+$/', '/\\s+$/', '/<[^>]*>/', '/^\\s*x?\\s*$/'])
      expect(slowCharacter(literal), literal).not.toBeNull();
    for (const literal of ['/^\\s+/', '/(?<!\\s)\\s+$/', '/^[a-z]{1,9}$/'])
      expect(slowCharacter(literal), literal).toBeNull();
  });

  // A machine may be busy: it takes about three seconds of one that is not.
  it('in the source of the site', { timeout: 120_000 }, () => {
    const literals = sourceFiles().flatMap(literalsIn);
    expect(literals.length).toBeGreaterThan(500);
    const verdicts = new Map<string, string | null>();
    for (const { literal } of literals)
      if (!verdicts.has(literal)) verdicts.set(literal, slowCharacter(literal));
    const slow = literals
      .filter(({ literal }) => verdicts.get(literal) !== null && !Object.hasOwn(exceptions, literal))
      .map(({ literal, place }) => `${place} ${literal} with many ${JSON.stringify(verdicts.get(literal))}`);
    expect(slow).toEqual([]);
    // An exception for what is written nowhere any more hides the next one.
    expect(Object.keys(exceptions).filter((literal) => !verdicts.get(literal))).toEqual([]);
  });
});
