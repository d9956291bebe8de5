import { tidy } from '#app/domain/learning/calculators/sum.ts';
import {
  type ForeignQuestion,
  unaskable,
  unaskableReasons,
} from '#app/domain/publishing/exchange/foreign-question.ts';
import { looksLikeMarkup, textOfMarkup } from '#app/domain/publishing/exchange/markup-text.ts';

// GIFT, Moodle's text format of questions: https://docs.moodle.org/en/GIFT_format. Everything here goes over the text once.

/** The place of the first of these characters that no backslash stands before; -1 for none. */
function indexOfPlain(text: string, characters: string, from = 0): number {
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (characters.includes(text[at] ?? '')) return at;
  }
  return -1;
}

const unescapeGift = (text: string): string =>
  text.replace(/\\([\s\S])/g, (_, character: string) => (character === 'n' ? '\n' : character));

interface Chunk {
  text: string;
  /** Comments before it. */
  comments: string[];
}

/** The questions of a file: parts between empty lines, or as long as a brace is open. */
function chunksOf(file: string): Chunk[] {
  const parts: Chunk[] = [];
  let lines: string[] = [];
  let comments: string[] = [];
  const end = () => {
    if (lines.length > 0) parts.push({ text: lines.join('\n'), comments });
    if (lines.length > 0) comments = [];
    lines = [];
  };
  for (const line of file.split(/\r\n?|\n/)) {
    const trimmed = line.trim();
    if (trimmed.startsWith('//')) comments.push(trimmed.slice(2));
    else if (trimmed === '') end();
    else if (!/^\$CATEGORY:/i.test(trimmed)) lines.push(line);
  }
  end();
  const chunks: Chunk[] = [];
  for (let at = 0; at < parts.length; at += 1) {
    const { text, comments: before } = parts[at] as Chunk;
    const texts = [text];
    if (isOpen(text))
      for (let next = at + 1; next < parts.length; next += 1) {
        const other = parts[next]?.text ?? '';
        const brace = indexOfPlain(other, '{}');
        texts.push(other);
        if (brace < 0) continue;
        // One that opens first: the brace before it is never closed, and its question stands alone.
        if (other[brace] === '{') texts.length = 1;
        else at = next;
        break;
      }
    if (texts.length > 1 && isOpen(texts.join('\n'))) texts.length = 1;
    chunks.push({ text: texts.join('\n'), comments: before });
  }
  return chunks;
}

function isOpen(text: string): boolean {
  const start = indexOfPlain(text, '{');
  return start >= 0 && indexOfPlain(text, '}', start) < 0;
}

/** What of a text is read: HTML as its words. */
function wordsOf(text: string, format: string): { text: string; mediaCount: number } {
  const plain = unescapeGift(text).trim();
  if (format === 'html' || ((format === '' || format === 'moodle') && looksLikeMarkup(plain)))
    return textOfMarkup(plain);
  return { text: plain, mediaCount: 0 };
}

/** What this site writes into a comment: [tag:passage=module-1#first]. */
function tagsIn(comments: readonly string[]): Record<string, string> {
  const tags: Record<string, string> = {};
  for (const comment of comments)
    for (const [, name = '', value = ''] of comment
      .slice(0, 2_000)
      .matchAll(/\[tag:([a-z]{1,20})=((?:[^\]\\]|\\.){1,500})\]/g))
      tags[name] = unescapeGift(value);
  return tags;
}

interface Answer {
  isRight: boolean;
  /** In percent; null where it is not said. */
  percent: number | null;
  text: string;
  feedback: string;
}

/** The answers between braces: each begins with = or ~. */
function answersIn(body: string): Answer[] {
  const answers: Answer[] = [];
  let at = indexOfPlain(body, '=~');
  while (at >= 0) {
    const next = indexOfPlain(body, '=~', at + 1);
    let rest = body.slice(at + 1, next < 0 ? undefined : next).trim();
    const [weight, percent] = /^%(-?\d{1,3}(?:\.\d{1,7})?)%/.exec(rest) ?? [];
    if (weight) rest = rest.slice(weight.length);
    const hash = indexOfPlain(rest, '#');
    answers.push({
      isRight: body[at] === '=',
      percent: percent === undefined ? null : Number(percent),
      text: (hash < 0 ? rest : rest.slice(0, hash)).trim(),
      feedback: hash < 0 ? '' : rest.slice(hash + 1).trim(),
    });
    at = next;
  }
  return answers;
}

/** "3.14:0.05" or "3.1..3.2" as a number and how far off is still right. */
function numberIn(text: string): { value: number; tolerance: number } {
  const [from, to] = text.split('..');
  if (to !== undefined) {
    const [low, high] = [Number(from), Number(to)];
    return { value: tidy((low + high) / 2), tolerance: tidy(Math.abs(high - low) / 2) };
  }
  const [value = '', tolerance = '0'] = text.split(':');
  return { value: value.trim() === '' ? Number.NaN : Number(value), tolerance: Number(tolerance) };
}

