import { createHash } from 'node:crypto';
import { posix } from 'node:path';
import type { Element, ElementContent, Root, RootContent } from 'hast';
import { unified } from 'unified';
import { SKIP, visit } from 'unist-util-visit';
import { readText } from '#app/platform/content/files.server.ts';
import { imagesPath, sizeInName } from '#app/platform/content/image-names.ts';
import { keepLatest } from '#app/platform/content/latest-results.ts';
import {
  fromHtml,
  rehypeSlug,
  rehypeStringify,
  remarkGfm,
  remarkParse,
  remarkRehype,
} from '#app/platform/content/markdown-packages.server.ts';
import { remarkToolBoxes, withToolBoxesAsText } from '#app/platform/content/tool-box.server.ts';

/** A piece of writing, rendered. */
export interface RenderedText {
  /** Tells it from any other text. */
  id: string;
  html: string;
  /** Second-level headings, for a list of contents. */
  headings: { id: string; text: string }[];
  /** The items of its checklists, by the names of their boxes, in their order. */
  tasks: string[];
  /** Reading time at 220 words a minute, at least 1. */
  readingMinutes: number;
}

const textOf = (node: ElementContent | RootContent): string =>
  node.type === 'text'
    ? node.value
    : 'children' in node
      ? node.children.map((child) => textOf(child as ElementContent)).join('')
      : '';

const element = (
  tagName: string,
  properties: Element['properties'],
  children: ElementContent[],
): Element => ({
  type: 'element',
  tagName,
  properties,
  children,
});

/** An SVG of the content folder, put into the page itself so that it takes the page's colours. */
function inlineFigure(folder: string, image: Element): Element {
  const source = readText(posix.join(folder, String(image.properties.src)));
  const svg = fromHtml(source, { fragment: true, space: 'svg' }).children.find(
    (node) => node.type === 'element',
  );
  if (!svg) throw new Error(`${String(image.properties.src)} holds no <svg>`);
  svg.properties = { ...svg.properties, role: 'img', ariaLabel: String(image.properties.alt ?? '') };
  return figureOf(svg, image.properties.title);
}

/** A picture with the words below it, where there are some. */
function figureOf(picture: Element, caption: unknown): Element {
  const children: ElementContent[] = [picture];
  if (caption) children.push(element('figcaption', {}, [{ type: 'text', value: String(caption) }]));
  return element('figure', {}, children);
}

/** A picture that was sent to the site: its place is kept free before it is there. Any other address is asked for by no page. */
function sizeImage(image: Element): void {
  const { src, title: _, ...properties } = image.properties;
  const address = String(src);
  const size = address.startsWith(imagesPath) ? sizeInName(address.slice(imagesPath.length)) : null;
  image.properties = size
    ? { src: address, ...properties, ...size, loading: 'lazy', decoding: 'async' }
    : properties;
}

/** The headings of a table's columns, by which its scrolling region is told from others. */
function columnsOf(table: Element): string {
  const names: string[] = [];
  visit(table, 'element', (cell) => {
    if (cell.tagName === 'th') names.push(textOf(cell).trim());
  });
  return names.filter(Boolean).join(', ');
}

/** A template with the button that copies it (app/ui/prose.tsx), which is not there without scripts. */
function copyable(pre: Element): Element {
  const className = ['copy-button', 'scripts-only', 'no-print'];
  const button = element('button', { type: 'button', className }, [{ type: 'text', value: 'Copy' }]);
  return element('div', { className: ['copyable'] }, [button, pre]);
}

/** The names of boxes whose lines were reworded, by those that their words would give them. */
export type BoxKeys = Readonly<Record<string, string>>;

/** A line of a checklist, with the name that its words give its box. */
export interface TaskLine {
  name: string;
  words: string;
}

/** The name of a box that is made from a text. */
export const boxNameOf = (text: string): string =>
  `t_${createHash('sha256').update(text).digest('hex').slice(0, 16)}`;

/** Names lines by their words, so that a name stays the same while other lines change; words that come again are counted. */
function taskNamer(): (item: Element) => TaskLine {
  const counts = new Map<string, number>();
  return (item) => {
    const words = item.children
      .map((child) => textOf(child))
      .join('')
      .trim();
    const times = (counts.get(words) ?? 0) + 1;
    counts.set(words, times);
    return { name: boxNameOf(times === 1 ? words : `${words}\n${times}`), words };
  };
}

const isTask = ({ tagName, properties }: Element) =>
  tagName === 'li' && String(properties.className).includes('task-list-item');

/**
 * The line of a checklist as a box of this name with its label. The box belongs to the form with the id "checklist", where the page has
 * one.
 */
function dressTask(item: Element, name: string): void {
  const box = element(
    'input',
    { type: 'checkbox', className: ['task-box'], name, value: '1', form: 'checklist' },
    [],
  );
  const isNested = (node: ElementContent) =>
    node.type === 'element' && ['ul', 'ol', 'div'].includes(node.tagName);
  const own = item.children.filter(
    (child) => !isNested(child) && !(child.type === 'element' && child.tagName === 'input'),
  );
  item.children = [element('label', {}, [box, ...own]), ...item.children.filter(isNested)];
}

