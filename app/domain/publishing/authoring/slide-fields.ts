import type { z } from 'zod';
import { readNumber } from '#app/domain/core/values/typed-number.ts';
import type { Slide } from '#app/domain/learning/decks/slides.ts';

// A slide as the fields of a form, and back: one table for all layouts. What its form was not asked to change comes back as it was (P294).

export type SlideLayout = Slide['layout'];

/** A cell of a line such as "Wedding dress ideas | 68 | $68". */
interface Cell {
  /** The key in the file; of plain lists of cells none. */
  key?: string;
  isNumber?: boolean;
}

/** One field of a slide's form. */
export interface SlideField {
  name: string;
  /** Where its value stands in the slide. */
  path: readonly string[];
  label: string;
  hint?: string;
  /** One line of text, a paragraph, a list with a line for each, or a choice; `cells` says what stands between the bars of a line. */
  control: 'line' | 'text' | 'lines' | 'select' | 'number';
  /** Keys of a line's cells; the last ones may be left out. */
  cells?: readonly Cell[];
  /** Lines of any number of cells; `isOne` where there is one line alone. */
  isTable?: boolean;
  isOne?: boolean;
  options?: readonly string[];
  isOptional?: boolean;
}

const line = (name: string, label: string, more: Partial<SlideField> = {}): SlideField => ({
  name,
  path: [name],
  label,
  control: 'line',
  ...more,
});
const lines = (name: string, label: string, hint: string, more: Partial<SlideField> = {}): SlideField =>
  line(name, label, { control: 'lines', hint, ...more });

const title = line('title', 'Title');
const narration = line('narration', 'Narration', {
  control: 'text',
  hint: 'What is said while the slide is seen. A bar | stands where its next line appears.',
});

/** The fields of each layout, in the order of its form. */
export const slideFields: Readonly<Record<SlideLayout, readonly SlideField[]>> = {
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
/** The fields of a slide's form, by their names; a field that is missing is empty. */
type SlideTexts = Readonly<Record<string, string | undefined>>;

const at = (value: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>((inner, key) => (inner as Raw | null | undefined)?.[key], value);
const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';
/** Between cells; a bar that is part of a text is typed as \|. */
const bar = ' | ';
const escaped = (text: string) => text.replaceAll('|', '\\|');

function lineOf({ cells, isTable }: SlideField, value: unknown): string {
  if (isTable) return (Array.isArray(value) ? value : [value]).map((cell) => escaped(textOf(cell))).join(bar);
  if (!cells) return textOf(value);
  const parts = cells.map(({ key = '' }) => escaped(textOf(at(value, [key]))));
  while (parts.length > 1 && parts.at(-1) === '') parts.pop();
  return parts.join(bar);
}

function textOfField(field: SlideField, value: unknown): string {
  if (field.control !== 'lines') return textOf(value);
  if (field.isOne) return lineOf(field, value);
  return Array.isArray(value) ? value.map((one) => lineOf(field, one)).join('\n') : '';
}

/** A slide of a file as its form shows it. */
export const fieldsOfSlide = (slide: Raw): Record<string, string> =>
  isSlideLayout(slide.layout)
    ? Object.fromEntries(
        slideFields[slide.layout].map((field) => [field.name, textOfField(field, at(slide, field.path))]),
      )
    : {};

const oneLine = (typed: string | undefined) => (typed ?? '').replace(/\s+/g, ' ').trim();
/** A typed number, or what was typed where that is none: the schema tells. */
const numberOf = (text: string): number | string => readNumber(text, { unit: 'any' }).value ?? text;

const cellsOf = (text: string) => text.split(/(?<!\\)\|/).map((cell) => oneLine(cell).replaceAll('\\|', '|'));

function valueOfLine({ cells, isTable }: SlideField, text: string): unknown {
  if (isTable) return cellsOf(text);
  if (!cells) return text;
  const parts = cellsOf(text);
  return Object.fromEntries(
    cells.flatMap(({ key = '', isNumber }, index) => {
      const part = index === cells.length - 1 ? parts.slice(index).join(bar) : (parts[index] ?? '');
      return part === '' ? [] : [[key, isNumber ? numberOf(part) : part]];
    }),
  );
}

function valueOfField(field: SlideField, typed: string | undefined): unknown {
  if (field.control === 'lines') {
    const filled = (typed ?? '').split('\n').map(oneLine).filter(Boolean);
    return field.isOne ? cellsOf(filled.join(bar)) : filled.map((text) => valueOfLine(field, text));
  }
  const text = oneLine(typed);
  if (text === '') return undefined;
  return field.control === 'number' ? numberOf(text) : text;
}

/** The slide that a form of this layout describes, as a file has it; whether it is one is for the schema to say. */
export function slideOfFields(layout: SlideLayout, texts: SlideTexts): Raw {
  const slide: Record<string, unknown> = { layout };
  for (const field of slideFields[layout]) {
    const value = valueOfField(field, texts[field.name]);
    if (value === undefined) continue;
    const [key = '', inner] = field.path;
    if (inner === undefined) slide[key] = value;
    else slide[key] = { ...(slide[key] as Raw | undefined), [inner]: value };
  }
  return slide;
}

/** What is wrong with a slide, beside the fields of its form. */
export function problemsOfSlide(
  layout: SlideLayout,
  issues: readonly z.core.$ZodIssue[],
): { field: string; message: string }[] {
  return issues.map((issue) => {
    const path = issue.path.map(String);
    const fields = slideFields[layout];
    const field =
      fields.find((one) => one.path.every((key, index) => path[index] === key)) ??
      fields.find((one) => one.path[0] === path[0]);
    if (!field) return { field: '', message: issue.message };
    const index = field.control === 'lines' && !field.isOne ? path[field.path.length] : undefined;
    const words = wordsOf(field, issue, index !== undefined);
    return {
      field: field.name,
      message: index === undefined ? words : `Line ${Number(index) + 1}: ${words}`,
    };
  });
}

function wordsOf({ control, hint, label }: SlideField, issue: z.core.$ZodIssue, isInLine: boolean): string {
  const isOfText = 'origin' in issue && issue.origin === 'string';
  if (issue.code === 'too_big' && isOfText) return `Use at most ${issue.maximum} characters.`;
  if (issue.code === 'too_small' && isOfText && issue.minimum !== 1)
    return `Use at least ${issue.minimum} characters.`;
  if (issue.code === 'custom') return `${issue.message.charAt(0).toUpperCase()}${issue.message.slice(1)}.`;
  if (control === 'lines' || isInLine) return hint ?? issue.message;
  return `Fill in “${label}”.`;
}
