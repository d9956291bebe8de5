import type { BlockKind } from '#app/domain/site/sales-pages/blocks.ts';

/** What authors call the blocks of a sales page, and what each is for, in the order in which most pages have them. */
export const blockWords: Readonly<Record<BlockKind, { label: string; text: string }>> = {
  headline: { label: 'Headline', text: 'The promise, at the top of the page.' },
  text: { label: 'Text', text: 'Paragraphs, headings and lists in Markdown.' },
  picture: { label: 'Picture', text: 'A picture of yours, with a caption.' },
  list: { label: 'What they get', text: 'Points with check marks.' },
  questions: { label: 'Questions and answers', text: 'Each opens on a press.' },
  quotation: { label: 'Quotation', text: 'What a real person said, with its source.' },
  price: { label: 'Price box', text: 'Prices, what is unlocked and the buttons.' },
  guarantee: { label: 'Guarantee', text: 'The product’s guarantee in one sentence.' },
};
