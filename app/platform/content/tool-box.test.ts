import { expect, it } from 'vitest';
import { renderMarkdown } from '#app/platform/content/markdown.server.ts';
import { toolBoxesIn, withToolBoxesAsText } from '#app/platform/content/tool-box.server.ts';

const box = (...lines: string[]) => ['```tool', ...lines, '```'].join('\n');
const whole = box(
  'tool: Ads',
  'about: match types',
  'now: Called **broad**, <b>phrase</b> and exact.',
  'press: Choose **Keywords**.',
  'checked: 2026-11',
  'copy: 2026-05',
  'page: https://www.help.example.com/match/',
);

it('shows a box as a note with its facts, its month and its page', () => {
  const { html, headings } = renderMarkdown(`Before.\n\n${whole}\n\nAfter.`);
  expect(html).toContain('<aside class="tool-box" role="note" aria-label="In the tool: Ads, match types">');
  expect(html).toContain('<dt>Where to press</dt><dd>Choose <strong>Keywords</strong>.</dd>');
  expect(html).toContain(
    'Checked in <time datetime="2026-11">November 2026</time> by a copy of the official page from May 2026: ',
  );
  expect(html).toContain(
    '<a href="https://www.help.example.com/match/" rel="external noopener">help.example.com/match</a>',
  );
  expect(html).not.toMatch(/What has changed|<b>|copy-button|<p>[^<]*<p/);
  expect(headings).toEqual([]);
});

it('is headed by its kind, where it is about a rule or a figure', () => {
  const about = (kind: string) => whole.replace('tool: Ads', `kind: ${kind}\ntool: Ads`);
  const rule = renderMarkdown(`Before.\n\n${about('rule')}`).html;
  expect(rule).toContain('aria-label="The rule: Ads, match types"');
  expect(rule).toContain('<dt>What it says</dt>');
  expect(rule).toContain('<dt>What to do</dt>');
  expect(withToolBoxesAsText(about('figure'))).toContain('The figure: Ads, match types.');
  expect(withToolBoxesAsText(about('figure'))).toContain('What was counted: Called');
  expect(() => toolBoxesIn(about('rumor'))).toThrow('kind');
});

it('is read as paragraphs by whatever looks for words', () => {
  expect(withToolBoxesAsText(`Before.\n\n${whole}`)).toBe(
    [
      'Before.',
      'In the tool: Ads, match types.',
      'What it is called: Called **broad**, <b>phrase</b> and exact.',
      'Where to press: Choose **Keywords**.',
      'Checked in November 2026 by a copy of the official page from May 2026: help.example.com/match',
    ].join('\n\n'),
  );
});

it.each([
  ['no month', 'checked: 2026-13'],
  ['an address that is not https', 'page: http://help.example.com'],
  ['a fact nobody knows', 'price: 5'],
])('is refused with %s', (_, line) => {
  const [key = ''] = line.split(':');
  const broken = whole
    .split('\n')
    .filter((otherLine) => !otherLine.startsWith(`${key}:`))
    .toSpliced(1, 0, line)
    .join('\n');
  expect(() => toolBoxesIn(broken)).toThrow(key);
});

it('is refused when it says neither where to press nor what has changed', () => {
  expect(() => toolBoxesIn(whole.replace(/press: .*\n/, ''))).toThrow('press, changed');
});
