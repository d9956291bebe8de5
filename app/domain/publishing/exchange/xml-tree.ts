import { Parser } from 'htmlparser2';
import { cutText } from '#app/platform/storable-text.ts';

// XML of other systems as a tree, within limits. The parser knows the five entities of XML and characters by number, loads nothing, and
// drops declarations: an entity that a file defines stays as it is written, so that none grows and none names another file.

/** An element; names are without their prefixes, in small letters. */
export interface XmlElement {
  name: string;
  attributes: Readonly<Record<string, string>>;
  children: (XmlElement | string)[];
}

const limits = { depth: 100, nodes: 200_000 };

/** XML that is not read; the message says why. */
export class XmlError extends Error {}

const localName = (name: string) => name.slice(name.indexOf(':') + 1).toLowerCase();

/** The root of an XML text. @throws {XmlError} for what is no XML, or goes beyond the limits */
export function parseXml(text: string): XmlElement {
  const root: XmlElement = { name: '', attributes: {}, children: [] };
  const open: XmlElement[] = [root];
  let nodes = 0;
  const count = () => {
    nodes += 1;
    if (nodes > limits.nodes)
      throw new XmlError(`It has more than ${limits.nodes.toLocaleString('en-US')} elements.`);
  };
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        count();
        const element: XmlElement = {
          name: localName(name),
          attributes: Object.fromEntries(
            Object.entries(attributes).map(([key, value]) => [localName(key), value]),
          ),
          children: [],
        };
        open.at(-1)?.children.push(element);
        open.push(element);
        if (open.length > limits.depth)
          throw new XmlError(`Its elements are nested more than ${limits.depth} deep.`);
      },
      onclosetag(name, isImplied) {
        // One that is never closed: the file was cut off, or is no XML. The parser says the same of <this/>.
        if (isImplied && text[parser.endIndex - 1] !== '/')
          throw new XmlError(`It is not well-formed: <${cutText(name, 60)}> is never closed.`);
        if (open.length > 1) open.pop();
      },
      ontext(words) {
        const { children } = open.at(-1) ?? root;
        const last = children.at(-1);
        // Text comes in parts, such as one for each entity.
        if (typeof last === 'string') children[children.length - 1] = last + words;
        else {
          count();
          children.push(words);
        }
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  parser.end(text);
  const element = root.children.find((child): child is XmlElement => typeof child !== 'string');
  if (!element) throw new XmlError('It has no XML in it.');
  return element;
}

/** The elements of a name right below another. */
export const childrenOf = (element: XmlElement | undefined, name?: string): XmlElement[] =>
  (element?.children ?? []).filter(
    (child): child is XmlElement => typeof child !== 'string' && (name === undefined || child.name === name),
  );

/** The first element of a name right below another, or below that one along a path of names. */
export function childOf(element: XmlElement | undefined, ...path: string[]): XmlElement | undefined {
  let current = element;
  for (const name of path) current = childrenOf(current, name)[0];
  return current;
}

/** Every element of a name below another, in the order of the file. */
export function elementsBelow(element: XmlElement | undefined, name: string): XmlElement[] {
  const result: XmlElement[] = [];
  const visit = (parent: XmlElement) => {
    for (const child of parent.children)
      if (typeof child !== 'string') {
        if (child.name === name) result.push(child);
        visit(child);
      }
  };
  if (element) visit(element);
  return result;
}

/** The text right in an element and below it. */
export const xmlText = (element: XmlElement | undefined): string =>
  (element?.children ?? []).map((child) => (typeof child === 'string' ? child : xmlText(child))).join('');
