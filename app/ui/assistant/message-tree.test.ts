import { describe, expect, it } from 'vitest';
import { blocksOf, inlinesOf, isOwnPath } from '#app/ui/assistant/message-tree.ts';

const text = (value: string) => ({ kind: 'text', text: value });

describe('an answer', () => {
  it('has paragraphs, quotations with their citations, lists and code', () => {
    expect(
      blocksOf(
        'One **two** *three* `four`.\n\n> Said\n> twice. [1] [2]\n\n- a\n- b\n  more\n\n1. x\n\n```\n<b>\n```\n# Head\nrest',
      ),
    ).toEqual([
      {
        kind: 'paragraph',
        children: [
          text('One '),
          { kind: 'strong', children: [text('two')] },
          text(' '),
          { kind: 'em', children: [text('three')] },
          text(' '),
          { kind: 'code', text: 'four' },
          text('.'),
        ],
      },
      { kind: 'quote', children: [text('Said\ntwice. ')], cites: [1, 2] },
      { kind: 'list', isOrdered: false, items: [[text('a')], [text('b more')]] },
      { kind: 'list', isOrdered: true, items: [[text('x')]] },
      { kind: 'code', text: '<b>' },
      { kind: 'paragraph', children: [{ kind: 'strong', children: [text('Head')] }] },
      { kind: 'paragraph', children: [text('rest')] },
    ]);
  });

  it('takes signs that are escaped for signs', () => {
    expect(inlinesOf('2 \\* 3 \\[1\\] \\<b\\>')).toEqual([text('2 * 3 [1] <b>')]);
  });

  it.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '![x](https://evil.example/x.png',
    '[open',
    '**open',
  ])('leaves %j text', (source) => {
    expect(inlinesOf(source)).toEqual([text(source)]);
  });

  it.each([
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    'javascript:alert(1)',
    'data:text/html,x',
    'mailto:a@b.example',
    '/a\tb',
    '',
  ])('leads not to %j', (path) => {
    expect(isOwnPath(path)).toBe(false);
    expect(inlinesOf(`[here](${path})`).some(({ kind }) => kind === 'link')).toBe(false);
  });

  it('leads to pages of this site', () => {
    expect(inlinesOf('[SEO](/courses/seo/module-1#write-the-answer-first)')).toEqual([
      { kind: 'link', path: '/courses/seo/module-1#write-the-answer-first', text: 'SEO' },
    ]);
    expect(isOwnPath('/search?q=What%20now%3F')).toBe(true);
  });

  it('is read in no time, whatever it is made of', () => {
    const startedAt = performance.now();
    for (const piece of ['**', '*a', '[', '`', '\\', '> ', '- ', '[a](', '*'.repeat(7)])
      blocksOf(piece.repeat(20_000 / piece.length));
    expect(performance.now() - startedAt).toBeLessThan(20_000);
  });
});
