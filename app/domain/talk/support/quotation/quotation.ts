import { type Attribution, attributionEndingAt } from '#app/domain/talk/support/quotation/attribution.ts';
import { type KnownText, knownTextOf } from '#app/domain/talk/support/quotation/known-text.ts';
import type { OwnMail } from '#app/domain/talk/support/quotation/own-mail.ts';
import {
  isOfThisTicket,
  isOriginalMark,
  isRule,
  ownHeaderAt,
  quotedHeaderAt,
} from '#app/domain/talk/support/quotation/quoted-header.ts';
import {
  isDecoration,
  isSaidBelow,
  isSentFrom,
  signatureStart,
} from '#app/domain/talk/support/quotation/signature.ts';
import { type MailLine, shownLine } from '#app/platform/mail/reading/mail-line.ts';

/** Lines that belong together: words, or a quotation with what introduces it. */
interface Block {
  isQuote: boolean;
  /** Whether a program says that it is a quotation: one without may be a passage that somebody points out. */
  isMarked: boolean;
  lines: MailLine[];
}

const empty: MailLine = { text: '', depth: 0 };
const hasWords = ({ text }: MailLine) => !isDecoration(text);
const isBlank = ({ text }: MailLine) => text.trim() === '';

/** "---------- Forwarded message ----------" is of a program, whatever its language. */
const isFramed = ({ text }: MailLine) => {
  const line = text.slice(0, 200).trim();
  return line.startsWith('---') && line.endsWith('---');
};

/** So many introductions of quotations are looked for: each costs more than a line. */
const maxAttributions = 500;

/** The lines of a mail, with what is asked of them again and again. */
class Lines {
  readonly all: readonly MailLine[];
  private readonly following: number[];
  private readonly attributions = new Map<number, Attribution | null>();

  constructor(lines: readonly MailLine[]) {
    this.all = lines;
    this.following = new Array<number>(lines.length + 1).fill(-1);
    for (let at = lines.length - 1; at >= 0; at -= 1)
      this.following[at] = isBlank(lines[at] ?? empty) ? (this.following[at + 1] ?? -1) : at;
  }

  at(index: number): MailLine {
    return this.all[index] ?? empty;
  }

  /** The first line from an index that is not empty; -1 where none is. */
  filledFrom(index: number): number {
    return this.following[index] ?? -1;
  }

  attributionAt(index: number, own: OwnMail): Attribution | null {
    const known = this.attributions.get(index);
    if (known !== undefined) return known;
    if (this.attributions.size >= maxAttributions) return null;
    if (!/[:：-]/.test(this.at(index).text.slice(-10))) return null;
    const attribution = attributionEndingAt(this.all, index, own);
    this.attributions.set(index, attribution);
    return attribution;
  }
}

/** What somebody has written in a mail. */
interface OwnWords {
  text: string;
  /** Whether nothing but quotations and signatures was found, so that the text is all of these. */
  isNothingElse: boolean;
}

/**
 * What somebody has written in a mail, without what their program quotes of ours and without their signature. Answers between quoted lines
 * keep these. Where it is unclear whether something is quoted it stays, and where nothing would be left everything does: what is left out
 * has to be looked up elsewhere, what is too much is only read over.
 */
export function withoutQuotation(lines: readonly MailLine[], own: OwnMail): OwnWords {
  const known = knownTextOf(own.texts);
  const cut = cutTail(new Lines(mended(trimmed(lines))), own, known);
  let blocks = withoutEnd(blocksOf(new Lines(cut), own), known);
  const [first, ...rest] = blocks;
  // An answer below one quotation: what it answers stands above it in the ticket.
  if (first?.isQuote && first.isMarked && rest.length > 0 && rest.every(({ isQuote }) => !isQuote))
    blocks = rest;
  if (!blocks.some((block) => !block.isQuote && block.lines.some(hasWords)))
    return { text: textOf(lines), isNothingElse: true };
  const text = textOf(blocks.flatMap((block) => block.lines));
  // "Hello," alone announces something: what was taken for a quotation or a signature, if it is no program's line.
  const others = lines.filter((line) => !isSentFrom(line.text) && !isDecoration(line.text));
  const isCut = isGreeting(text) && others.length > 1;
  return { text: isCut ? textOf(lines) : text, isNothingElse: false };
}

const thanks =
  /thank|thx|cheers|regards|wishes|dank|grüße|gruß|merci|cordialement|graci|salud|obrigad|grazie|saluti|bedankt|groet|tack|takk|tak(?!\p{L})|hilsen|kiit|dzięk|pozdr|děkuj|köszön|спасибо|дякую|ありがとう|谢谢|謝謝|감사|شكر|תודה|ευχαριστ|cảm ơn/iu;

