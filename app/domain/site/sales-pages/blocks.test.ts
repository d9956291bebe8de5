import { describe, expect, it } from 'vitest';
import { blockSchema, pageProblems, salesPageSchema } from '#app/domain/site/sales-pages/blocks.ts';

const page = (...kinds: string[]) =>
  salesPageSchema.parse({
    blocks: kinds.map((block) =>
      block === 'price' ? { block } : { block, title: 'Sell more', text: 'Now' },
    ),
  });

describe('a page of blocks', () => {
  it('begins with its only headline and has a price box', () => {
    expect(pageProblems(page('headline', 'text', 'price', 'price'))).toEqual([]);
    expect(pageProblems(page('text', 'headline'))).toEqual([
      'The headline has to be the first block.',
      'The page needs a price box: nobody could buy from it without one.',
    ]);
    expect(pageProblems(page('headline', 'headline', 'price'))[0]).toMatch('more than one headline');
    expect(pageProblems(page('text', 'price'))).toEqual(['The page needs a headline: it is its title.']);
    expect(salesPageSchema.safeParse({ blocks: [] }).success).toBe(false);
    expect(salesPageSchema.safeParse({ blocks: Array(41).fill({ block: 'price' }) }).success).toBe(false);
  });
});

describe('a quotation', () => {
  const isTaken = (fields: Record<string, string>) =>
    blockSchema.safeParse({
      block: 'quotation',
      text: 'It worked.',
      name: 'Ada Lovelace',
      source: 'https://example.com/reviews/7',
      ...fields,
    }).success;

  it('names a person and where it can be checked', () => {
    expect(isTaken({})).toBe(true);
    expect(isTaken({ source: 'Email to us, May 3, 2026' })).toBe(true);
    expect(isTaken({ name: 'Jane Reader-Smith' })).toBe(true);
    for (const name of ['A happy customer', 'Anonymous', 'Our members', 'John Doe', '-', 'X.', ''])
      expect(isTaken({ name }), name).toBe(false);
    for (const source of [
      '',
      'trust me on this',
      'http://example.com/1',
      'javascript://x.test/%0a1',
      'May 3',
      'https://x',
    ])
      expect(isTaken({ source }), source).toBe(false);
  });
});

describe('a block', () => {
  it('shows only pictures that were sent to the site', () => {
    const picture = (image: string) =>
      blockSchema.safeParse({ block: 'picture', image, alt: 'A chart with two lines that rise' }).success;
    expect(picture('/images/0123456789abcdef01234567-800x600.jpg')).toBe(true);
    for (const image of [
      '',
      'https://example.com/a.png',
      '/images/../secret.png',
      '//example.com/images/a.jpg',
    ])
      expect(picture(image), image).toBe(false);
  });

  it('has no Markdown that takes long to read, and no key of its own making', () => {
    const text = (value: string) => blockSchema.safeParse({ block: 'text', text: value }).success;
    expect(text('A **bold** word.\n\n- One\n- Two')).toBe(true);
    expect(text('*a'.repeat(1_500))).toBe(false);
    expect(text('> '.repeat(50))).toBe(false);
    expect(blockSchema.safeParse({ block: 'price', onclick: 'x' }).success).toBe(false);
  });
});
