import { type ItemField, line, lines } from '#app/domain/publishing/authoring/item-fields.ts';
import type { BlockKind } from '#app/domain/site/sales-pages/blocks.ts';

const title = line('title', 'Title');
const optionalTitle = line('title', 'Title (optional)', { isOptional: true });
const markdownHint = 'Markdown: ## headings, - lists, **bold**, [links](/courses).';

/** The fields of each kind of block, in the order of its form (P327). */
export const blockFields: Readonly<Record<BlockKind, readonly ItemField[]>> = {
  headline: [
    line('title', 'Promise', {
      hint: 'What somebody can do afterward that they can’t do now. It is the title of the page.',
    }),
    line('text', 'Sentence below it (optional)', { control: 'text', isOptional: true }),
    line('searchTitle', 'Title in search results (optional)', {
      hint: 'Leave empty to use the product’s name. At most 70 characters.',
      isOptional: true,
    }),
    line('searchDescription', 'Description in search results (optional)', {
      control: 'text',
      hint: 'Also shown when somebody shares the page. Leave empty to use the product’s tagline.',
      isOptional: true,
    }),
  ],
  text: [optionalTitle, line('text', 'Text', { control: 'markdown', hint: markdownHint })],
  picture: [
    line('image', 'Picture', { control: 'select', hint: 'Add new ones under Content, Pictures.' }),
    line('alt', 'What it shows', {
      control: 'text',
      hint: 'For those who can’t see it: a sentence of 20 characters or more.',
    }),
    line('caption', 'Caption (optional)', { isOptional: true }),
  ],
  list: [title, lines('items', 'Points', 'One on each line, up to 15.')],
  questions: [
    title,
    line('items', 'Questions and answers', {
      control: 'pairs',
      cells: [{ key: 'question' }, { key: 'answer' }],
      hint: 'A question on a line of its own, its answer on the lines below it, then an empty line before the next question.',
    }),
  ],
  quotation: [
    line('text', 'What they said, word for word', { control: 'text' }),
    line('name', 'Who said it', { hint: 'The full name of a real person who agreed to be quoted.' }),
    line('role', 'What they do (optional)', { isOptional: true }),
    line('source', 'Where it can be checked', {
      hint: 'A web address with https, or where and when it was written, such as: Email to us, May 3, 2026. It is shown.',
    }),
  ],
  price: [
    optionalTitle,
    line('note', 'Note below the button (optional)', {
      hint: 'Prices, what is unlocked and when it is charged come from the product.',
      isOptional: true,
    }),
  ],
  guarantee: [
    line('title', 'Title', {
      hint: 'Your guarantee is added in one sentence below it, as the product has it.',
    }),
  ],
};

export const isBlockKind = (kind: unknown): kind is BlockKind =>
  typeof kind === 'string' && Object.hasOwn(blockFields, kind);
