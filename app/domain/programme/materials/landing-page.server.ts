import type { Element, ElementContent } from 'hast';
import { visit } from 'unist-util-visit';
import type { MaterialFile } from '#app/domain/programme/materials/file.server.ts';
import { baseStyle } from '#app/domain/programme/materials/page-style.ts';
import { materialText } from '#app/domain/programme/materials/texts.server.ts';
import { config } from '#app/platform/config.server.ts';
import { element, htmlDocument, pageElements } from '#app/platform/documents/html-page.server.ts';
import { palette } from '#app/platform/palette.ts';

const name = 'landing-page';

const style = `${baseStyle}
.wrap { max-width: 44rem; margin: 0 auto; padding: 0 1.25rem; display: grid; gap: 1.1rem; }
.hero { background: ${palette.accent}; color: #fff; padding: clamp(2.5rem, 8vw, 5.5rem) 0; }
.hero .wrap { gap: 1.5rem; justify-items: start; }
.hero h1 { font-size: clamp(2.1rem, 7vw, 3.6rem); letter-spacing: -0.02em; }
.hero em { font-style: normal; font-size: clamp(1.1rem, 3vw, 1.4rem); color: ${palette.marker}; }
.hero p { max-width: 40rem; color: #dcece5; }
section { padding: clamp(2rem, 6vw, 3.5rem) 0; }
section + section:not(.offer, .closing) .wrap { border-top: 1px solid var(--line); padding-top: clamp(2rem, 6vw, 3.5rem); }
.hero + section .wrap, .offer + section .wrap { border-top: 0 !important; padding-top: 0 !important; }
section { padding-bottom: 0; }
h2 { font-size: clamp(1.6rem, 4.5vw, 2.25rem); letter-spacing: -0.01em; }
ul { list-style: none; padding: 0; display: grid; gap: 1rem; grid-template-columns: repeat(auto-fit, minmax(min(100%, 17rem), 1fr)); }
li { background: var(--surface); border: 1px solid var(--line); border-top: 4px solid var(--accent); border-radius: 0.5rem; padding: 1rem 1.15rem; }
li:last-child:nth-child(odd) { grid-column: 1 / -1; }
li strong { display: block; font: 700 1.2rem/1.3 Georgia, "Times New Roman", serif; }
.question strong { display: block; font: 700 1.15rem/1.3 Georgia, "Times New Roman", serif; margin-bottom: 0.2rem; }
.button { display: inline-block; justify-self: start; padding: 0.85rem 1.6rem; border-radius: 0.5rem; background: var(--accent); color: var(--on-accent); font-weight: 650; font-size: 1.1rem; text-decoration: none; }
.button:hover { text-decoration: underline; }
.hero .button { background: ${palette.marker}; color: ${palette.ink}; }
.button:focus-visible { outline: 3px solid currentColor; outline-offset: 3px; }
.offer .wrap { background: var(--accent-soft); border-radius: 0.75rem; padding: clamp(1.5rem, 5vw, 2.5rem); max-width: 49rem; }
@media (max-width: 50rem) { .offer .wrap { margin: 0 1.25rem; } }
.closing { background: ${palette.accent}; color: #fff; margin-top: clamp(2.5rem, 7vw, 4.5rem); padding: clamp(2.5rem, 8vw, 4.5rem) 0; }
.closing .button { background: ${palette.marker}; color: ${palette.ink}; }
`;

const note = `How to use this page
1. Replace every passage marked in yellow with your own words, and take the mark away: it stands between <mark> and </mark>.
2. Leave the disclosure above the first link, and the price and conditions as they are.
3. Upload the file to your own site. It needs no other files.`;

/** "Begin here: https://..." alone in its paragraph is a call to act. */
function asButton(node: Element): Element {
  const [lead, link] = node.children;
  if (node.tagName !== 'p' || node.children.length !== 2) return node;
  if (lead?.type !== 'text' || link?.type !== 'element' || link.tagName !== 'a') return node;
  const label = /(?<![^.:])([^.:]+):\s*$/.exec(lead.value)?.[1];
  if (!label) return node;
  const text: ElementContent = { type: 'text', value: label.trim() };
  return element('a', { ...link.properties, className: ['button'] }, [text]);
}

/** A question in bold at the head of its answer. */
function asQuestion(node: Element): Element {
  const first = node.children[0];
  if (node.tagName === 'p' && first?.type === 'element' && first.tagName === 'strong')
    node.properties.className = ['question'];
  return node;
}

const isButton = (node: Element) => String(node.properties.className) === 'button';

/** Sections by second-level heading: the first is the head of the page, the last its close; one with a button is an offer. */
function sections(elements: Element[]): Element[] {
  const parts: Element[][] = [];
  for (const node of elements) {
    if (node.tagName === 'h2' || parts.length === 0) parts.push([]);
    parts.at(-1)?.push(asQuestion(asButton(node)));
  }
  return parts.map((children, index) => {
    const heading = children[0];
    if (index === 0 && heading) heading.tagName = 'h1';
    const last = children.at(-1);
    const kind =
      index === 0 ? 'hero' : index === parts.length - 1 ? 'closing' : last && isButton(last) ? 'offer' : '';
    const wrap = element('div', { className: ['wrap'] }, children);
    const tag = index === 0 ? 'header' : 'section';
    return element(tag, kind ? { className: [kind] } : {}, [wrap]);
  });
}

async function makePage(link: string): Promise<Buffer> {
  const { tree, description } = materialText(name, link, { curly: true });
  const elements = pageElements(tree);
  const [header, ...rest] = sections(elements);
  let title = '';
  visit(header ?? element('p', {}, []), 'text', (node, _, parent) => {
    if (parent?.type === 'element' && parent.tagName === 'h1') title += node.value;
  });
  const body = [...(header ? [header] : []), element('main', {}, rest)];
  const page = htmlDocument({ title: `${title} | ${config().brandName}`, description, style, body, note });
  return Buffer.from(page);
}

const file: MaterialFile = {
  name: `${name}.html`,
  format: 'HTML',
  title: 'The page, ready to upload',
  measure: 'One file',
  isWhole: true,
  isPersonal: true,
  make: makePage,
};

/** The landing page. */
export const landingFiles = (): readonly MaterialFile[] => [file];
