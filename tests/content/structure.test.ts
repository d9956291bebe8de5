import { readFileSync } from 'node:fs';
import { fromHtml } from 'hast-util-from-html';
import { visit } from 'unist-util-visit';
import { describe, expect, it } from 'vitest';
import { dashboardCopy } from '#app/domain/facts/copy.server.ts';
import {
  divisionProblems,
  headingProblems,
  htmlProblems,
  pictureProblems,
  promiseProblems,
  tableProblems,
} from '#app/domain/publishing/structure-checks.server.ts';
import {
  type Document,
  documents,
  documentsIn,
  paths,
  plainText,
  problemsOf,
  textOf,
} from '#tests/content/files.ts';

const headingsOf = ({ tree }: Document) =>
  tree.children.flatMap((node) =>
    node.type === 'heading' ? [{ depth: node.depth, text: plainText(node) }] : [],
  );

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

describe('lessons', () => {
  it('take another form than example, mistake and exercise in a third of the cases, and say so in a heading', () => {
    const form = /^(?:Teardown|Rewrite|Dialogue|Decide|Decision tree|A worked (?:week|quarter)): /;
    const lessons = documentsIn(/^courses\/[^/]+\/module-\d+\.md$/);
    const others = lessons.filter((lesson) =>
      [String(lesson.data.title), ...headingsOf(lesson).map(({ text }) => text)].some((text) =>
        form.test(text),
      ),
    );
    expect(others.length).toBeGreaterThanOrEqual(lessons.length / 3);
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

  it('are in every lesson of the suggested courses', () => {
    const { courses: slugs } = dashboardCopy().suggestedOrder;
    expect(slugs).toHaveLength(10);
    const lessons = documentsIn(new RegExp(`^courses/(${slugs.join('|')})/module-\\d+\\.md$`));
    const problems = problemsOf(lessons, ({ body }) =>
      /^!\[[^\]]+\]\(figures\/[a-z0-9-]+\.svg "[^"]+"\)$/m.test(body)
        ? []
        : ['has no figure with a caption in a paragraph of its own'],
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
  const figures = paths
    .filter((path) => /^(guides|courses\/[a-z-]+)\/figures\//.test(path))
    .map((path) => ({ path }));

  it('hold only shapes, text and the classes of the design system', () => {
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