/** Whether a text is a greeting or an announcement, and nothing that it leads to: "Hi Ada,", "My answer:". */
const isGreeting = (text: string): boolean =>
  text.length < 40 && !text.includes('\n') && /[,:，：،]$/.test(text) && !thanks.test(text);

/** The lines as one text, as it is shown. */
export const textOf = (lines: readonly MailLine[]): string =>
  lines
    .map(shownLine)
    .join('\n')
    .replaceAll(/\n{4,}/g, '\n\n\n')
    .trim();

function trimmed(lines: readonly MailLine[]): MailLine[] {
  const start = lines.findIndex((line) => !isBlank(line));
  const end = lines.findLastIndex((line) => !isBlank(line));
  return start === -1 ? [] : lines.slice(start, end + 1);
}

/** Gmail wraps "<ada@example.com>" before its end, which then looks like the mark of a quotation. */
function mended(lines: readonly MailLine[]): MailLine[] {
  const joined: MailLine[] = [];
  for (const line of lines) {
    const last = joined.at(-1);
    const isEnd = line.depth === 1 && line.text.length <= 40 && line.text.trimEnd().endsWith(':');
    if (isEnd && last?.depth === 0 && last.text.lastIndexOf('<') > last.text.lastIndexOf('>'))
      joined[joined.length - 1] = { ...last, text: `${last.text}> ${line.text}` };
    else joined.push(line);
  }
  return joined;
}

/** Without what follows the header of a quoted mail of ours, which programs leave without any mark, where words stand before it. */
function cutTail(lines: Lines, own: OwnMail, known: KnownText): readonly MailLine[] {
  let wordsBefore = 0;
  let firstWords = '';
  for (let at = 0; at < lines.all.length; at += 1) {
    const line = lines.at(at);
    if (line.depth > 0 || isBlank(line)) continue;
    // Where nothing stands before a quoted mail but "Here it is:", somebody wants to show it.
    const isShown = wordsBefore === 0 || (wordsBefore === 1 && firstWords.endsWith(':'));
    const tail = isShown ? null : tailAt(lines, at, own);
    if (tail !== null) {
      const before = trimmed(lines.all.slice(0, at));
      return [...before, ...answersIn(lines.all.slice(tail), own, known, opensAnswers(before))];
    }
    const attribution = lines.attributionAt(at, own);
    if (attribution) {
      if (attribution.isOurs && wordsBefore > 0 && isUnmarked(lines, attribution)) {
        const before = trimmed(lines.all.slice(0, attribution.start));
        if (!opensAnswers(before)) return [...before, ...answersIn(lines.all.slice(at + 1), own, known)];
      }
      continue;
    }
    if (!hasWords(line) || isFramed(line)) continue;
    if (wordsBefore === 0) firstWords = line.text.trim();
    wordsBefore += 1;
  }
  return withoutKnownTail(lines.all, known);
}

/** Whether what follows an attribution has no marks of a quotation. */
function isUnmarked(lines: Lines, { end }: Attribution): boolean {
  const next = lines.filledFrom(end + 1);
  return next !== -1 && lines.at(next).depth === 0;
}

const belowForm =
  /(?<!\p{L})(?:below|inline|unten|ci-dessous|plus bas|abajo|abaixo|sotto|hieronder|nedan|nedenfor)(?!\p{L})/iu;

/** "Hi," or "see below" is written above answers that stand between the lines. */
function opensAnswers(lines: readonly MailLine[]): boolean {
  if (lines.length > 20) return false;
  const text = lines
    .map((line) => line.text.slice(0, 200))
    .join(' ')
    .trim();
  return (text.length < 40 && /[,:]$/.test(text)) || (text.length < 200 && belowForm.test(text));
}

/** So many words of ours show that a quotation is of our mail. */
const leastWords = 5;

/**
 * What is not ours of the lines that a program quotes without marks, if ours stand there at all: answers between them and below. With
 * `isAnnounced` all of them, where any is not ours: without what they answer, nobody would understand them.
 */
