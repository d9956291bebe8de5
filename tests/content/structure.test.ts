import { readFileSync } from 'node:fs';
import { fromHtml } from 'hast-util-from-html';
import type { Nodes } from 'mdast';
import { visit } from 'unist-util-visit';
import { describe, expect, it } from 'vitest';
import { dashboardCopy } from '#app/domain/learning/facts/copy.server.ts';
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

/** What a lesson of another form cannot do without, by the name of the form: kinds of blocks, and how many of them. */
const forms: Record<string, (count: (type: Nodes['type']) => number) => boolean> = {
  Storyboard: (count) => count('tableRow') >= 5,
  Teardown: (count) => count('listItem') + count('tableRow') >= 4,
  Rewrite: (count) => count('code') >= 1,
  Dialogue: (count) => count('blockquote') >= 4,
  Decide: (count) => count('listItem') >= 3,
  'Decision tree': (count) => count('image') >= 1 && count('strong') >= 5,
  'A worked week': (count) => count('tableRow') >= 4,
  'A worked year': (count) => count('tableRow') >= 4,
};
const formOf = (heading: string) => Object.keys(forms).find((form) => heading.startsWith(`${form}: `));

/** The parts of a lesson: its headings of the second level, each with what stands below it. */
function partsOf({ tree }: Document) {
  const parts: { heading: string; blocks: Nodes[] }[] = [];
  for (const node of tree.children) {
    if (node.type === 'heading' && node.depth === 2) parts.push({ heading: plainText(node), blocks: [] });
    else parts.at(-1)?.blocks.push(node);
  }
  return parts;
}

/**
 * Whether a lesson takes another form than example, mistake and exercise: as a whole, and then without the example; or in the part before
 * the exercise, in place of the mistake.
 */
function isOfAnotherForm(lesson: Document): boolean {
  const parts = partsOf(lesson);
  const [before, last] = parts.slice(-2);
  const whole = formOf(String(lesson.data.title));
  const form = whole ?? formOf(before?.heading ?? '');
  if (!form || !last?.heading.startsWith('Exercise')) return false;
  if (whole && /\bWorked example/.test(lesson.body)) return false;
  const blocks = whole ? lesson.tree.children : (before?.blocks ?? []);
  const count = (type: Nodes['type']) => {
    let found = 0;
    visit({ type: 'root', children: blocks } as Nodes, type, () => {
      found += 1;
    });
    return found;
  };
  return forms[form]?.(count) ?? false;
}

describe('lessons', () => {
  it('take another form than example, mistake and exercise in a third of the cases', () => {
    const lessons = documentsIn(/^courses\/[^/]+\/module-\d+\.md$/);
    expect(lessons.filter(isOfAnotherForm).length).toBeGreaterThanOrEqual(lessons.length / 3);
    // Whoever says so in a heading does so.
    const said = lessons.filter((lesson) =>
      [String(lesson.data.title), ...partsOf(lesson).map(({ heading }) => heading)].some(formOf),
    );
    expect(said.filter((lesson) => !isOfAnotherForm(lesson)).map(({ path }) => path)).toEqual([]);
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
