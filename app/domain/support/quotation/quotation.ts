import { type MailLine, shownLine } from '#app/platform/mail/reading/mail-line.ts';
import { type Attribution, attributionEndingAt } from '#app/domain/support/quotation/attribution.ts';
import { knownLines } from '#app/domain/support/quotation/known-text.ts';
import type { OwnMail } from '#app/domain/support/quotation/own-mail.ts';
import {
  isOfThisTicket,
  isOriginalMark,
  isRule,
  quotedHeaderAt,
} from '#app/domain/support/quotation/quoted-header.ts';
import { isDecoration, isSentFrom, signatureStart } from '#app/domain/support/quotation/signature.ts';

/** Lines that belong together: words, or a quotation with what introduces it. */
interface Block {
  isQuote: boolean;
  /** Whether a program says that it is a quotation: one without may be a passage that somebody points out. */
  isMarked: boolean;
  lines: MailLine[];
}

const hasWords = ({ text }: MailLine) => !isDecoration(text);
const isBlank = ({ text }: MailLine) => text.trim() === '';

/**
 * What somebody has written in a mail, without what their program quotes of ours and without their signature. Answers between quoted lines
 * keep these. Where it is unclear whether something is quoted it stays, and where nothing would be left everything does: what is left out
 * has to be looked up elsewhere, what is too much is only read over.
 */
export function withoutQuotation(lines: readonly MailLine[], own: OwnMail): string {
  const whole = textOf(lines);
  const cut = cutTail(mended(trimmed(lines)), own);
  let blocks = stripEnd(blocksOf(cut, own), own);
  const [first, ...rest] = blocks;
  // An answer below one quotation: what it answers stands above it in the ticket.
  if (first?.isQuote && first.isMarked && rest.length > 0 && rest.every(({ isQuote }) => !isQuote)) blocks = rest;
  if (!blocks.some((block) => !block.isQuote && block.lines.some(hasWords))) return whole;
  return textOf(
    blocks.flatMap(({ lines: each }) => (isBlank(each.at(-1) ?? empty) ? each : [...each, empty])),
  );
}

const empty: MailLine = { text: '', depth: 0 };

const textOf = (lines: readonly MailLine[]): string =>
  lines.map(shownLine).join('\n').replaceAll(/\n{4,}/g, '\n\n\n').trim();

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

const nextFilled = (lines: readonly MailLine[], from: number) => {
  for (let at = from; at < lines.length; at += 1) if (!isBlank(lines[at] ?? empty)) return at;
  return -1;
};

/** Without what follows the header of a quoted mail of ours, which programs leave without any mark, where words stand before it. */
function cutTail(lines: MailLine[], own: OwnMail): MailLine[] {
  let wordsBefore = 0;
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? empty;
    if (line.depth > 0 || isBlank(line)) continue;
    if (wordsBefore > 0 && beginsTail(lines, at, own) && !isLeadIn(lines.slice(0, at)))
      return trimmed(lines.slice(0, at));
    const attribution = attributionEndingAt(lines, at, own);
    if (attribution) {
      if (attribution.isOurs && isUnmarked(lines, attribution)) {
        const kept = trimmed(lines.slice(0, attribution.start));
        if (kept.some(hasWords) && !opensAnswers(kept)) return [...kept, ...unknownAfter(lines, at + 1, own)];
      }
      continue;
    }
    if (hasWords(line) && !isFramed(line)) wordsBefore += 1;
  }
  return withoutKnownTail(lines, own);
}

/** "---------- Forwarded message ----------" is of a program, whatever its language. */
const isFramed = ({ text }: MailLine) => {
  const line = text.slice(0, 200).trim();
  return line.startsWith('---') && line.endsWith('---');
};

/** Whether nothing stands before a quoted mail but that it follows: then it is what somebody wants to show. */
function isLeadIn(lines: readonly MailLine[]): boolean {
  const filled = lines.filter((line) => hasWords(line) && !isFramed(line));
  return filled.length === 1 && (filled[0]?.text.trim().endsWith(':') ?? false);
}

/** Whether what follows an attribution has no marks of a quotation. */
function isUnmarked(lines: readonly MailLine[], { end }: Attribution): boolean {
  const next = nextFilled(lines, end + 1);
  return next !== -1 && (lines[next]?.depth ?? 0) === 0;
}

/** "Hi," or "see below:" is written above answers that stand between the lines. */
function opensAnswers(lines: readonly MailLine[]): boolean {
  const text = lines.map((line) => line.text).join(' ').trim();
  return (text.length < 40 && /[,:]$/.test(text)) || (text.length < 200 && /\b(?:below|inline|unten|ci-dessous|abajo|sotto)\b/i.test(text));
}

/** What is not ours of the lines below an attribution, if ours stand there at all: answers between them. */
function unknownAfter(lines: readonly MailLine[], start: number, own: OwnMail): MailLine[] {
  const below = lines.slice(start);
  const known = knownLines(below.map(({ text }) => text), own.texts);
  const last = known.lastIndexOf(true);
  if (last === -1) return [];
  // What stands before the first known line, and below the last one, is the rest of our mail as often as an answer: it stays.
  return [empty, ...below.filter((line, index) => !known[index] || isBlank(line))];
}