function answersIn(
  lines: readonly MailLine[],
  own: OwnMail,
  known: KnownText,
  isAnnounced = false,
): MailLine[] {
  const isOther = known(lines.map(({ text }) => text));
  const ours = lines.filter((_, index) => isOther[index]).map(({ text }) => text);
  // A word or two may be anybody's.
  if (ours.join(' ').split(' ').length < leastWords) return [];
  const list = new Lines(lines);
  // Who marks an answer with `>` has not the program do it for ours.
  const marksOurs = lines.some(({ depth }, index) => depth > 0 && isOther[index]);
  for (let at = 0; at < lines.length; at += 1) {
    const line = list.at(at);
    if (marksOurs && line.depth > 0) isOther[at] = true;
    if (isOther[at] || isBlank(line)) continue;
    const header = quotedHeaderAt(lines, at, 3) ?? ownHeaderAt(lines, at, own);
    const attribution = list.attributionAt(at, own);
    if (header) isOther.fill(true, at, header.next);
    else if (attribution) isOther.fill(true, attribution.start, attribution.end + 1);
    else if (isOriginalMark(line.text) || isRule(line.text)) isOther[at] = true;
  }
  const answers = lines.filter((line, index) => !isOther[index] || isBlank(line));
  if (!answers.some(hasWords)) return [];
  return [empty, ...trimmed(isAnnounced ? lines : answers)];
}

/** Where what a program quotes of this ticket begins, where its header or what stands above it is at a line; else null. */
function tailAt(lines: Lines, at: number, own: OwnMail): number | null {
  const line = lines.at(at);
  if (isOriginalMark(line.text)) {
    const next = lines.filledFrom(at + 1);
    const header =
      next === -1 ? null : (quotedHeaderAt(lines.all, next, 2) ?? ownHeaderAt(lines.all, next, own));
    return header === null ? at + 1 : isOfThisTicket(header, own) ? header.next : null;
  }
  const isRuled = isRule(line.text) || isFramed(line);
  const start = isRuled ? lines.filledFrom(at + 1) : at;
  if (start === -1) return null;
  const isHead = lines.at(start).mark === 'head';
  const header =
    quotedHeaderAt(lines.all, start, isRuled || isHead ? 2 : 3) ?? ownHeaderAt(lines.all, start, own);
  return header !== null && isOfThisTicket(header, own) ? header.next : null;
}

/** Without our own words at the end, where a program quotes them without any mark. */
function withoutKnownTail(lines: readonly MailLine[], known: KnownText): readonly MailLine[] {
  const isKnown = known(lines.map(({ text }) => text));
  let start = lines.length;
  for (let at = lines.length - 1; at >= 0; at -= 1) {
    const line = lines[at] ?? empty;
    if (line.depth > 0) break;
    if (isKnown[at]) start = at;
    else if (!isBlank(line)) break;
  }
  const words = lines.slice(start).flatMap(({ text }) => text.split(' ')).length;
  return words >= 12 && hasOwnWords(lines.slice(0, start)) ? trimmed(lines.slice(0, start)) : lines;
}

/** Whether there are words besides the header of a quoted mail: under one alone nobody has written anything. */
function hasOwnWords(lines: readonly MailLine[]): boolean {
  const start = lines.findIndex(hasWords);
  const header = start === -1 ? null : quotedHeaderAt(lines, start, 3);
  return lines.slice(header?.next ?? 0).some(hasWords);
}

/**
 * The lines of headers that a program has marked like those of a quotation, of mails that somebody forwards: without them the words of
 * whoever wrote those would look like the sender's own.
 */
function forwardedHeaders(lines: Lines, own: OwnMail): Set<number> {
  const shownLines = new Set<number>();
  for (let start = 0; start < lines.all.length; start += 1) {
    if (lines.at(start).mark !== 'attribution') continue;
    let end = start + 1;
    while (lines.at(end).mark === 'attribution') end += 1;
    // The line of dashes stands before the header.
    const header = quotedHeaderAt(lines.all, start, 3) ?? quotedHeaderAt(lines.all, start + 1, 3);
    if (header && header.next <= end && !isOfThisTicket(header, own))
      for (let at = start; at < end; at += 1) shownLines.add(at);
    start = end - 1;
  }
  return shownLines;
}

/** Where quotations are introduced; the lines that say so are not shown. */
function introductionsOf(lines: Lines, own: OwnMail): Map<number, Attribution> {
  const forwarded = forwardedHeaders(lines, own);
  const introductions = new Map<number, Attribution>();
  let hasWordsBefore = false;
  for (let at = 0; at < lines.all.length; at += 1) {
    const line = lines.at(at);
    if (isBlank(line)) continue;
    const isMarked = line.mark === 'attribution' && !forwarded.has(at);
    const attribution = isMarked
      ? { start: at, end: at, isOurs: false }
      : line.depth === 0
        ? lines.attributionAt(at, own)
        : null;
    const next = attribution ? lines.filledFrom(attribution.end + 1) : -1;
    const quotes = next !== -1 && (lines.at(next).depth > 0 || lines.at(next).mark === 'attribution');
    // At the very top the line is what a program writes above an answer below; without a quotation it is dropped by itself.
    if (attribution && (quotes || isMarked || (!hasWordsBefore && attribution.isOurs)))
      introductions.set(attribution.start, attribution);
    else if (!attribution && hasWords(line)) {
      // "-----Original Message-----" goes with the line that introduces the quotation below it.
      if (!isOriginalMark(line.text)) hasWordsBefore = true;
      else if (quotesFrom(lines, at)) introductions.set(at, { start: at, end: at, isOurs: false });
    }
  }
  return introductions;
}

