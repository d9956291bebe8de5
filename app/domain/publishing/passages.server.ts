import { visit } from 'unist-util-visit';
import { type Document, strings, textOfNode } from '#app/domain/publishing/document.server.ts';

/** Keys whose values are for the site, not for readers. */
const machineKeys = new Set([
  'topic',
  'level',
  'related',
  'to',
  'buyTo',
  'agreementTo',
  'href',
  'icon',
  'id',
  'version',
  'identifier',
  'edition',
  'course',
  'courses',
  'aiCourses',
  'downloads',
  'video',
  'introVideo',
  'layout',
  'frame',
  'block',
  'kind',
  'passage',
  'sum',
  'page',
]);

/** The strings of data that readers see. */
export const words = (data: unknown) =>
  strings(data).filter(({ keys }) => !keys.some((key) => machineKeys.has(key)));

/** The paragraphs, list items, table rows, headings and code blocks of a piece, and the texts of its data. */
export function passages({ data, tree }: Document): string[] {
  const texts = words(data).map(({ text }) => text);
  visit(tree, (node) => {
    if (!['paragraph', 'heading', 'tableRow', 'code'].includes(node.type)) return undefined;
    if (node.type === 'code') texts.push(...node.value.split(/\n\s*\n/));
    else if (node.type === 'tableRow') texts.push(node.children.map(textOfNode).join(' | '));
    else texts.push(textOfNode(node));
    return 'skip';
  });
  visit(tree, 'image', ({ alt, title }) => {
    texts.push(...[alt, title].filter((text) => typeof text === 'string'));
  });
  return texts;
}
