import { z } from 'zod';
import { costlyMarkdown, type MarkdownLimits } from '#app/platform/content/costly-markdown.ts';
import { imagesPath, isImageName } from '#app/platform/content/image-names.ts';

// What a sales page is built from (P327). A block says only what its author may say freely: prices, what is unlocked and the guarantee come
// from the product, so that the page and the checkout never disagree.

const words = (most: number) => z.string().trim().min(1).max(most);
const title = words(120);

/** Far more than a sales page needs, and read in a few milliseconds. */
const limits: MarkdownLimits = {
  lines: 200,
  marks: 400,
  marksInBlock: 150,
  depth: 4,
  depthInAll: 100,
  indent: 16,
  cells: 8,
  addresses: 20,
};

const markdown = (most: number) =>
  words(most).superRefine((text, context) => {
    const reason = costlyMarkdown(text, limits);
    if (reason) context.addIssue({ code: 'custom', message: `there are ${reason}: split or simplify it` });
  });

/** The promise: the title of the page, and what search engines and shared links say. */
const headline = z.strictObject({
  block: z.literal('headline'),
  title,
  text: words(300).optional(),
  searchTitle: words(70).optional(),
  searchDescription: words(200).optional(),
});

const text = z.strictObject({ block: z.literal('text'), title: title.optional(), text: markdown(6_000) });

const picture = z.strictObject({
  block: z.literal('picture'),
  image: z
    .string()
    .refine(
      (address) => address.startsWith(imagesPath) && isImageName(address.slice(imagesPath.length)),
      'choose a picture',
    ),
  alt: z.string().trim().min(20).max(300),
  caption: words(200).optional(),
});

const list = z.strictObject({
  block: z.literal('list'),
  title,
  items: z.array(words(200)).min(1).max(15),
});

/** Its form ends an answer at an empty line. */
const answer = markdown(1_500).refine((text) => !text.includes('\n\n'), 'leave no empty line in an answer');

const questions = z.strictObject({
  block: z.literal('questions'),
  title,
  items: z
    .array(z.strictObject({ question: words(150), answer }))
    .min(1)
    .max(15),
});

const generic =
  /^(?:an?|the|our|one|of|happy|satisfied|anonymous|anon|customer|client|member|student|user|reader|buyer|somebody|someone|unknown|doe|john|jane|n\/a)s?$/i;

/** Whether a name is that of nobody in particular, such as "A happy customer". */
const isNobody = (name: string) => name.split(/[\s.,]+/).every((word) => word === '' || generic.test(word));

/** Where a quotation can be checked: an address, or a document with its date. */
function isSource(source: string): boolean {
  if (!source.includes('://')) return source.length >= 10 && /\d/.test(source);
  if (!URL.canParse(source) || /\s/.test(source)) return false;
  const { protocol, hostname } = new URL(source);
  return protocol === 'https:' && hostname.includes('.');
}

/** What a real person said, with where it can be read or who has it in writing. */
const quotation = z.strictObject({
  block: z.literal('quotation'),
  text: words(600),
  name: words(80).refine(
    (name) => /\p{L}{2}/u.test(name) && !isNobody(name),
    'name the person who said it, as they are called',
  ),
  role: words(100).optional(),
  source: words(300).refine(
    isSource,
    'say where it can be checked: a web address with https, or where and when it was written, such as “Email to us, May 3, 2026”',
  ),
});

const price = z.strictObject({
  block: z.literal('price'),
  title: title.optional(),
  note: words(200).optional(),
});

const guarantee = z.strictObject({ block: z.literal('guarantee'), title });

export const blockSchema = z.discriminatedUnion('block', [
  headline,
  text,
  picture,
  list,
  questions,
  quotation,
  price,
  guarantee,
]);

export type SalesBlock = z.output<typeof blockSchema>;
export type BlockKind = SalesBlock['block'];

/** So many blocks a page has at most. */
export const mostBlocks = 40;

export const salesPageSchema = z.strictObject({ blocks: z.array(blockSchema).min(1).max(mostBlocks) });

export type SalesPage = z.output<typeof salesPageSchema>;

/** What keeps a page of blocks from selling anything, in words for its author. */
export function pageProblems({ blocks }: SalesPage): string[] {
  const headlines = blocks.flatMap(({ block }, index) => (block === 'headline' ? [index] : []));
  const prices = blocks.filter(({ block }) => block === 'price');
  return [
    ...(headlines.length === 0 ? ['The page needs a headline: it is its title.'] : []),
    ...(headlines.length > 1 ? ['The page has more than one headline. Keep one.'] : []),
    ...(headlines.length > 0 && headlines[0] !== 0 ? ['The headline has to be the first block.'] : []),
    ...(prices.length === 0 ? ['The page needs a price box: nobody could buy from it without one.'] : []),
  ];
}
