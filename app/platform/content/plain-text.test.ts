import { expect, it } from 'vitest';
import { plainText } from '#app/platform/content/plain-text.server.ts';

it.each([
  ['## Ask **first**', 'Ask first'],
  ['See [the guide](/training/guides/x), un*believ*able.', 'See the guide, unbelievable.'],
  ['![A chart of two lines](chart.svg "Two lines")', 'A chart of two lines'],
  ['- [ ] one\n- two\n1. three', 'one two three'],
  ['| A | **B** |\n|---|--:|\n| 1 | 2 |', 'A B 1 2'],
  ['> said\n> twice', 'said twice'],
  ['2 * 3 * 4 and utm_source_x, \\*so\\*', '2 * 3 * 4 and utm_source_x, *so*'],
  ['the `code` in `a | b`', 'the code in a | b'],
  ['Copy:\n\n```text\n# Hello [name]\n- {{x}}\n```\n\nDone', 'Copy: # Hello [name] - {{x}} Done'],
  ['*All* of **it**, ***both*** and _this_', 'All of it, both and this'],
])('reads %j', (markdown, text) => {
  expect(plainText(markdown)).toBe(text);
});
