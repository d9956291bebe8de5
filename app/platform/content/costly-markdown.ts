/** How much of what makes Markdown costly to read one text may hold. */
export interface MarkdownLimits {
  lines: number;
  /** Characters that can begin or end something, in the whole text and in one paragraph or table. */
  marks: number;
  marksInBlock: number;
  /** Quotations and lists in each other on one line, and the sum of that over all lines. */
  depth: number;
  depthInAll: number;
  /** Columns before the first letter of a list item or quoted line. */
  indent: number;
  /** Cells of a table row. */
  cells: number;
  /** Addresses that become links by themselves. */
  addresses: number;
}

const mark = /[*_~`[\]<>!&\\|#^]/g;
const address = /:\/\/|www\.|@/gi;
/** What stands before the first letter of a line: indents, and signs of quotations and lists. */
const opening = /^(?:[ \t]|>|[-*+?:](?=[ \t]|$)|\d{1,9}[.)](?=[ \t]|$))+/;
const container = />|[-*+?:]|\d{1,9}[.)]/g;

const count = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0;

/**
 * Why a text would take a Markdown parser longer than its length suggests, as the end of a sentence that begins with "There are"; null
 * where it doesn't. A parser's time grows with the square, or worse, of how deep and how often a text opens what it doesn't close: each
 * figure here keeps that in bounds, and takes time that grows with the length alone.
 */
export function costlyMarkdown(text: string, limits: MarkdownLimits): string | null {
  const lines = text.split('\n');
  if (lines.length > limits.lines) return `more than ${limits.lines} lines`;
  if (count(text, mark) > limits.marks) return `more than ${limits.marks} formatting characters`;
  if (count(text, address) > limits.addresses) return `more than ${limits.addresses} addresses`;
  let inBlock = 0;
  let depthInAll = 0;
  for (const [index, line] of lines.entries()) {
    const at = `on line ${index + 1}`;
    const before = opening.exec(line)?.[0] ?? '';
    const columns = before.replaceAll('\t', '    ').length;
    const depth = count(before, container);
    depthInAll += depth;
    if (depth > limits.depth) return `more than ${limits.depth} quotations or lists inside each other ${at}`;
    if (depth > 0 && columns > limits.indent)
      return `more than ${limits.indent} columns of indentation ${at}`;
    if (count(line, /\|/g) > limits.cells) return `more than ${limits.cells} table columns ${at}`;
    inBlock = line.trim() === '' ? 0 : inBlock + count(line, mark);
    if (inBlock > limits.marksInBlock)
      return `more than ${limits.marksInBlock} formatting characters in one paragraph ${at}`;
  }
  return depthInAll > limits.depthInAll ? `more than ${limits.depthInAll} list items and quoted lines` : null;
}
