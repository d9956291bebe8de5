import type { z } from 'zod';
import type { Slide } from '#app/domain/learning/decks/slides.ts';
import {
  fieldsOfItem,
  type ItemField,
  itemOfFields,
  line,
  lines,
  problemsOfItem,
} from '#app/domain/publishing/authoring/item-fields.ts';

// A slide as the fields of a form: one table for all layouts.

export type SlideLayout = Slide['layout'];

const title = line('title', 'Title');
const narration = line('narration', 'Narration', {
  control: 'text',
  hint: 'What is said while the slide is seen. A bar | stands where its next line appears.',
});

/** The fields of each layout, in the order of its form. */
export const slideFields: Readonly<Record<SlideLayout, readonly ItemField[]>> = {
  statement: [
    line('text', 'Sentence', { control: 'text', hint: 'Words between ** and ** are marked.' }),
    line('note', 'Note below it (optional)', { isOptional: true }),
    narration,
  ],
  list: [title, lines('items', 'Points', 'Two to five, one on each line.'), narration],
  procedure: [
    title,
    lines('steps', 'Steps', 'Two to four, one on each line. After a bar | you can say why.', {
      cells: [{ key: 'do' }, { key: 'why' }],
    }),
    narration,
  ],
  columns: [
    title,
    line('left', 'Left: title', { path: ['left', 'title'] }),
    lines('leftItems', 'Left: points', 'One to three, one on each line.', { path: ['left', 'items'] }),
    line('right', 'Right: title', { path: ['right', 'title'], hint: 'The right side is the one to choose.' }),
    lines('rightItems', 'Right: points', 'One to three, one on each line.', { path: ['right', 'items'] }),
    narration,
  ],
  number: [
    line('number', 'Number', { hint: 'Nine characters at most, such as $1,440.' }),
    line('label', 'What it counts'),
    lines('sum', 'How it comes about (optional)', 'Up to four lines such as 450 clicks x $3.20 = $1,440'),
    narration,
  ],
  question: [
    line('question', 'Question', { control: 'text' }),
    line('answer', 'Answer', { control: 'text' }),
    line('pause', 'Seconds to think', {
      control: 'number',
      hint: 'Two to ten. Empty: four.',
      isOptional: true,
    }),
    line('narration', 'Narration', {
      control: 'text',
      hint: 'What is said with the question, then one bar |, then what is said with the answer.',
    }),
  ],
  checklist: [title, lines('items', 'Tasks', 'Two to five, one on each line.'), narration],
  table: [
    title,
    lines('head', 'Headings of the columns', 'Two to four, with a bar | between them.', {
      isTable: true,
      isOne: true,
    }),
    lines('rows', 'Rows', 'Two to five, one on each line, with a bar | between the cells.', {
      isTable: true,
    }),
    narration,
  ],
  bars: [
    title,
    lines('bars', 'Bars', 'Two to five lines such as: Dress alterations | 300 | $300', {
      cells: [{ key: 'label' }, { key: 'value', isNumber: true }, { key: 'text' }],
    }),
    line('mark', 'The bar that matters (optional)', { hint: 'Its name, as above.', isOptional: true }),
    narration,
  ],
  line: [
    title,
    lines(
      'points',
      'Points of the line',
      'Three to eight lines such as: May | 120 | $120. The last part is optional.',
      {
        cells: [{ key: 'label' }, { key: 'value', isNumber: true }, { key: 'text' }],
      },
    ),
    line('note', 'What to take from it (optional)', { isOptional: true }),
    narration,
  ],
  drawing: [
    title,
    line('frame', 'What is drawn', { control: 'select', options: ['page', 'phone', 'mail', 'ad', 'paper'] }),
    lines(
      'parts',
      'Parts',
      'Two to five lines such as: title | Summer sale | Says what it is. Parts are title, text, button, picture and field; the note is optional.',
      {
        cells: [{ key: 'block' }, { key: 'says' }, { key: 'note' }],
      },
    ),
    narration,
  ],
  marks: [
    title,
    line('text', 'Text', { control: 'text', hint: 'Put ** around each stretch that has a note.' }),
    lines('notes', 'Notes', 'One for each marked stretch, one on each line.'),
    narration,
  ],
};

export const isSlideLayout = (layout: unknown): layout is SlideLayout =>
  typeof layout === 'string' && Object.hasOwn(slideFields, layout);

type Raw = Readonly<Record<string, unknown>>;

/** A slide of a file as its form shows it. */
export const fieldsOfSlide = (slide: Raw): Record<string, string> =>
  isSlideLayout(slide.layout) ? fieldsOfItem(slideFields[slide.layout], slide) : {};

/** The slide that a form of this layout describes, as a file has it; whether it is one is for the schema to say. */
export const slideOfFields = (
  layout: SlideLayout,
  texts: Readonly<Record<string, string | undefined>>,
): Raw => itemOfFields(slideFields[layout], { layout }, texts);

/** What is wrong with a slide, beside the fields of its form. */
export const problemsOfSlide = (
  layout: SlideLayout,
  issues: readonly z.core.$ZodIssue[],
): { field: string; message: string }[] => problemsOfItem(slideFields[layout], issues);
