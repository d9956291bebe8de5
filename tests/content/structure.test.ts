import { readFileSync } from 'node:fs';
import { fromHtml } from 'hast-util-from-html';
import { visit } from 'unist-util-visit';
import { describe, expect, it } from 'vitest';
import { dashboardCopy } from '#app/domain/facts/copy.server.ts';
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

describe('headings', () => {
  it('begin at ## and never skip a level', () => {
    const problems = problemsOf(documents, (document) => {
      let last = 1;
      return headingsOf(document).flatMap(({ depth, text }) => {
        const isWrong = depth === 1 || depth > last + 1;
        last = depth;
        return isWrong ? [`level ${depth}: ${text}`] : [];
      });
    });
    expect(problems).toEqual([]);
  });

  it('have words, no two the same under one parent, and are followed by text', () => {
    const problems = problemsOf(documents, ({ tree }) => {
      const seen = new Map<string, number>();
      const above: string[] = [];
      return tree.children.flatMap((node, index) => {
        if (node.type !== 'heading') return [];
        const text = plainText(node).trim();
        above.length = node.depth;
        above[node.depth] = text;
        const key = above.join(' > ');
        const next = tree.children[index + 1];
        const isEmpty = !next || (next.type === 'heading' && next.depth <= node.depth);
        const isRepeated = seen.has(key);
        seen.set(key, index);
        return text === '' || isEmpty || isRepeated ? [text || 'an empty heading'] : [];
      });
    });
    expect(problems).toEqual([]);
  });

  it('divide each longer piece', () => {
    const longer = documentsIn(
      /^(courses\/[^/]+\/module-\d+\.md|guides|playbooks\/[^.]+\.md|email-course|ebook\/\d|legal|series\/workbooks)/,
    );
    expect(
      problemsOf(longer, (document) => (headingsOf(document).length < 2 ? ['has fewer than two'] : [])),
    ).toEqual([]);
  });
});

describe('Markdown', () => {
  it('holds no HTML', () => {
    const problems = problemsOf(documents, ({ tree }) => {
      const found: string[] = [];
      visit(tree, 'html', ({ value }) => {
        found.push(value);
      });
      return found;
    });
    expect(problems).toEqual([]);
  });

  it('has tables of at most four columns with a full row in each line', () => {
    const problems = problemsOf(documents, ({ tree }) => {
      const found: string[] = [];
      visit(tree, 'table', ({ children, position }) => {
        const columns = children[0]?.children.length ?? 0;
        if (columns > 4 || children.some((row) => row.children.length !== columns))
          found.push(`table in line ${position?.start.line} of the text`);
      });
      return found;
    });
    expect(problems).toEqual([]);
  });

  it('keeps its promises: an exercise to tick in each lesson, steps and a template in each playbook', () => {
    const has =
      (type: 'list' | 'code', test: (node: { ordered?: boolean | null; text: string }) => boolean) =>
      ({ tree }: Document) => {
        let found = false;
        visit(tree, type, (node) => {
          const boxes =
            node.type === 'list' && node.children.some(({ checked }) => typeof checked === 'boolean');
          found ||= test({
            ordered: node.type === 'list' ? node.ordered : null,
            text: boxes ? 'boxes' : 'text',
          });
        });
        return found;
      };
    const boxes = has('list', ({ text }) => text === 'boxes');
    const steps = has('list', ({ ordered }) => ordered === true);
    const template = has('code', () => true);
    const missing = [
      ...problemsOf(documentsIn(/^courses\/.*module-\d+\.md$/), (lesson) =>
        boxes(lesson) ? [] : ['no checklist'],
      ),
      ...problemsOf(documentsIn(/^playbooks\/.*\.md$/), (playbook) => [
        ...(steps(playbook) || /^#+ (Step )?\d/m.test(playbook.body) ? [] : ['no numbered steps']),
        ...(template(playbook) ? [] : ['no template to copy']),
      ]),
    ];
    expect(missing).toEqual([]);
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

  it('say in their alternative text what they show', () => {
    const problems = problemsOf(documents, ({ tree }) => {
      const found: string[] = [];
      visit(tree, 'image', ({ alt, title, url }) => {
        const text = alt?.trim() ?? '';
        if (text.length < 20 || /^(an? )?(image|picture|graphic|figure) of/i.test(text) || text === title)
          found.push(`${url}: ${text || 'none'}`);
      });
      return found;
    });
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
