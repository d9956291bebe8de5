import { readdirSync, readFileSync } from 'node:fs';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';

// The domain takes the time from `now()` of app/platform/clock.server.ts, so that tests and the sample year can set it. The machine's
// clock, and the database's, cannot be set. Other people's libraries take their own time; the rule is about our source.

/**
 * Where SQL asks the database what time it is, each with the reason why the product's clock would be wrong there: bookkeeping that no
 * rule reads, or a comparison with what the database itself wrote.
 */
const databaseTime: Readonly<Record<string, string>> = {
  'app/domain/core/access/roles.server.ts': 'updated_at, which Prisma writes from the machine elsewhere',
  'app/domain/operating/devops/sync.server.ts':
    'the horizon of running transactions, compared with changed_at, which triggers write',
  'app/domain/programme/affiliates/joining.server.ts':
    'updated_at, which Prisma writes from the machine elsewhere',
  'app/domain/selling/payment-events/apply.server.ts':
    'received_at and processed_at: when this database saw an event, compared with its own defaults',
};

const machineClock = [
  /^new Date$/,
  /^new Date\(\s*\)$/,
  /^Date\(/,
  /^(globalThis\.)?Date\.now$/,
  /^Temporal\.Now\b/,
];
const sqlClock =
  /(?<!\$\{)\b(now|clock_timestamp|statement_timestamp|transaction_timestamp)\(\)|\bcurrent_(timestamp|date|time)\b|\blocaltime(stamp)?\b/i;

interface ClockUse {
  line: number;
  text: string;
  isSql: boolean;
}

/** Where a source reads a clock that cannot be set. */
function clockUsesIn(text: string): ClockUse[] {
  const source = ts.createSourceFile('source.ts', text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
  const uses: ClockUse[] = [];
  const add = (node: ts.Node, isSql: boolean) => {
    const { line } = source.getLineAndCharacterOfPosition(node.getStart(source));
    uses.push({ line: line + 1, text: node.getText(source).slice(0, 80), isSql });
  };
  const visit = (node: ts.Node): void => {
    const isRead =
      (ts.isNewExpression(node) && (node.arguments?.length ?? 0) === 0) ||
      ts.isCallExpression(node) ||
      ts.isPropertyAccessExpression(node);
    if (isRead && machineClock.some((clock) => clock.test(node.getText(source)))) add(node, false);
    const isText =
      ts.isNoSubstitutionTemplateLiteral(node) ||
      ts.isTemplateHead(node) ||
      ts.isTemplateMiddle(node) ||
      ts.isTemplateTail(node) ||
      ts.isStringLiteral(node);
    if (isText && sqlClock.test(node.text)) add(node, true);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return uses;
}

const domainFiles = () =>
  readdirSync('app/domain', { recursive: true, encoding: 'utf8' })
    .map((path) => `app/domain/${path}`)
    .filter((path) => /\.tsx?$/.test(path) && !path.includes('.test.'));

describe('the clock of the domain', () => {
  it.each([
    ['new Date()', 'const at = new Date();'],
    ['new Date without parentheses', 'const at = new Date;'],
    ['Date() as text', 'const at = Date();'],
    ['Date.now()', 'const ms = Date.now();'],
    ['Date.now handed on', 'const clock = Date.now;'],
    ['globalThis.Date.now()', 'const ms = globalThis.Date.now();'],
    ['a default of a parameter', 'function f(at = new Date()) {}'],
    ['inside a template', 'const s = sql`SELECT $' + '{new Date()}`;'],
    ["the database's now()", 'const s = sql`SELECT 1 WHERE ends_at > now()`;'],
    ['CURRENT_TIMESTAMP after a value', 'const s = sql`WHERE id = $' + '{id} AND at < CURRENT_TIMESTAMP`;'],
  ])('notices %s', (_, text) => {
    expect(clockUsesIn(text)).toHaveLength(1);
  });

  it('leaves alone the product’s clock, given times, and words in comments', () => {
    const text =
      'const s = sql`WHERE ends_at > $' + '{now()}`; const d = new Date(now().getTime()); // new Date()';
    expect(clockUsesIn(text)).toEqual([]);
  });

  it('is the only one that the domain reads', () => {
    const files = domainFiles();
    expect(files.length).toBeGreaterThan(300);
    const refused = files.flatMap((path) =>
      clockUsesIn(readFileSync(path, 'utf8'))
        .filter(({ isSql }) => !isSql || !databaseTime[path])
        .map(({ line, text }) => `${path}:${line} ${text}`),
    );
    expect(
      refused,
      "Take the time from now() of app/platform/clock.server.ts; where SQL needs the database's own, add the file to databaseTime here",
    ).toEqual([]);
  });

  it('lists no exception that is not needed', () => {
    for (const path of Object.keys(databaseTime))
      expect(
        clockUsesIn(readFileSync(path, 'utf8')).some(({ isSql }) => isSql),
        path,
      ).toBe(true);
  });
});
