/** The words of a stretch without code: links and pictures by their text, no emphasis, no escapes. */
const withoutMarks = (text: string) =>
  text
    .replace(/!?\[([^[\]]*)\]\([^()[\]]*\)/g, '$1')
    .replace(/(?<!\\)(\*{1,3}|~~)(?=\S)(.+?)(?<=[^\s\\])\1/g, '$2')
    .replace(/(?<![\p{L}\p{N}_])(_{1,3})(?=\S)(.+?)(?<=\S)\1(?![\p{L}\p{N}_])/gu, '$2')
    .replace(/\\([!-/:-@[-`{-~])/g, '$1');

/** A line without what makes it a heading, a quotation, an item of a list or a row of a table. */
const withoutBlockMarks = (line: string) => {
  if (/^[\s|:-]+$/.test(line) && line.includes('--')) return '';
  const text = line.replace(/^[\s>]*(#{1,6} |[-*+] (\[[ xX]\] )?|\d{1,9}[.)] )?/, '');
  return /^\s*\|/.test(line) ? text.replace(/(?<!\\)\|/g, ' ') : text;
};

/**
 * What a piece of our Markdown says, without its marks, on one line: for searching and for extracts. Rough, and a hundred
 * times quicker than the parser, which matters when the whole library is read at a start.
 */
export function plainText(markdown: string): string {
  const prose = (text: string) => withoutMarks(text.split('\n').map(withoutBlockMarks).join('\n'));
  return markdown
    .split(/^```.*$/m)
    .map((part, index) =>
      // Every other part stands between fences.
      index % 2 === 1
        ? part
        : part
            .split('\n\n')
            .map((block) =>
              prose(block)
                .split(/(?<!`)`(?!`)([^`]+)`/)
                .join(''),
            )
            .join('\n'),
    )
    .join('\n')
    .replace(/\s+/g, ' ')
    .trim();
}
