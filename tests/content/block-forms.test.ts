import { describe, expect, it } from 'vitest';
import { blockFields } from '#app/domain/publishing/authoring/block-fields.ts';
import { blockFormSchema } from '#app/domain/publishing/authoring/block-form.server.ts';
import { fieldsOfItem } from '#app/domain/publishing/authoring/item-fields.ts';
import type { SalesBlock } from '#app/domain/site/sales-pages/blocks.ts';

const blocks: SalesBlock[] = [
  {
    block: 'headline',
    title: 'Sell more',
    text: 'In a week.',
    searchTitle: 'Sell',
    searchDescription: 'How to.',
  },
  { block: 'text', title: 'How', text: '## First\n\nA | B\n\n- One\n- Two' },
  {
    block: 'picture',
    image: '/images/0123456789abcdef01234567-800x600.jpg',
    alt: 'A chart with two lines that rise',
  },
  { block: 'list', title: 'What you get', items: ['One | two', 'Three'] },
  {
    block: 'questions',
    title: 'Questions',
    items: [
      { question: 'When?', answer: 'Now.\n- Or **later**' },
      { question: 'How?', answer: 'By [card](/pricing).' },
    ],
  },
  { block: 'quotation', text: 'It worked.', name: 'Ada Lovelace', source: 'Email to us, May 3, 2026' },
  { block: 'price', note: 'In US dollars.' },
  { block: 'guarantee', title: 'No risk' },
];

const problemsOf = (kind: SalesBlock['block'], fields: Record<string, string>) =>
  Object.fromEntries(
    (blockFormSchema(kind).safeParse(fields).error?.issues ?? []).map(({ path, message }) => [
      path[0],
      message,
    ]),
  );

describe('the form of a block', () => {
  it('gives every kind of block back as it was, in any line ends', () => {
    expect(blocks.map(({ block }) => block)).toEqual(Object.keys(blockFields));
    for (const block of blocks) {
      const fields = fieldsOfItem(blockFields[block.block], block);
      expect(blockFormSchema(block.block).parse(fields)).toEqual(block);
      const sent = Object.fromEntries(
        Object.entries(fields).map(([name, value]) => [name, value.replaceAll('\n', '\r\n')]),
      );
      expect(blockFormSchema(block.block).parse(sent)).toEqual(block);
    }
  });

  it('says beside its fields what is wrong', () => {
    expect(problemsOf('headline', {})).toEqual({ title: 'Fill in “Promise”.' });
    expect(problemsOf('questions', { title: 'Q', items: 'When?\nNow.\n\nHow?' }).items).toMatch(
      /^Question 2: /,
    );
    expect(problemsOf('text', { text: '<b>Hello</b>' }).text).toMatch('HTML is not shown');
    expect(problemsOf('text', { text: '#### Deep\n\nWords.' }).text).toMatch('level 4');
    expect(problemsOf('questions', { title: 'Q', items: 'When?\n<i>Now</i>' }).items).toMatch(
      'Answer 1: HTML',
    );
    expect(problemsOf('quotation', { text: 'Yes', name: 'A customer', source: 'x' })).toEqual({
      name: 'Name the person who said it, as they are called.',
      source: expect.stringContaining('Say where it can be checked'),
    });
    expect(problemsOf('picture', {}).image).toBeTruthy();
  });
});
