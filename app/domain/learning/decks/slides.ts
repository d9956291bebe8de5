import { z } from 'zod';

// What a slide may hold. The limits are those of the layouts: within them nothing overflows a slide, at 700 px or on a phone, with no
// text below 20 px (tests/e2e/slides.spec.ts looks at every one). docs/writing-decks.md shows each layout with an example.

const words = (most: number) => z.string().trim().min(1).max(most);
const title = words(48);

/**
 * What is said. `|` stands where the next step of the slide appears; a question's answer comes after its `|`, and after a pause.
 */
const narration = z.string().trim().min(1);

const item = words(54);

/** One sentence that fills the slide. `**words**` are underlined as with a marker. */
const statement = z.strictObject({
  layout: z.literal('statement'),
  text: words(90),
  note: words(110).optional(),
  narration,
});

const list = z.strictObject({
  layout: z.literal('list'),
  title,
  items: z.array(item).min(2).max(5),
  narration,
});

/** A figure and how it comes about: lines such as "450 clicks x $3.20 = $1,440", which the tests reckon again. */
const number = z.strictObject({
  layout: z.literal('number'),
  number: words(9),
  label: words(64),
  sum: z.array(words(48).regex(/^.+ = \S.*$/, 'must read like "450 clicks x $3.20 = $1,440"')).max(4),
  narration,
});

const side = z.strictObject({ title: words(22), items: z.array(words(44)).min(1).max(3) });
const columns = z.strictObject({ layout: z.literal('columns'), title, left: side, right: side, narration });

const procedure = z.strictObject({
  layout: z.literal('procedure'),
  title,
  steps: z
    .array(z.strictObject({ do: words(46), why: words(58).optional() }))
    .min(2)
    .max(4),
  narration,
});

const table = z
  .strictObject({
    layout: z.literal('table'),
    title,
    head: z.array(words(16)).min(2).max(4),
    rows: z
      .array(z.array(words(26)).min(2).max(4))
      .min(2)
      .max(5),
    narration,
  })
  .refine(({ head, rows }) => rows.every((row) => row.length === head.length), {
    message: 'every row must have as many cells as the head',
  });

const bars = z.strictObject({
  layout: z.literal('bars'),
  title,
  bars: z
    .array(z.strictObject({ label: words(24), value: z.number().min(0), text: words(10) }))
    .min(2)
    .max(5),
  /** The label of the bar that matters. */
  mark: words(24).optional(),
  narration,
});

const line = z.strictObject({
  layout: z.literal('line'),
  title,
  points: z
    .array(z.strictObject({ label: words(7), value: z.number().min(0), text: words(7).optional() }))
    .min(3)
    .max(8),
  /** What to take from it, below the chart. */
  note: words(60).optional(),
  narration,
});

const part = z.strictObject({
  block: z.enum(['title', 'text', 'button', 'picture', 'field']),
  says: words(44),
  /** What is said about this part, beside the drawing, under its number. */
  note: words(46).optional(),
});
const drawing = z
  .strictObject({
    layout: z.literal('drawing'),
    title,
    /** What is drawn: a page in a browser, a phone, a mail, an ad, a sheet of paper. */
    frame: z.enum(['page', 'phone', 'mail', 'ad', 'paper']),
    parts: z.array(part).min(2).max(5),
    narration,
  })
  .refine(({ parts }) => parts.filter(({ note }) => note).length <= 4, {
    message: 'at most four parts have a note',
  });

const marks = z
  .strictObject({
    layout: z.literal('marks'),
    title,
    /** A text with `**marked words**`, which are numbered. */
    text: words(200),
    /** One note for each. */
    notes: z.array(words(46)).min(1).max(3),
    narration,
  })
  .refine(({ text, notes }) => (text.match(/\*\*.+?\*\*/g) ?? []).length === notes.length, {
    message: 'there must be as many notes as marked words',
  });

const checklist = z.strictObject({
  layout: z.literal('checklist'),
  title,
  items: z.array(item).min(2).max(5),
  narration,
});

const question = z.strictObject({
  layout: z.literal('question'),
  question: words(120),
  answer: words(150),
  /** Seconds to think before the answer comes. */
  pause: z.int().min(2).max(10).default(4),
  narration,
});

export const slideSchema = z.discriminatedUnion('layout', [
  statement,
  list,
  number,
  columns,
  procedure,
  table,
  bars,
  line,
  drawing,
  marks,
  checklist,
  question,
]);

/** The most slides that a deck has. */
export const mostSlides = 30;

/** The slides that the site can show. */
export const deckSchema = z.strictObject({ slides: z.array(slideSchema).min(1).max(mostSlides) });

/** Slides as the shipped library has them. */
export const libraryDeckSchema = z.strictObject({ slides: z.array(slideSchema).min(3).max(9) });

/** One slide of a deck. */
export type Slide = z.output<typeof slideSchema>;

/** A slide of one layout. */
export type SlideOf<Layout extends Slide['layout']> = Extract<Slide, { layout: Layout }>;

/** How many things of a slide can come one after the other. */
export function stepsOf(slide: Slide): number {
  switch (slide.layout) {
    case 'list':
    case 'checklist':
      return slide.items.length;
    case 'number':
      return slide.sum.length;
    case 'procedure':
      return slide.steps.length;
    case 'table':
      return slide.rows.length;
    case 'columns':
      return 2;
    case 'bars':
      return slide.bars.length;
    case 'drawing':
      return slide.parts.filter(({ note }) => note).length;
    case 'marks':
      return slide.notes.length;
    case 'question':
      return 1;
    default:
      return 0;
  }
}
