import { charsetOfHtml, decodeText } from '#app/platform/mail/reading/charset.ts';
import { type DeliveryReport, readDeliveryReport } from '#app/platform/mail/reading/delivery-report.ts';
import { fieldOf, readHeader } from '#app/platform/mail/reading/headers.ts';
import { type HtmlText, htmlLines } from '#app/platform/mail/reading/html-lines.ts';
import { joinForms } from '#app/platform/mail/reading/mail-forms.ts';
import {
  bytesOf,
  decoded,
  headOf,
  type MailHead,
  onOneLine,
  readFrom,
} from '#app/platform/mail/reading/mail-head.ts';
import { type MailLine, maxLines, maxTextLength } from '#app/platform/mail/reading/mail-line.ts';
import {
  contentOf,
  type Limits,
  type MailPart,
  newLimits,
  readParts,
} from '#app/platform/mail/reading/mime-parts.ts';
import { flowedLines, plainLines } from '#app/platform/mail/reading/plain-lines.ts';
import { storable } from '#app/platform/storable-text.ts';

/** A file that came with a mail. */
export interface MailFile {
  /** As its sender named it; empty where they did not. */
  name: string;
  /** As its sender says, in small letters; nothing may rely on it. */
  type: string;
  byteCount: number;
  /** Null for one that is too large, or comes after too many others. */
  bytes: Uint8Array<ArrayBuffer> | null;
  /** Whether it is a picture that the HTML of the mail shows among its words. */
  isShown: boolean;
}

/** A mail, read: plain data, which can be handed from one thread to another. */
export interface ReadMail extends MailHead {
  lines: MailLine[];
  /** What only a form of the mail says that is not shown, such as "Please view this email in HTML". */
  otherLines: MailLine[];
  files: MailFile[];
  /** What a mail server reports by it of a mail that was sent; null where it is no such report. */
  report: DeliveryReport | null;
  /** What could not be read of it, as sentences; empty where all was. */
  problems: string[];
}

/** A larger file is named and not taken, and so are all after the fortieth. */
export const maxFileBytes = 5_000_000;
const maxFiles = 40;

/**
 * Reads a mail: who sent it to whom, its words line by line, and its files. Whatever it is given, it takes time in proportion to its
 * length, and throws nothing; what it could not read it says.
 */
export function readMail(raw: Uint8Array): ReadMail {
  const bytes = bytesOf(raw);
  const { bodyStart } = readHeader(bytes, 0, bytes.length);
  const limits = newLimits();
  const root = readParts(bytes, limits);
  const contents: MailContents = { files: [], contentIds: new Set(), otherLines: [], limits };
  const lines = clipped(bodyOf(root, contents), limits);
  const files = contents.files.map(({ contentId, ...file }) => ({
    ...file,
    isShown: file.isShown || (contentId !== '' && contents.contentIds.has(contentId)),
  }));
  const otherLines = clipped(contents.otherLines, limits);
  return {
    ...headOf(bytes, root.fields, bodyStart),
    lines,
    otherLines,
    files,
    report: readDeliveryReport(root),
    problems: [...limits.problems],
  };
}

/** What the parts of a mail add to it besides the words that are shown. */
interface MailContents {
  files: (MailFile & { contentId: string })[];
  contentIds: Set<string>;
  otherLines: MailLine[];
  limits: Limits;
}

/** No more lines and letters than are shown. */
function clipped(lines: MailLine[], limits: Limits): MailLine[] {
  let length = 0;
  const kept: MailLine[] = [];
  for (const line of lines) {
    const room = maxTextLength - length;
    if (kept.length >= maxLines || room <= 0 || line.text.length > room) {
      limits.problems.add('It is longer than is shown here.');
      if (room > 0 && kept.length < maxLines)
        kept.push({ ...line, text: storable(line.text.slice(0, room)) });
      break;
    }
    kept.push({ ...line, text: storable(line.text) });
    length += line.text.length + 1;
  }
  return kept;
}

/** The words of a part, and of those in it; its files go into `contents`. */
function bodyOf(part: MailPart, contents: MailContents): MailLine[] {
  const type = part.type.value;
  if (type.startsWith('multipart/') && part.parts.length > 0) {
    const bodies = part.parts.map((each) => bodyOf(each, contents));
    const { before, after } = part.outside;
    return joined([
      wordsOutside(before, contents),
      formsOrAll(type, bodies, contents),
      wordsOutside(after, contents),
    ]);
  }
  const name = nameOf(part);
  const isAttached = part.disposition.value === 'attachment';
  if (type === 'message/rfc822') return attachedMail(part, contents, name);
  const isText = type.startsWith('multipart/') || !type.includes('/') || bodyTypes.has(type);
  if (!isText || isAttached) {
    addFile(part, contents, name);
    return [];
  }
  const content = contentOf(part);
  const charset = part.type.params.get('charset') ?? '';
  if (htmlTypes.has(type)) return readHtml(decodeHtml(content, charset), contents);
  const text = decodeText(content, charset);
  if (part.type.params.get('format')?.toLowerCase() !== 'flowed') return plainLines(cutText(text, contents));
  return flowedLines(cutText(text, contents), part.type.params.get('delsp')?.toLowerCase() === 'yes');
}