function numbersOf(body: string): ForeignQuestion['content'] {
  const text = body.slice(1).trim();
  const answers = indexOfPlain(text, '=~') >= 0 ? answersIn(text) : answersIn(`=${text}`);
  return {
    kind: 'number',
    unit: '',
    answers: answers.map(({ text: number, isRight, percent, feedback }) => ({
      ...numberIn(unescapeGift(number)),
      percent: percent ?? (isRight ? 100 : 0),
      feedback: unescapeGift(feedback),
    })),
  };
}

/** Words of the first line of an ordering question, which say how it is shown and marked. */
const orderingWord =
  /^(?:\d+|ALL|RANDOM|CONTIGUOUS|VERTICAL|HORIZONTAL|V|H|ABSOLUTE(?:_POSITION)?|RELATIVE\w*|LONGEST\w*|DEFAULT|SHOW|HIDE|EXACT|NONE|numbering\w*|abc|ABCD|123|iii|IIII|none|-?\d+)$/;

function stepsOf(body: string): ForeignQuestion['content'] {
  const [first = '', ...lines] = body.slice(1).split('\n');
  const isSettings = first
    .trim()
    .split(/\s+/)
    .every((word) => word === '' || orderingWord.test(word));
  const steps = (isSettings ? lines : [first, ...lines])
    .map((line) => unescapeGift(line.trim()))
    .filter(Boolean);
  return { kind: 'order', steps };
}

/** What a question is by what stands between its braces. */
function contentOf(body: string, format: string): ForeignQuestion['content'] {
  const text = body.trim();
  if (text === '') return unaskable(unaskableReasons.essay);
  if (text.startsWith('#')) return numbersOf(text);
  if (text.startsWith('>')) return stepsOf(text);
  const [, letter, ...feedback] =
    /^(T|TRUE|F|FALSE)\s*(?:#((?:[^#\\]|\\.)*))?(?:#((?:[^#\\]|\\.)*))?$/is.exec(text) ?? [];
  if (letter) {
    const isTrue = letter.toUpperCase().startsWith('T');
    // The first is said to who is wrong, the second to who is right.
    const [wrong = '', right = ''] = feedback.map((words) => unescapeGift(words ?? '').trim());
    const answer = (label: string, isRight: boolean) => ({
      text: label,
      percent: isRight ? 100 : 0,
      feedback: isRight ? right : wrong,
    });
    return { kind: 'choice', isSingle: true, answers: [answer('True', isTrue), answer('False', !isTrue)] };
  }
  const answers = answersIn(text);
  if (answers.length === 0) return unaskable('What stands between its braces is no answer.');
  if (answers.some(({ isRight }) => !isRight)) {
    const isSingle = answers.some(({ isRight }) => isRight);
    return {
      kind: 'choice',
      isSingle,
      answers: answers.map((answer) => ({
        text: wordsOf(answer.text, format).text,
        percent: answer.percent ?? (answer.isRight ? 100 : 0),
        feedback: wordsOf(answer.feedback, format).text,
      })),
    };
  }
  return answers.every(({ text: words }) => words.includes('->'))
    ? unaskable(unaskableReasons.matching)
    : unaskable(unaskableReasons.shortAnswer);
}

function questionOf({ text, comments }: Chunk): ForeignQuestion {
  let rest = text.trim();
  let name = '';
  if (rest.startsWith('::')) {
    const end = rest.indexOf('::', 2);
    if (end > 0) {
      name = unescapeGift(rest.slice(2, end)).trim();
      rest = rest.slice(end + 2).trim();
    }
  }
  const [prefix = '', format = ''] = /^\[(html|markdown|plain|moodle)\]/.exec(rest) ?? [];
  rest = rest.slice(prefix.length);
  const start = indexOfPlain(rest, '{');
  const end = start < 0 ? -1 : indexOfPlain(rest, '}', start);
  const before = wordsOf(start < 0 ? rest : rest.slice(0, start), format);
  const question = {
    name,
    ask: before.text,
    feedback: '',
    tags: tagsIn(comments),
    mediaCount: before.mediaCount,
  };
  if (start < 0) return { ...question, content: unaskable(unaskableReasons.description) };
  if (end < 0) return { ...question, content: unaskable('Its brace is never closed.') };
  let body = rest.slice(start + 1, end);
  const general = body.indexOf('####');
  if (general >= 0) {
    question.feedback = wordsOf(body.slice(general + 4), format).text;
    body = body.slice(0, general);
  }
  const tail = wordsOf(rest.slice(end + 1), format);
  // A gap in a sentence: what follows it belongs to the question.
  if (/[^\s.,;:!?]/.test(tail.text))
    question.ask = `${before.text} _____${/^[.,;:!?]/.test(tail.text) ? '' : ' '}${tail.text}`;
  return { ...question, mediaCount: before.mediaCount + tail.mediaCount, content: contentOf(body, format) };
}

/** Whether a text may be GIFT: something stands between braces. */
export const looksLikeGift = (text: string): boolean => text.indexOf('}', text.indexOf('{')) > 0;

/** The questions of a GIFT file. */
export const readGift = (text: string): ForeignQuestion[] => chunksOf(text).map(questionOf);
