import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { figureProblem, isFigureName, withOwnFigures } from '#app/domain/publishing/figures.ts';

const drawn = (inside: string, attributes = 'viewBox="0 0 400 300"') =>
  `<svg ${attributes}>${inside}</svg>\n`;

describe('a drawing that comes from elsewhere', () => {
  it('may be any of the library', () => {
    const files = globSync('content/**/figures/*.svg');
    expect(files.length).toBeGreaterThan(50);
    const problems = files.map((file) => figureProblem(readFileSync(file, 'utf8')));
    expect(problems.filter((problem) => problem !== null)).toEqual([]);
  });

  it.each([
    ['a script', drawn('<script>alert(1)</script>')],
    ['a handler', drawn('<rect onload="alert(1)" x="1"/>')],
    ['a link', drawn('<a href="https://example.com"><text>x</text></a>')],
    ['an address', drawn('<use href="#x"/>')],
    ['a picture of another site', drawn('<image href="https://example.com/x.png"/>')],
    ['HTML', drawn('<foreignObject><p>x</p></foreignObject>')],
    ['a style', drawn('<style>p { display: none }</style>')],
    ['a class that lays it over the page', drawn('<rect class="fixed inset-0" x="1"/>')],
    ['a comment', drawn('<!-- <svg> -->')],
    ['a section that two parsers read differently', drawn('<text><![CDATA[<script>]]></text>')],
    ['a declaration', `<!DOCTYPE svg [<!ENTITY a "b">]>${drawn('')}`],
    ['something after it', `${drawn('')}<script>alert(1)</script>`],
    ['two drawings', drawn('') + drawn('')],
    ['no end', '<svg viewBox="0 0 1 1"><g>'],
    ['elements that cross', drawn('<g><text>x</g></text>')],
    ['an attribute without quotes', drawn('<rect x=1 />')],
    ['no viewBox', drawn('', 'width="400"')],
    ['depth', drawn(`${'<g>'.repeat(40)}${'</g>'.repeat(40)}`)],
    ['length', drawn(`<text>${'x'.repeat(40_000)}</text>`)],
    ['nothing', ''],
  ])('has no %s', (_, text) => {
    expect(figureProblem(text)).toMatch(/^It/);
  });

  it('is read at once, however it is written', () => {
    const startedAt = performance.now();
    for (const text of [
      drawn(`<rect ${' x="1"'.repeat(4_000)}`),
      drawn('<rect'.repeat(5_000)),
      drawn(' '.repeat(29_000)),
    ])
      figureProblem(text);
    expect(performance.now() - startedAt).toBeLessThan(1_000);
  });

  it('has a plain name', () => {
    expect(['figures/one.svg', 'figures/../one.svg', 'figures/a/b.svg', 'one.svg'].map(isFigureName)).toEqual(
      [true, false, false, false],
    );
  });
});

describe('the drawings of a copy', () => {
  const files: Record<string, string> = {
    'courses/a/figures/one.svg': 'A1',
    'courses/b/figures/one.svg': 'B1',
    'courses/b/figures/two.svg': 'B2',
  };

  it('stand beside it, each under a name of its own', () => {
    const { texts, figures } = withOwnFigures(
      'courses/b',
      [
        '![One](figures/one.svg "Words") and ![one of a](../a/figures/one.svg)',
        '![Two](figures/two.svg)\n\n![gone](figures/gone.svg) [a page](/courses/a/x.svg) [far](https://x.example/x.svg)',
      ],
      (path) => files[path] ?? null,
    );
    expect(texts).toEqual([
      '![One](figures/one.svg "Words") and ![one of a](figures/a-one.svg)',
      '![Two](figures/two.svg)\n\n![gone](figures/gone.svg) [a page](/courses/a/x.svg) [far](https://x.example/x.svg)',
    ]);
    expect(figures).toEqual([
      { name: 'figures/one.svg', text: 'B1' },
      { name: 'figures/a-one.svg', text: 'A1' },
      { name: 'figures/two.svg', text: 'B2' },
    ]);
  });
});