const htmlTypes = new Set(['text/html', 'application/xhtml+xml', 'text/x-amp-html', 'text/watch-html']);
const bodyTypes = new Set([...htmlTypes, 'text/plain', 'text/enriched', 'text/richtext', 'text/markdown']);

/** HTML may say itself in which charset it is; what its header says goes before, unless that says nothing. */
function decodeHtml(content: Buffer, charset: string): string {
  const isUndeclared = charset === '' || /^(?:us-)?ascii$/i.test(charset.trim());
  const own = isUndeclared ? charsetOfHtml(content) : '';
  return decodeText(content, /^utf-?16/i.test(own) ? '' : own || charset);
}

function formsOrAll(type: string, bodies: MailLine[][], contents: MailContents): MailLine[] {
  if (type !== 'multipart/alternative') return joined(bodies);
  const { lines, others } = joinForms(bodies);
  contents.otherLines.push(...others);
  return lines;
}

/** What stands around the parts of a mail; programs write there only that it has parts. */
function wordsOutside(content: Buffer, contents: MailContents): MailLine[] {
  if (content.length === 0) return [];
  const text = cutText(decodeText(content, 'utf-8'), contents);
  const isNotice = text.length < 500 && /\bmime\b|multi-?part/i.test(text);
  return isNotice || !/[\p{L}\p{N}]/u.test(text) ? [] : plainLines(text.trim());
}

/** A little more than is shown, so that what is cut is noticed. */
function cutText(text: string, { limits }: MailContents): string {
  const most = maxTextLength + 1_000;
  if (text.length > most) limits.problems.add('It is longer than is shown here.');
  return text.slice(0, most);
}

function readHtml(html: string, contents: MailContents): MailLine[] {
  const { lines, contentIds, pictures, isCut }: HtmlText = htmlLines(html);
  for (const id of contentIds) contents.contentIds.add(id);
  for (const { name, type, bytes } of pictures)
    pushFile(contents, { name, type, content: bytes, contentId: '', isShown: true });
  if (isCut) contents.limits.problems.add('It is longer than is shown here.');
  return lines;
}

const joined = (bodies: MailLine[][]): MailLine[] =>
  bodies
    .filter((lines) => lines.some(({ text }) => text !== ''))
    .flatMap((lines, index) => (index === 0 ? lines : [{ text: '', depth: 0 }, ...lines]));

function nameOf({ disposition, type }: MailPart): string {
  return onOneLine(decoded(disposition.params.get('filename') ?? type.params.get('name') ?? ''), 200);
}

/** A mail that is attached to the mail: its words are shown below, its files are taken with the others. */
function attachedMail(part: MailPart, contents: MailContents, name: string): MailLine[] {
  const inner = readParts(contentOf(part), contents.limits, 10);
  const { from, fromName } = readFrom(fieldOf(inner.fields, 'from'));
  const lines = [
    `---------- Attached email${name ? `: ${name}` : ''} ----------`,
    `From: ${fromName ? `${fromName} <${from}>` : from}`,
    `Date: ${onOneLine(fieldOf(inner.fields, 'date'), 80)}`,
    `Subject: ${onOneLine(decoded(fieldOf(inner.fields, 'subject')), 200)}`,
    '',
  ].map((text) => ({ text, depth: 0 }));
  return [...lines, ...bodyOf(inner, contents)];
}

function addFile(part: MailPart, contents: MailContents, name: string): void {
  const contentId = fieldOf(part.fields, 'content-id').replace(/^</, '').replace(/>$/, '').trim();
  pushFile(contents, { name, type: part.type.value, content: contentOf(part), contentId, isShown: false });
}

function pushFile(
  { files }: MailContents,
  { content, ...file }: { name: string; type: string; content: Buffer; contentId: string; isShown: boolean },
): void {
  const byteCount = content.length;
  const isTaken = byteCount <= maxFileBytes && files.length < maxFiles;
  files.push({
    ...file,
    type: onOneLine(file.type, 100),
    byteCount,
    bytes: isTaken ? new Uint8Array(content) : null,
  });
}
