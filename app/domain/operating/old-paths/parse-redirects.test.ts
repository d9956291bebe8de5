import { describe, expect, it } from 'vitest';
import { oldPathOf, parseRedirects } from '#app/domain/operating/old-paths/parse-redirects.ts';

const isAnswered = (path: string) => ['/pricing', '/demo', '/'].includes(path);
const parse = (text: string) => parseRedirects(text, isAnswered);

describe('redirects as they are typed (P233)', () => {
  it.each([
    '/Old/ /pricing',
    '  /old\t/pricing  ',
    '/old,/pricing',
    '/old -> /pricing',
    '/old → /pricing',
    '\n/old   /pricing\n\n/old /pricing\n',
  ])('are read: %j', (text) =>
    expect(parse(text)).toEqual({ redirects: [{ oldPath: '/old', newPath: '/pricing' }], problem: null }),
  );

  it('keep query and fragment of the new path', () => {
    expect(parse('/old /pricing?plan=a#faq').redirects).toEqual([
      { oldPath: '/old', newPath: '/pricing?plan=a#faq' },
    ]);
  });

  it.each([
    ['/pricing /demo', 'is an address of this site'],
    ['/PRICING/ /demo', 'is an address of this site'],
    ['/admin/old /demo', 'is an address of this site'],
    ['/old https://elsewhere.example/', 'can’t lead to another site'],
    ['/old //elsewhere.example', 'can’t lead to another site'],
    ['/old /\\elsewhere.example', 'can’t lead to another site'],
    ['/old /.//elsewhere.example', 'can’t lead to another site'],
    ['/old javascript:alert(1)', 'can’t lead to another site'],
    ['/old /OLD', 'lead to itself'],
    ['/old /other\n/other /demo', 'not to another redirect'],
    ['/old /other\n/other /old', 'not to another redirect'],
    ['/old?p=1 /demo', 'has a query'],
    ['/index.php /demo', 'looks like a file'],
    ['https://old.example/x /demo', 'must begin with /'],
    ['/old', 'Enter the old path, a space'],
    ['/old /demo and more', 'Enter the old path, a space'],
    ['/old /demo\n/old /pricing', 'Line 2: “/old” leads elsewhere in a line above'],
    ['  \n', 'at least one'],
  ])('are refused: %j', (text, problem) => expect(parse(text).problem).toContain(problem));

  it('name the first wrong lines and count the others', () => {
    const { problem } = parse(Array.from({ length: 30 }, (_, index) => `/old-${index} /nowhere`).join('\n'));
    expect(problem).toContain('Line 8: ');
    expect(problem).not.toContain('Line 9: ');
    expect(problem).toContain('22 more lines are wrong.');
  });

  it('take a thousand lines, and no more', () => {
    const lines = (count: number) =>
      Array.from({ length: count }, (_, index) => `/old-${index} /demo`).join('\n');
    expect(parse(lines(1_000)).problem).toBe(null);
    expect(parse(lines(1_001)).problem).toContain('1,001 lines');
  });

  it('are looked up however a path is spelled, and never by what no database takes', () => {
    expect(oldPathOf('/Old%20Page/')).toBe('/old page');
    expect(oldPathOf('/old%00')).toBe(null);
    expect(oldPathOf(`/${'x'.repeat(400)}`)).toBe(null);
  });
});
