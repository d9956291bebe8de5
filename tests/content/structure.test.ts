import { readFileSync } from 'node:fs';
import { fromHtml } from 'hast-util-from-html';
import { visit } from 'unist-util-visit';
import { describe, expect, it } from 'vitest';
import {
  divisionProblems,
  headingProblems,
  htmlProblems,
  pictureProblems,
  promiseProblems,
  tableProblems,
} from '#app/domain/publishing/structure-checks.server.ts';
import { documents, documentsIn, paths, problemsOf, textOf } from '#tests/content/files.ts';

describe('pieces', () => {
  it.each([
    [
      'have headings that begin at ##, leave no level out, and have words, and text below them',
      headingProblems,
    ],
    ['are divided by headings where they are long', divisionProblems],
    ['hold no HTML', htmlProblems],
    ['have tables of at most four columns with a full row in each line', tableProblems],
    ['say in words what their pictures show', pictureProblems],
    [
      'keep their promises: an exercise to tick in each lesson, steps and a template in each playbook',
      promiseProblems,
    ],
  ])('%s', (_, check) => {
    expect(problemsOf(documents, check)).toEqual([]);
  });
});

describe('pictures', () => {
  it('are in every guide, drawn for it', () => {
    const problems = problemsOf(documentsIn(/^guides\//), ({ body }) =>
      /^!\[[^\]]+\]\(figures\/[a-z0-9-]+\.svg( "[^"]+")?\)$/m.test(body)
        ? []
        : ['has no figure in a paragraph of its own'],
    );
    expect(problems).toEqual([]);
  });

  // The classes of the design system, so that a figure takes the page's colours.
  const classes = new Set(
    [...readFileSync('app/ui/figures.css', 'utf8').matchAll(/^ {2}\.((?:[fs]-|t\b)[\w-]*) \{/gm)].map(
      ([, name]) => name,
    ),
  );
  const shapes = new Set([
    'svg',
    'g',
    'rect',
    'circle',
    'ellipse',
    'line',
    'polyline',
    'polygon',
    'path',
    'text',
    'tspan',
  ]);
  const attributes = new Set(
    `viewBox className xmlns x y x1 y1 x2 y2 dx dy cx cy r rx ry width height d points transform fill opacity strokeWidth
    strokeDashArray strokeLineCap strokeLineJoin fontSize fontWeight textAnchor`.split(/\s+/),
  );
  const figures = paths.filter((path) => path.startsWith('guides/figures/')).map((path) => ({ path }));

  it('in guides hold only shapes, text and the classes of the design system', () => {
    expect(classes.size).toBeGreaterThan(10);
    const problems = problemsOf(figures, ({ path }) => {
      const found: string[] = [];
      visit(
        fromHtml(textOf(path), { fragment: true, space: 'svg' }),
        'element',
        ({ tagName, properties }) => {
          if (!shapes.has(tagName)) found.push(`<${tagName}>`);
          if (tagName === 'svg' && (!properties.viewBox || properties.width || properties.height))
            found.push('needs a viewBox, and no width or height');
          for (const [name, value] of Object.entries(properties)) {
            if (!attributes.has(name)) found.push(`${name} on <${tagName}>`);
            if (name === 'fill' && value !== 'none') found.push(`fill="${String(value)}": use a class`);
            if (name === 'fontSize' && Number(value) < 13)
              found.push(`text of size ${String(value)} is too small`);
            if (name === 'className')
              found.push(
                ...(value as string[]).filter((item) => !classes.has(item)).map((item) => `class ${item}`),
              );
          }
        },
      );
      return found;
    });
    expect(problems).toEqual([]);
  });
});
