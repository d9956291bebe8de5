/** What Markdown can open: repeated, each makes a parser look back, ahead or deeper. */
const units = [
  ...['> ', '>', '- ', '1. ', '> - ', '>\n', '> a\n', '- a\n', '1. a\n', '- - a\n', '- [ ] a\n', '* a\n\n  '],
  ...['*a', '**a', '*a*', '**a *b', '***a', '~~a', '_a_', '*_', '`a', '``a', '*', '_', '~', '\\', '\\*', '!'],
  ...[
    '[a',
    '[',
    '![',
    '![a](b',
    '[a](b) ',
    '[a][b',
    '[a]: b\n',
    '[^a]: b\n',
    '[^a]',
    '[](',
    '[a](<b',
    '[*a](b)',
  ],
  ...[
    '<a',
    '<a b="',
    '<!--',
    '<?',
    '<![CDATA[',
    '<http://a',
    '<div>\n\n',
    '&#1;',
    '&a',
    '&amp;',
    '"',
    'a:',
    '[a](b "',
  ],
  ...[
    '|',
    '|a',
    '|a|\n',
    '|-',
    '|-|\n',
    'a|b\n',
    '| - \n',
    '# ',
    '---\n',
    'a\n===\n',
    '```\n',
    '~~~\n',
    '    a\n',
  ],
  ...[
    'http://a.b ',
    'www.a.b ',
    'a@b.c ',
    'a@b.',
    '@a ',
    'https://a.b/)',
    'a\n',
    '\n',
    ' ',
    '\t',
    'a  \n',
    'word ',
  ],
];

const filled = (length: number, line: (index: number) => string) => {
  let text = '';
  for (let index = 0; text.length < length; index += 1) text += line(index);
  return text.slice(0, length);
};

/** Texts of so many characters that cost a Markdown parser the most, by name. */
export function hostileMarkdown(length: number): [name: string, text: string][] {
  const repeated = units.map((unit): [string, string] => [JSON.stringify(unit), filled(length, () => unit)]);
  const nested = [3, 5, 8, 12, 19].flatMap((depth): [string, string][] => [
    [`${depth} lists`, filled(length, () => `${'- '.repeat(depth)}a\n`)],
    [`${depth} quotations`, filled(length, () => `${'> '.repeat(depth)}a\n\n`)],
    [`${depth} of both`, filled(length, () => `${'> - '.repeat(depth)}*a [b\n`)],
    [`${depth} continued`, filled(length, () => `${'- '.repeat(depth)}a\n${'  '.repeat(depth)}b\n`)],
    [`${depth} levels`, filled(length, (index) => `${'  '.repeat(index % depth)}- a\n`)],
    [`${depth} loose levels`, filled(length, (index) => `${'  '.repeat(index % depth)}- a\n\n`)],
  ]);
  const cells = Math.floor(length / 8);
  return [
    ...repeated,
    ...nested,
    ['stairs', filled(length, (index) => `${'  '.repeat(index)}- a\n`)],
    ['definitions', filled(length, (index) => `[a${index}]: b\n`)],
    ['footnotes', filled(length, (index) => `[^a${index}]: b[^a${index}]\n`)],
    ['a wide table', `|${' a |'.repeat(cells)}\n|${' - |'.repeat(cells)}`],
    ['a long table', `|a\n|-\n${filled(length - 6, () => '|*a|`b\n')}`],
    ['runs of code', filled(length, (index) => `a${'`'.repeat(index)}`)],
    ['paragraphs of emphasis', filled(length, () => `${'*a'.repeat(20)} ${'a*'.repeat(20)}\n\n`)],
    ['brackets', '['.repeat(length / 2) + ']'.repeat(length / 2)],
    ['emphasis in emphasis', `${'*'.repeat(length / 2)}a${'*'.repeat(length / 2)}`],
    ['spaces before a letter', `${' '.repeat(length - 1)}a`],
  ];
}
