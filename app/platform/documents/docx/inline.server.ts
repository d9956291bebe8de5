import { ExternalHyperlink, type ParagraphChild, TextRun } from 'docx';
import type { PhrasingContent } from 'mdast';

/** How a run of text looks. */
interface Look {
  bold?: boolean;
  italics?: boolean;
  strike?: boolean;
  font?: string;
  style?: string;
}

/** The typeface of code and templates. */
export const codeFont = 'Courier New';

/**
 * Markdown inside a paragraph as Word knows it; links to the site get its address in front.
 * @throws for what has no counterpart, so that nothing is lost silently.
 */
export function inlineChildren(
  nodes: readonly PhrasingContent[],
  baseUrl: string,
  look: Look = {},
): ParagraphChild[] {
  return nodes.flatMap((node) => inlineChild(node, baseUrl, look));
}

function inlineChild(node: PhrasingContent, baseUrl: string, look: Look): ParagraphChild[] {
  switch (node.type) {
    case 'text':
      return [new TextRun({ ...look, text: node.value.replaceAll('\n', ' ') })];
    case 'strong':
      return inlineChildren(node.children, baseUrl, { ...look, bold: true });
    case 'emphasis':
      return inlineChildren(node.children, baseUrl, { ...look, italics: true });
    case 'delete':
      return inlineChildren(node.children, baseUrl, { ...look, strike: true });
    case 'inlineCode':
      return [new TextRun({ ...look, text: node.value, font: codeFont })];
    case 'break':
      return [new TextRun({ break: 1 })];
    case 'link':
      return [
        new ExternalHyperlink({
          link: node.url.startsWith('/') ? baseUrl + node.url : node.url,
          children: inlineChildren(node.children, baseUrl, { ...look, style: 'Hyperlink' }),
        }),
      ];
    default:
      throw new Error(`Markdown of type ${node.type} has no place in a document.`);
  }
}
