// Turns pages as they are served into JSX that renders the same markup.
import type { Comment, Doctype, Element, Nodes, RootContent, Text } from 'hast';
import { fromHtml } from 'hast-util-from-html';

/** A page of the stock app. */
export interface StockPage {
  path: string;
  /** What stands in its head, as React Router's `meta` wants it. */
  meta: Record<string, string>[];
  /** The JSX of what stands in its body. */
  body: string;
}

/** What pages have in common. */
export interface StockDocument {
  pages: StockPage[];
  /** The JSX of the head's elements that all pages have. */
  head: string;
  bodyAttributes: string;
}

type Child = RootContent | Text | Comment | Doctype;

const isElement = (node: Nodes | Child | undefined): node is Element => node?.type === 'element';

/** What the framework writes: the stock app's writes its own. */
function isOfFramework(node: Child): boolean {
  if (!isElement(node)) return false;
  if (node.tagName === 'script') return node.properties.type !== 'application/ld+json';
  return node.tagName === 'link' && [node.properties.rel].flat().includes('modulepreload');
}

function find(node: Nodes, tagName: string): Element {
  const found =
    'children' in node
      ? node.children.find((child) => isElement(child) && child.tagName === tagName)
      : undefined;
  if (!isElement(found)) throw new Error(`The page has no <${tagName}>.`);
  return found;
}

/** `ariaLabel` is `aria-label`; other names of properties are React's. */
const attributeName = (property: string) =>
  /^(aria|data)[A-Z]/.test(property)
    ? property
        .replace(/^aria/, 'aria-')
        .replace(/(?<!^)[A-Z]/g, (letter) =>
          property.startsWith('aria') ? letter.toLowerCase() : `-${letter.toLowerCase()}`,
        )
    : property;

function attributesOf({ properties, tagName }: Element): [name: string, value: unknown][] {
  return Object.entries(properties).flatMap(([property, value]) => {
    if (property === 'nonce' || value === null || value === undefined) return [];
    const plain = Array.isArray(value) ? value.join(' ') : value;
    const isField = tagName === 'input' && property === 'value' && properties.type !== 'hidden';
    return [[isField ? 'defaultValue' : attributeName(property), plain] as [string, unknown]];
  });
}

const print = (attributes: readonly [string, unknown][]) =>
  attributes.map(([name, value]) => ` ${name}={${JSON.stringify(value)}}`).join('');

/** The markup inside an element, as it was served. */
const innerOf = (element: Element, html: string) => {
  const first = element.children[0]?.position?.start.offset;
  const last = element.children.at(-1)?.position?.end.offset;
  return first === undefined || last === undefined ? '' : html.slice(first, last);
};

/** Written as markup by our pages too: content that was rendered from Markdown, and structured data. */
const isMarkup = ({ tagName, properties }: Element) =>
  tagName === 'script' || [properties.className].flat().includes('prose');

function jsx(node: Child, html: string): string {
  if (node.type === 'text') return `{${JSON.stringify(node.value)}}`;
  if (!isElement(node) || isOfFramework(node)) return '';
  const attributes = attributesOf(node);
  // Where our page has a link or form of React Router's, so has this one.
  const isRouted = node.properties.dataDiscover === 'true';
  const own = isRouted ? attributes.filter(([name]) => name !== 'data-discover') : attributes;
  const name = isRouted ? (node.tagName === 'form' ? 'Form' : 'Link') : node.tagName;
  const printed = print(own.map(([key, value]) => [name === 'Link' && key === 'href' ? 'to' : key, value]));
  if (isMarkup(node))
    return `<${name}${printed} dangerouslySetInnerHTML={{ __html: ${JSON.stringify(innerOf(node, html))} }} />`;
  const children = node.children.map((child) => jsx(child, html)).join('');
  return children === '' ? `<${name}${printed} />` : `<${name}${printed}>${children}</${name}>`;
}

/** An element of the head as React Router's `meta` takes it. */
function descriptor(node: Element): Record<string, string> {
  if (node.tagName === 'title')
    return { title: node.children.map((child) => ('value' in child ? child.value : '')).join('') };
  const attributes = Object.fromEntries(attributesOf(node).map(([name, value]) => [name, String(value)]));
  return node.tagName === 'meta' ? attributes : { tagName: node.tagName, ...attributes };
}

/** Reads pages of one site, each by its path and HTML. */
export function readPages(served: ReadonlyMap<string, string>): StockDocument {
  const documents = [...served].map(([path, html]) => {
    const document = find(fromHtml(html), 'html');
    const head = find(document, 'head').children.filter((child) => !isOfFramework(child));
    return {
      path,
      html,
      body: find(document, 'body'),
      head: new Map(head.map((child) => [jsx(child, html), child])),
    };
  });
  const [first] = documents;
  if (!first) throw new Error('There is no page to imitate.');
  const isShared = (printed: string) => documents.every(({ head }) => head.has(printed));
  return {
    head: [...first.head.keys()].filter(isShared).join('\n'),
    bodyAttributes: print(attributesOf(first.body)),
    pages: documents.map(({ path, html, head, body }) => ({
      path,
      meta: [...head].flatMap(([printed, node]) =>
        isShared(printed) || !isElement(node) ? [] : [descriptor(node)],
      ),
      body: body.children.map((child) => jsx(child, html)).join('\n'),
    })),
  };
}