/** Where a link of ours may lead; what else stands in a text is refused before it is published, and is no link in its preview. */
const leadsSomewhere = /^(?:\/(?!\/)|#|https:\/\/|mailto:)/;

/** What Markdown leaves to the page: figures, tables that scroll, templates to copy, boxes of checklists. */
function dress(folder: string, tasks: string[], takesTicks: boolean, keys: BoxKeys) {
  return (tree: Root) => {
    let tables = 0;
    const nameTask = taskNamer();
    visit(tree, 'element', (node, index, parent) => {
      if (!parent || index === undefined) return;
      const only = node.children.filter((child) => child.type !== 'text' || child.value.trim() !== '');
      const first = only[0];
      if (node.tagName === 'p' && only.length === 1 && first?.type === 'element' && first.tagName === 'img') {
        if (String(first.properties.src).endsWith('.svg')) {
          parent.children[index] = inlineFigure(folder, first);
          return undefined;
        }
        const caption = first.properties.title;
        sizeImage(first);
        parent.children[index] = figureOf(first, caption);
        return SKIP;
      } else if (node.tagName === 'img') {
        sizeImage(node);
      } else if (node.tagName === 'a') {
        if (!leadsSomewhere.test(String(node.properties.href))) delete node.properties.href;
      } else if (node.tagName === 'table') {
        tables += 1;
        const ariaLabel = `Table ${tables}: ${columnsOf(node)}`;
        const region = { className: ['table-scroll'], tabIndex: 0, role: 'region', ariaLabel };
        parent.children[index] = element('div', region, [node]);
        return index + 1;
      } else if (isTask(node)) {
        if (takesTicks) {
          const { name: ownName } = nameTask(node);
          const key = keys[ownName] ?? ownName;
          // A file can say what it likes; two boxes of one name would be ticked together.
          let name = tasks.includes(key) ? ownName : key;
          while (tasks.includes(name)) name = boxNameOf(name);
          dressTask(node, name);
          tasks.push(name);
        }
      } else if (node.tagName === 'input' && node.properties.type === 'checkbox' && !takesTicks) {
        parent.children[index] = element('span', { className: ['task-box'], ariaHidden: 'true' }, []);
      } else if (node.tagName === 'th' && node.children.length === 0) {
        // The corner of a table heads nothing.
        node.tagName = 'td';
      } else if (node.tagName === 'pre') {
        parent.children[index] = copyable(node);
        return index + 1;
      }
      return undefined;
    });
  };
}

const inputKey = (markdown: string, folder: string, takesTicks: boolean, keys: BoxKeys) =>
  `${folder}\n${takesTicks}\n${JSON.stringify(keys)}\n${markdown}`;

/** What another thread has made of texts that editors have just typed. */
const renderedElsewhere = keepLatest<RenderedText>(40);

/** A text that was rendered in another thread, and how. */
export interface RenderedElsewhere {
  folder: string;
  takesTicks: boolean;
  keys: BoxKeys;
  text: RenderedText;
}

/** Takes over what another thread has rendered, as `renderMarkdown` would. */
export function rememberRendered(
  markdown: string,
  { folder, takesTicks, keys, text }: RenderedElsewhere,
): void {
  renderedElsewhere.set(inputKey(markdown, folder, takesTicks, keys), text);
}

/**
 * Turns Markdown of the content folder into HTML. `folder` is where its figures are looked for; `takesTicks` makes boxes of checklists
 * boxes that can be ticked, named by `keys` where their lines were reworded.
 */
export function renderMarkdown(
  markdown: string,
  folder = '',
  takesTicks = false,
  keys: BoxKeys = {},
): RenderedText {
  const latest = renderedElsewhere.get(inputKey(markdown, folder, takesTicks, keys));
  if (latest) return latest.result;
  const headings: RenderedText['headings'] = [];
  const tasks: string[] = [];
  const processor = unified()
    .use(remarkParse)
    .use(remarkGfm)
    .use(remarkToolBoxes)
    .use(remarkRehype)
    .use(rehypeSlug)
    .use(() => (tree: Root) => {
      visit(tree, 'element', (node) => {
        if (node.tagName === 'h2') headings.push({ id: String(node.properties.id), text: textOf(node) });
      });
    })
    .use(() => dress(folder, tasks, takesTicks, keys))
    .use(rehypeStringify);
  const html = String(processor.processSync(markdown));
  const id = createHash('sha256').update(html).digest('base64url').slice(0, 12);
  const words = withToolBoxesAsText(markdown).split(/\s+/).length;
  return { id, html, headings, tasks, readingMinutes: Math.max(1, Math.round(words / 220)) };
}

/** The lines of a text's checklists, in their order, also of one that cannot be rendered. */
export function taskLinesIn(markdown: string): TaskLine[] {
  const lines: TaskLine[] = [];
  const nameTask = taskNamer();
  const processor = unified()
    .use(remarkParse)
    .use(remarkGfm)
    .use(remarkRehype)
    .use(() => (tree: Root) => {
      visit(tree, 'element', (node) => {
        if (isTask(node)) lines.push(nameTask(node));
      });
    });
  processor.runSync(processor.parse(markdown));
  return lines;
}

const rendered = new WeakMap<object, RenderedText>();

/** Renders the Markdown of `owner` once; `owner` is an object of the loaded content. */
export function renderOnce(
  owner: object,
  markdown: string,
  folder = '',
  takesTicks = false,
  keys: BoxKeys = {},
): RenderedText {
  let text = rendered.get(owner);
  if (!text) {
    text = renderMarkdown(markdown, folder, takesTicks, keys);
    rendered.set(owner, text);
  }
  return text;
}
