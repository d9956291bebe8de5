import type { Nodes, Root } from 'hast';
import { unified } from 'unified';
import { remarkGfm, remarkParse, remarkRehype } from '#app/platform/content/markdown-packages.server.ts';
import { isCostly } from '#app/platform/content/member-markdown.server.ts';

const processor = unified().use(remarkParse).use(remarkGfm).use(remarkRehype);

/** What a text says and where its links and pictures lead, as Markdown is read: entities, references and autolinks are resolved by then. */
interface Reading {
  text: string;
  addresses: string[];
}

const blocks = new Set([
  'p',
  'li',
  'pre',
  'blockquote',
  'td',
  'th',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'br',
]);

function read(node: Nodes, reading: Reading): void {
  if (node.type === 'text') reading.text += node.value;
  if (node.type === 'element') {
    const { tagName, properties } = node;
    const at = reading.text.length;
    if (blocks.has(tagName)) reading.text += '\n';
    for (const child of node.children) read(child, reading);
    if (tagName === 'img') {
      reading.text += String(properties.alt ?? '');
      reading.addresses.push(String(properties.src ?? ''));
    }
    if (tagName === 'a') {
      const href = String(properties.href ?? '');
      // An email address that stands in the text is shown as text.
      if (href !== `mailto:${reading.text.slice(at)}`) reading.addresses.push(href);
    }
  }
  if (node.type === 'root') for (const child of node.children) read(child, reading);
}

function readMarkdown(markdown: string): Reading {
  const reading: Reading = { text: '', addresses: [] };
  if (isCostly(markdown)) return { ...reading, text: markdown };
  try {
    read(processor.runSync(processor.parse(markdown)) as Root, reading);
    return reading;
  } catch {
    // What cannot be read as Markdown is shown as it was typed.
    return { text: markdown, addresses: [] };
  }
}

/** A page of this site, or a place on the same page. */
const isOwn = (address: string) => /^(?:\/(?![/\\])|#)/.test(address);

/**
 * A text as a reader sees it: letters in their plain form, dots of other scripts as dots, and nothing that has no width.
 */
const plainLetters = (text: string) =>
  text
    .normalize('NFKC')
    .replace(/\p{Cf}|\p{Mn}|[\u115f\u1160\u3164]/gu, '')
    .replace(/[。․‧・]/gu, '.')
    .replace(/[∕⁄⧸]/gu, '/')
    .replace(/[：꞉∶]/gu, ':');

/** An address that can be copied out of a text: a scheme with what follows it, two slashes before a host, or `www.`. */
const readsLikeLink =
  /(?:https?:)?\/\/[^\s/]|\b[a-z][a-z0-9+.-]{1,20}:\/\/|\b(?:mailto|tel|sms|javascript|data):[^\s]|\bwww\.[^\s.]/i;

/** Whether a member's Markdown has a link that leads off the site, or says an address that reads like one. */
export function hasLink(markdown: string): boolean {
  const { text, addresses } = readMarkdown(markdown);
  return addresses.some((address) => !isOwn(address)) || readsLikeLink.test(plainLetters(text));
}
