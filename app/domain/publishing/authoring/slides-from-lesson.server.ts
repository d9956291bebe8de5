import type { List, RootContent } from 'mdast';
import { sentencesIn } from '#app/domain/learning/decks/narration.ts';
import { mostSlides } from '#app/domain/learning/decks/slides.ts';
import type { Raw } from '#app/domain/publishing/authoring/list-items.server.ts';
import { parseMarkdown, plainText } from '#app/platform/content/markdown-tree.server.ts';

// Slides of a lesson by rule: the same lesson always makes the same slides. Their author goes on from there (P294).

/** What a lesson is made into slides from. */
export interface LessonText {
  title: string;
  description: string;
  /** Markdown. */
  body: string;
}

/** The characters of a title, a point, a step and a sentence on a slide (app/domain/learning/decks/slides.ts). */
const lengths = { title: 48, item: 54, step: 46, sentence: 90, note: 110 } as const;
const mostPoints = 5;
const mostSteps = 4;
/** Words of narration that an opening takes over from the lesson. */
const mostWords = 60;

const clean = (text: string) => text.replace(/\s+/g, ' ').replaceAll('|', '/').trim();

/** A text in so many characters: cut where a clause or else a word ends. */
export function shorten(text: string, most: number): string {
  const whole = clean(text);
  let end = whole.length;
  while (end > 0 && '.,;:'.includes(whole.charAt(end - 1))) end -= 1;
  const plain = whole.slice(0, end);
  if (plain.length <= most) return plain;
  const head = plain.slice(0, most);
  const clause = Math.max(...['. ', ', ', '; ', ': ', ' ('].map((end) => head.lastIndexOf(end)));
  if (clause > most / 3) return head.slice(0, clause);
  const word = plain.slice(0, most).lastIndexOf(' ');
  return `${plain.slice(0, Math.min(word > 0 ? word : most - 1, most - 1))}…`;
}

const sentencesOf = (text: string): string[] => sentencesIn(clean(text));
const asSentence = (text: string) => (/[.!?]["')]?$/.test(text) ? text : `${text}.`);

/** The first sentences of a text, within so many words; one sentence at least. */
function opening(text: string): string {
  const sentences = sentencesOf(text);
  let spoken = sentences[0] ?? '';
  for (const sentence of sentences.slice(1)) {
    if (`${spoken} ${sentence}`.split(' ').length > mostWords) break;
    spoken = `${spoken} ${sentence}`;
  }
  return spoken;
}

interface Section {
  title: string;
  nodes: RootContent[];
}

/** A lesson by its headings of the second level; what stands before the first is the opening. */
function sectionsOf(body: string): { before: RootContent[]; sections: Section[] } {
  const before: RootContent[] = [];
  const sections: Section[] = [];
  for (const node of parseMarkdown(body).children) {
    if (node.type === 'heading' && node.depth <= 2)
      sections.push({ title: clean(plainText(node)), nodes: [] });
    else (sections.at(-1)?.nodes ?? before).push(node);
  }
  return { before, sections };
}

const paragraphsOf = (nodes: readonly RootContent[]): string[] =>
  nodes.flatMap((node) => (node.type === 'paragraph' ? clean(plainText(node)) : [])).filter(Boolean);

const itemsOf = (list: List): string[] =>
  list.children
    .map((item) => clean(item.children.map((child) => plainText(child)).join(' ')))
    .filter(Boolean);

const listsOf = (nodes: readonly RootContent[]): List[] =>
  nodes.filter((node): node is List => node.type === 'list');
const isChecklist = (list: List) => list.children.some(({ checked }) => typeof checked === 'boolean');

/** What is said of a list: an opening, and a part for each of its lines. */
const narrationOf = (intro: string, items: readonly string[]): string =>
  [asSentence(intro), ...items.map((item) => asSentence(opening(item)))].join(' | ');

/** The lines that a slide has, each once, with what is said of each. */
function points(items: readonly string[], most: number, length: number) {
  const byLine = new Map<string, string>();
  for (const item of items) {
    const text = shorten(item, length);
    if (!byLine.has(text) && byLine.size < most) byLine.set(text, item);
  }
  return { lines: [...byLine.keys()], spoken: [...byLine.values()] };
}

/** A slide with a list, where there are two lines for it; else null. */
function listSlide(
  layout: 'list' | 'checklist' | 'procedure',
  title: string,
  intro: string,
  items: readonly string[],
): Raw | null {
  const isSteps = layout === 'procedure';
  const { lines, spoken } = points(
    items,
    isSteps ? mostSteps : mostPoints,
    isSteps ? lengths.step : lengths.item,
  );
  if (lines.length < 2) return null;
  return {
    layout,
    title: shorten(title, lengths.title),
    ...(isSteps ? { steps: lines.map((line) => ({ do: line })) } : { items: lines }),
    narration: narrationOf(intro, spoken),
  };
}

function slideOfSection({ title, nodes }: Section): Raw | null {
  const paragraphs = paragraphsOf(nodes);
  const lists = listsOf(nodes);
  const intro = opening(paragraphs[0] ?? title);
  const boxes = lists.find(isChecklist);
  const list = boxes ?? lists[0];
  const layout = boxes ? 'checklist' : list?.ordered ? 'procedure' : 'list';
  const slide = list && listSlide(layout, title, intro, itemsOf(list));
  if (slide) return slide;
  // Without a list, the first sentence of each paragraph is a key point.
  const keyPoints = paragraphs.slice(1).map((paragraph) => sentencesOf(paragraph)[0] ?? '');
  const ofParagraphs = listSlide('list', title, intro, keyPoints);
  if (ofParagraphs) return ofParagraphs;
  const text = opening([...paragraphs, ...lists.flatMap(itemsOf)].map(asSentence).join(' '));
  if (text === '') return null;
  return {
    layout: 'statement',
    text: shorten(title, lengths.sentence),
    ...(text.length > title.length ? { note: shorten(sentencesOf(text)[0] ?? text, lengths.note) } : {}),
    narration: text,
  };
}

/** The slides of a lesson: one that opens it, then one for each of its headings, with its list or its key points. */
export function slidesFromLesson({ title, description, body }: LessonText): Raw[] {
  const { before, sections } = sectionsOf(body);
  const first = paragraphsOf(before).join(' ') || description || title;
  const start: Raw = {
    layout: 'statement',
    text: shorten(title, lengths.sentence),
    ...(description ? { note: shorten(description, lengths.note) } : {}),
    narration: opening(first),
  };
  const own = listsOf(before);
  const ofOpening = own.length > 0 ? slideOfSection({ title, nodes: before }) : null;
  return [
    start,
    ...(ofOpening ? [ofOpening] : []),
    ...sections.map(slideOfSection).filter((slide) => slide !== null),
  ].slice(0, mostSlides);
}