/** Whether a quotation follows a line, or what introduces one. */
function quotesFrom(lines: Lines, at: number): boolean {
  const next = lines.filledFrom(at + 1);
  if (next === -1) return false;
  return (
    lines.at(next).depth > 0 ||
    lines.at(next).mark === 'attribution' ||
    /[:：]\s*$/.test(lines.at(next).text.slice(-10))
  );
}

/** The lines as blocks, in their order. */
function blocksOf(lines: Lines, own: OwnMail): Block[] {
  const introductions = introductionsOf(lines, own);
  const blocks: Block[] = [];
  let isIntroduced = false;
  for (let at = 0; at < lines.all.length; at += 1) {
    const line = lines.at(at);
    const introduction = introductions.get(at);
    if (introduction) {
      const before = blocks.at(-1);
      if (before && !isBlank(before.lines.at(-1) ?? empty)) before.lines.push(empty);
      at = introduction.end;
      isIntroduced = true;
      continue;
    }
    const last = blocks.at(-1);
    if (isBlank(line) && line.depth === 0) {
      if (!isIntroduced) last?.lines.push(line);
      continue;
    }
    const isQuote = line.depth > 0;
    const isMarked = isQuote && (isIntroduced || line.mark === 'quote');
    if (last && last.isQuote === isQuote && !(isQuote && isIntroduced)) {
      last.lines.push(line);
      last.isMarked ||= isMarked;
    } else blocks.push({ isQuote, isMarked, lines: [line] });
    isIntroduced = false;
  }
  return blocks.map((block) =>
    block.isQuote ? { ...block, isMarked: block.isMarked || introducesItself(block, own) } : block,
  );
}

/** Apple's programs mark the line that introduces a quotation as a part of it. */
function introducesItself({ lines }: Block, own: OwnMail): boolean {
  return lines.slice(0, 6).some((_, at) => attributionEndingAt(lines, at, own) !== null);
}

/** Without quotations and signatures at the end. */
function withoutEnd(blocks: readonly Block[], known: KnownText): Block[] {
  const rest = [...blocks];
  for (let last = rest.at(-1); last; last = rest.at(-1)) {
    if (last.isQuote) {
      if (!last.isMarked && !isOurs(last, known)) return rest;
      rest.pop();
      const answers = answersInQuote(last, known);
      if (answers.length === 0) continue;
      return [...rest, { isQuote: false, isMarked: false, lines: answers }];
    }
    const lines = withoutSignature(last.lines);
    rest.pop();
    if (!lines.some(hasWords)) continue;
    rest.push({ ...last, lines });
    return rest;
  }
  // Nothing but quotations, or a signature alone.
  return [];
}

/** What somebody has written into the quotation that their program made of our mail, if most of it is known to be ours. */
function answersInQuote({ lines }: Block, known: KnownText): MailLine[] {
  const quoted = lines.filter(
    ({ depth, mark, text }) => depth === 1 && mark === 'quote' && text.trim() !== '',
  );
  const isKnown = known(quoted.map(({ text }) => text));
  const first = isKnown.indexOf(true);
  const knownCount = isKnown.filter(Boolean).length;
  if (first === -1 || knownCount < 0.5 * (quoted.length - first)) return [];
  return quoted
    .filter((line, index) => index > first && !isKnown[index] && hasWords(line) && !isSentFrom(line.text))
    .map((line) => ({ text: line.text, depth: 0 }));
}

function isOurs({ lines }: Block, known: KnownText): boolean {
  const filled = lines.filter((line) => !isBlank(line)).map(({ text }) => text);
  const count = known(filled).filter(Boolean).length;
  return count > 0 && count >= filled.length / 2;
}

function withoutSignature(lines: readonly MailLine[]): MailLine[] {
  const dashes = signatureStart(lines.map(({ text }) => text));
  // A program that marks its signature says by that where the signature ends.
  const endsBelow =
    lines[dashes]?.mark === 'signature' &&
    lines.slice(dashes).some((line) => line.mark === undefined && hasWords(line) && !isSentFrom(line.text));
  const before = dashes === -1 || endsBelow ? lines : lines.slice(0, dashes);
  const end = before.findLastIndex(
    ({ text, mark }) =>
      (mark !== 'signature' || isSaidBelow(text)) && !isDecoration(text) && !isSentFrom(text),
  );
  return before.slice(0, end + 1);
}
