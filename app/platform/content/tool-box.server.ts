import type { BlockContent, Paragraph, PhrasingContent, Root, RootContent } from 'mdast';
import { unified } from 'unified';
import { visit } from 'unist-util-visit';
import { z } from 'zod';
import { remarkParse } from '#app/platform/content/markdown-packages.server.ts';
import { parseYaml } from '#app/platform/content/yaml.server.ts';
import { formatLongMonth } from '#app/platform/date-format.ts';

const month = z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'must be a month such as 2026-11');
const words = z.string().min(10).max(420);

/** What a box is about: how things are named in a tool, what a rule says, or what was counted. Each part of it is headed accordingly. */
const kinds = {
  tool: {
    title: 'In the tool',
    now: 'What it is called',
    press: 'Where to press',
    changed: 'What has changed',
  },
  rule: { title: 'The rule', now: 'What it says', press: 'What to do', changed: 'What has changed' },
  figure: {
    title: 'The figure',
    now: 'What was counted',
    press: 'What to make of it',
    changed: 'What to keep in mind',
  },
} as const;

/** What a fenced block named `tool` in a lesson, guide or playbook holds: a claim that can go out of date, and by which page it is known. */
const toolBoxSchema = z
  .strictObject({
    kind: z.enum(['tool', 'rule', 'figure']).default('tool'),
    /** The tool, the rule's name, or who counted. */
    tool: z.string().min(2).max(40),
    /** What of it the box is about. */
    about: z.string().min(3).max(60),
    /** What things are called now, what the rule says, or what was counted. The texts may hold bold words. */
    now: words,
    /** Where to press or to look, or what to do. */
    press: words.optional(),
    changed: words.optional(),
    /** The month in which all of it was last compared with the page. */
    checked: month,
    /** The official page it rests on. */
    page: z.url({ protocol: /^https$/ }),
    /** Where a saved copy of that page was read instead: the month the copy is from, or that it doesn't tell; or that others quote it. */
    copy: z.union([month, z.enum(['undated', 'quoted'])]).optional(),
  })
  .refine(({ press, changed }) => press || changed, 'needs press, changed, or both');

export type ToolBox = z.output<typeof toolBoxSchema>;

/** A month such as 2026-11 in words. */
export const monthInWords = (value: string) => formatLongMonth(new Date(`${value}-01T00:00:00Z`));

/** @throws {Error} that says what is wrong with the box */
function readToolBox(source: string): ToolBox {
  const result = toolBoxSchema.safeParse(parseYaml(source));
  if (result.success) return result.data;
  const problems = result.error.issues.map((issue) => `${issue.path.join('.') || 'box'}: ${issue.message}`);
  throw new Error(`a tool box cannot be used (${problems.join('; ')}):\n${source}`);
}

const fence = /^```tool\n([\s\S]*?)\n```$/gm;

/** The boxes of a piece of Markdown, in their order. @throws {Error} where one is not as `toolBoxSchema` wants it */
export function toolBoxesIn(markdown: string): ToolBox[] {
  return [...markdown.matchAll(fence)].map(([, source = '']) => readToolBox(source));
}

const parts = ['now', 'press', 'changed'] as const;

/** What was read of the official page: "by a copy of the official page from May 2026". */
function readIn({ copy }: ToolBox): string {
  if (!copy) return 'by the official page';
  if (copy === 'quoted') return 'by what others quote of the official page';
  return copy === 'undated'
    ? 'by an undated copy of the official page'
    : `by a copy of the official page from ${monthInWords(copy)}`;
}

/** An address as people read it. */
const readable = (page: string) => page.replace(/^https:\/\/(www\.)?/, '').replace(/\/$/, '');

/** Markdown with its boxes as paragraphs, for whatever reads a text rather than shows it: search, passages, extracts. */
export function withToolBoxesAsText(markdown: string): string {
  return markdown.replace(fence, (_, source: string) => {
    const box = readToolBox(source);
    return [
      `${kinds[box.kind].title}: ${box.tool}, ${box.about}.`,
      ...parts.flatMap((part) => (box[part] ? [`${kinds[box.kind][part]}: ${box[part]}`] : [])),
      `Checked in ${monthInWords(box.checked)} ${readIn(box)}: ${readable(box.page)}`,
    ].join('\n\n');
  });
}

const inline = unified().use(remarkParse);

/** The bold words and links of one of a box's texts. */
function phrasing(text: string): PhrasingContent[] {
  const [first] = inline.parse(text).children;
  return first?.type === 'paragraph' ? first.children : [{ type: 'text', value: text }];
}

/** A Markdown node that becomes the HTML element named. */
const shownAs = (
  hName: string,
  children: (PhrasingContent | BlockContent)[],
  hProperties: Record<string, string | string[]> = {},
): Paragraph => ({
  type: 'paragraph',
  data: { hName, hProperties },
  children: children as PhrasingContent[],
});

const text = (value: string): PhrasingContent => ({ type: 'text', value });

function renderBox(box: ToolBox): RootContent {
  const time = shownAs('time', [text(monthInWords(box.checked))], { dateTime: box.checked });
  return shownAs(
    'aside',
    [
      shownAs(
        'p',
        [
          shownAs('span', [text(kinds[box.kind].title)], { className: ['tool-box-kind'] }),
          text(' '),
          shownAs('strong', [text(`${box.tool}: ${box.about}`)]),
        ],
        { className: ['tool-box-title'] },
      ),
      shownAs(
        'dl',
        parts.flatMap((part) => {
          const value = box[part];
          return value ? [shownAs('dt', [text(kinds[box.kind][part])]), shownAs('dd', phrasing(value))] : [];
        }),
      ),
      shownAs(
        'p',
        [
          text('Checked in '),
          time,
          text(` ${readIn(box)}: `),
          shownAs('a', [text(readable(box.page))], { href: box.page, rel: ['external', 'noopener'] }),
        ],
        { className: ['tool-box-source'] },
      ),
    ],
    {
      className: ['tool-box'],
      role: 'note',
      ariaLabel: `${kinds[box.kind].title}: ${box.tool}, ${box.about}`,
    },
  );
}

/** Has Markdown's fenced blocks named `tool` shown as boxes. @throws {Error} where one is not as `toolBoxSchema` wants it */
export function remarkToolBoxes() {
  return (tree: Root): void => {
    visit(tree, 'code', (node, index, parent) => {
      if (node.lang !== 'tool' || !parent || index === undefined) return;
      parent.children[index] = renderBox(readToolBox(node.value));
    });
  };
}