function beginsTail(lines: readonly MailLine[], at: number, own: OwnMail): boolean {
  const line = lines[at] ?? empty;
  if (isOriginalMark(line.text)) {
    const next = nextFilled(lines, at + 1);
    const header = next === -1 ? null : quotedHeaderAt(lines, next, 2);
    return header === null || isOfThisTicket(header, own);
  }
  const isRuled = isRule(line.text) || isFramed(line);
  const start = isRuled ? nextFilled(lines, at + 1) : at;
  if (start === -1) return false;
  const isHead = lines[start]?.mark === 'head';
  const header = quotedHeaderAt(lines, start, isRuled || isHead ? 2 : 3);
  return header !== null && isOfThisTicket(header, own);
}

/** Without our own words at the end, where a program quotes them without any mark. */
function withoutKnownTail(lines: MailLine[], own: OwnMail): MailLine[] {
  if (own.texts.length === 0) return lines;
  const known = knownLines(lines.map(({ text }) => text), own.texts);
  let start = lines.length;
  for (let at = lines.length - 1; at >= 0; at -= 1) {
    const line = lines[at] ?? empty;
    if (line.depth > 0) break;
    if (known[at]) start = at;
    else if (!isBlank(line)) break;
  }
  const words = lines.slice(start).flatMap(({ text }) => text.split(' ')).length;
  return words >= 12 && lines.slice(0, start).some(hasWords) ? trimmed(lines.slice(0, start)) : lines;
}

/** The lines as blocks, in their order; what introduces a quotation belongs to it, and is not shown. */
function blocksOf(lines: readonly MailLine[], own: OwnMail): Block[] {
  const introductions = new Map<number, Attribution>();
  lines.forEach((line, at) => {
    const attribution =
      line.mark === 'attribution' && !isBlank(line)
        ? { start: at, end: at, isOurs: false }
        : line.depth === 0
          ? attributionEndingAt(lines, at, own)
          : null;
    if (!attribution) return;
    const next = nextFilled(lines, attribution.end + 1);
    const isFirst = !lines.slice(0, attribution.start).some(hasWords);
    const quotes = next !== -1 && ((lines[next]?.depth ?? 0) > 0 || lines[next]?.mark === 'attribution');
    // At the very top the line is what a program writes above an answer below; without a quotation it is dropped by itself.
    if (quotes || line.mark === 'attribution' || (isFirst && attribution.isOurs))
      introductions.set(attribution.start, attribution);
  });
  const blocks: Block[] = [];
  let isIntroduced = false;
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? empty;
    const introduction = introductions.get(at);
    if (introduction) {
      at = introduction.end;
      isIntroduced = true;
      continue;
    }
    const last = blocks.at(-1);
    if (isBlank(line) && line.depth === 0) {
      last?.lines.push(line);
      continue;
    }
    const isQuote = line.depth > 0;
    if (last && last.isQuote === isQuote && !(isQuote && isIntroduced)) last.lines.push(line);
    else blocks.push({ isQuote, isMarked: isIntroduced || line.mark === 'quote', lines: [line] });
    if (isQuote && line.mark === 'quote') (blocks.at(-1) as Block).isMarked = true;
    isIntroduced = false;
  }
  return blocks.map((block) => (block.isQuote ? { ...block, isMarked: block.isMarked || introducesItself(block, own) } : block));
}

/** Apple's programs mark the line that introduces a quotation as a part of it. */
function introducesItself({ lines }: Block, own: OwnMail): boolean {
  return lines.slice(0, 6).some((_, at) => attributionEndingAt(lines, at, own) !== null);
}

/** Without quotations and signatures at the end. */
function stripEnd(blocks: readonly Block[], own: OwnMail): Block[] {
  const kept = [...blocks];
  for (let last = kept.at(-1); last; last = kept.at(-1)) {
    if (last.isQuote) {
      if (!last.isMarked && !isKnown(last, own)) return kept;
      kept.pop();
      continue;
    }
    const lines = withoutSignature(last.lines);
    kept.pop();
    if (!lines.some(hasWords)) continue;
    kept.push({ ...last, lines });
    return kept;
  }
  // Nothing but quotations, or a signature alone.
  return [];
}

function isKnown({ lines }: Block, { texts }: OwnMail): boolean {
  const filled = lines.filter((line) => !isBlank(line)).map(({ text }) => text);
  const known = knownLines(filled, texts).filter(Boolean).length;
  return known > 0 && known >= filled.length / 2;
}

function withoutSignature(lines: readonly MailLine[]): MailLine[] {
  let kept = trimmed(lines);
  const start = signatureStart(kept.map(({ text }) => text));
  if (start !== -1) kept = trimmed(kept.slice(0, start));
  for (let last = kept.at(-1); last; last = kept.at(-1)) {
    if (last.mark !== 'signature' && !isDecoration(last.text) && !isSentFrom(last.text)) break;
    kept = kept.slice(0, -1);
  }
  return kept;
}
