import { createHash } from 'node:crypto';
import { addressParser, decodeWords } from 'postal-mime';
import { charsetOfHtml, decodeText } from '#app/platform/mail/reading/charset.ts';
import {
  addressesIn,
  fieldOf,
  type HeaderField,
  readHeader,
  withLineFeeds,
} from '#app/platform/mail/reading/headers.ts';
import { type HtmlText, htmlLines } from '#app/platform/mail/reading/html-lines.ts';
import { joinForms } from '#app/platform/mail/reading/mail-forms.ts';
import { type MailLine, maxLines, maxTextLength } from '#app/platform/mail/reading/mail-line.ts';
import {
  contentOf,
  type Limits,
  type MailPart,
  newLimits,
  readParts,
} from '#app/platform/mail/reading/mime-parts.ts';
import { flowedLines, plainLines } from '#app/platform/mail/reading/plain-lines.ts';

/** A file that came with a mail. */
export interface MailFile {
  /** As its sender named it; empty where they did not. */
  name: string;
  /** As its sender says, in small letters; nothing may rely on it. */
  type: string;
  byteCount: number;
  /** Null for one that is too large to be taken. */
  bytes: Uint8Array<ArrayBuffer> | null;
  /** Whether it is a picture that the HTML of the mail shows among its words. */
  isShown: boolean;
}

/** What is read of the header of a mail. */
export interface MailHead {
  /** With its angle brackets; empty where it has none, or one of more than 500 letters. */
  messageId: string;
  /** In small letters; empty where it names nobody. */
  from: string;
  fromName: string;
  subject: string;
  /** Every address that it was sent or delivered to, in small letters. */
  recipients: string[];
  /** In-Reply-To and References. */
  answers: string;
  /** The fields by which a mail of a program is known, by their names in small letters. */
  signs: Record<string, string>;
  /** The same for the same mail by whatever way it comes, and another for any other mail. */
  contentHash: string;
}

/** A mail, read: plain data, which can be handed from one thread to another. */
export interface ReadMail extends MailHead {
  lines: MailLine[];
  /** What only a form of the mail says that is not shown, such as "Please view this email in HTML". */
  otherLines: MailLine[];
  files: MailFile[];
  /** What could not be read of it, as sentences; empty where all was. */
  problems: string[];
}

/** A larger file is not taken. */
const maxFileBytes = 5_000_000;
const maxFiles = 40;

const signNames = [
  'auto-submitted',
  'precedence',
  'return-path',
  'x-autoreply',
  'x-autorespond',
  'x-auto-reply',
  'x-autoresponder',
  'list-id',
  'list-unsubscribe',
  'content-type',
];

const onOneLine = (text: string, length: number) =>
  text
    .slice(0, 4 * length)
    .replaceAll(/[\s\0]+/g, ' ')
    .trim()
    .slice(0, length)
    .toWellFormed();

/** Encoded words of a header, decoded; at most so many letters are looked at. */
const decoded = (text: string) => (text.includes('=?') ? decodeWords(text.slice(0, 4_000)) : text);

function readFrom(value: string): { from: string; fromName: string } {
  const [first] = addressParser(value.slice(0, 2_000));
  const mailbox = first?.group ? first.group[0] : first;
  const address = mailbox?.address?.trim() || (addressesIn(value.slice(0, 2_000))[0] ?? '');
  return { from: onOneLine(address, 254).toLowerCase(), fromName: onOneLine(mailbox?.name ?? '', 80) };
}

function headOf(raw: Buffer, fields: readonly HeaderField[], bodyStart: number): MailHead {
  const messageId = fieldOf(fields, 'message-id');
  const recipients = ['to', 'cc', 'delivered-to', 'x-original-to', 'envelope-to'].flatMap((name) =>
    fields.filter((field) => field.name === name).flatMap(({ value }) => addressesIn(value)),
  );
  const signs = signNames
    .map((name) => [name, fields.find((field) => field.name === name)?.value] as const)
    .filter(([, value]) => value !== undefined)
    .map(([name, value = '']) => [name, onOneLine(value, 200)]);
  return {
    messageId: messageId.length <= 500 ? onOneLine(messageId, 500) : '',
    ...readFrom(fieldOf(fields, 'from') || fieldOf(fields, 'sender')),
    subject: onOneLine(decoded(fieldOf(fields, 'subject')), 200),
    recipients: [...new Set(recipients)].slice(0, 300),
    answers: `${fieldOf(fields, 'references').slice(-20_000)} ${fieldOf(fields, 'in-reply-to').slice(0, 2_000)}`,
    signs: Object.fromEntries(signs),
    contentHash: hashOf(raw, fields, bodyStart),
  };
}

/** What the servers on the way add to a header, and how they end lines, makes no other mail of it. */
function hashOf(raw: Buffer, fields: readonly HeaderField[], bodyStart: number): string {
  const hash = createHash('sha256');
  for (const name of ['message-id', 'from', 'date', 'subject', 'content-type'])
    hash.update(`${name}:${fieldOf(fields, name)}\n`);
  return hash
    .update(raw.toString('latin1', bodyStart).replaceAll('\r', '').trimEnd(), 'latin1')
    .digest('hex');
}

const asBuffer = (raw: Uint8Array) => Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength);

/** The header of a mail alone: what is left to read where the whole cannot be. It takes no time that grows with the mail but its hash. */
export function readMailHead(raw: Uint8Array): MailHead {
  const bytes = withLineFeeds(asBuffer(raw));
  const { fields, bodyStart } = readHeader(bytes, 0, bytes.length);
  return headOf(bytes, fields, bodyStart);
}

/**
 * Reads a mail: who sent it to whom, its words line by line, and its files. Whatever it is given, it takes time in proportion to its
 * length, and throws nothing; what it could not read it says.
 */
export function readMail(raw: Uint8Array): ReadMail {
  const bytes = withLineFeeds(asBuffer(raw));
  const { bodyStart } = readHeader(bytes, 0, bytes.length);
  const limits = newLimits();
  const root = readParts(bytes, limits);
  const found: Found = { files: [], contentIds: new Set(), otherLines: [], limits };
  const lines = clipped(bodyOf(root, found), limits);
  const files = found.files.map(({ contentId, ...file }) => ({
    ...file,
    isShown: file.isShown || (contentId !== '' && found.contentIds.has(contentId)),
  }));
  const otherLines = clipped(found.otherLines, limits);
  return {
    ...headOf(bytes, root.fields, bodyStart),
    lines,
    otherLines,
    files,
    problems: [...limits.problems],
  };
}

interface Found {
  files: (MailFile & { contentId: string })[];
  contentIds: Set<string>;
  otherLines: MailLine[];
  limits: Limits;
}

/** What Postgres can store: no zero, and no half of a letter, which a cut can leave. */
const storable = (text: string) => text.replaceAll('\0', '').toWellFormed();

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

/** The words of a part, and of those in it; its files go into `found`. */
function bodyOf(part: MailPart, found: Found): MailLine[] {
  const type = part.type.value;
  if (type.startsWith('multipart/') && part.parts.length > 0) {
    const bodies = part.parts.map((each) => bodyOf(each, found));
    const { before, after } = part.outside;
    return joined([wordsOutside(before, found), formsOrAll(type, bodies, found), wordsOutside(after, found)]);
  }
  const name = nameOf(part);
  const isAttached = part.disposition.value === 'attachment';
  if (type === 'message/rfc822') return attachedMail(part, found, name);
  const isText = type.startsWith('multipart/') || !type.includes('/') || bodyTypes.has(type);
  if (!isText || isAttached) {
    addFile(part, found, name);
    return [];
  }
  const content = contentOf(part);
  const charset = part.type.params.get('charset') ?? '';
  if (htmlTypes.has(type)) return readHtml(decodeHtml(content, charset), found);
  const text = decodeText(content, charset);
  if (part.type.params.get('format')?.toLowerCase() !== 'flowed') return plainLines(cutText(text, found));
  return flowedLines(cutText(text, found), part.type.params.get('delsp')?.toLowerCase() === 'yes');
}

const htmlTypes = new Set(['text/html', 'application/xhtml+xml', 'text/x-amp-html', 'text/watch-html']);
const bodyTypes = new Set([...htmlTypes, 'text/plain', 'text/enriched', 'text/richtext', 'text/markdown']);

/** HTML may say itself in which charset it is; what its header says goes before, unless that says nothing. */
function decodeHtml(content: Buffer, charset: string): string {
  const isUndeclared = charset === '' || /^(?:us-)?ascii$/i.test(charset.trim());
  const own = isUndeclared ? charsetOfHtml(content) : '';
  return decodeText(content, /^utf-?16/i.test(own) ? '' : own || charset);
}

function formsOrAll(type: string, bodies: MailLine[][], found: Found): MailLine[] {
  if (type !== 'multipart/alternative') return joined(bodies);
  const { lines, others } = joinForms(bodies);
  found.otherLines.push(...others);
  return lines;
}

/** What stands around the parts of a mail; programs write there only that it has parts. */
function wordsOutside(content: Buffer, found: Found): MailLine[] {
  if (content.length === 0) return [];
  const text = cutText(decodeText(content, 'utf-8'), found);
  const isNotice = text.length < 500 && /\bmime\b|multi-?part/i.test(text);
  return isNotice || !/[\p{L}\p{N}]/u.test(text) ? [] : plainLines(text.trim());
}

/** A little more than is shown, so that what is cut is noticed. */
function cutText(text: string, { limits }: Found): string {
  const most = maxTextLength + 1_000;
  if (text.length > most) limits.problems.add('It is longer than is shown here.');
  return text.slice(0, most);
}

function readHtml(html: string, found: Found): MailLine[] {
  const { lines, contentIds, pictures, isCut }: HtmlText = htmlLines(html);
  for (const id of contentIds) found.contentIds.add(id);
  for (const { name, type, bytes } of pictures)
    pushFile(found, { name, type, content: bytes, contentId: '', isShown: true });
  if (isCut) found.limits.problems.add('It is longer than is shown here.');
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
function attachedMail(part: MailPart, found: Found, name: string): MailLine[] {
  const inner = readParts(contentOf(part), found.limits, 10);
  const { from, fromName } = readFrom(fieldOf(inner.fields, 'from'));
  const lines = [
    `---------- Attached email${name ? `: ${name}` : ''} ----------`,
    `From: ${fromName ? `${fromName} <${from}>` : from}`,
    `Date: ${onOneLine(fieldOf(inner.fields, 'date'), 80)}`,
    `Subject: ${onOneLine(decoded(fieldOf(inner.fields, 'subject')), 200)}`,
    '',
  ].map((text) => ({ text, depth: 0 }));
  return [...lines, ...bodyOf(inner, found)];
}

function addFile(part: MailPart, found: Found, name: string): void {
  const contentId = fieldOf(part.fields, 'content-id').replace(/^</, '').replace(/>$/, '').trim();
  pushFile(found, { name, type: part.type.value, content: contentOf(part), contentId, isShown: false });
}

function pushFile(
  { files, limits }: Found,
  { content, ...file }: { name: string; type: string; content: Buffer; contentId: string; isShown: boolean },
): void {
  if (files.length >= maxFiles) {
    limits.problems.add(`It has more than ${maxFiles} files; the rest is in the original email.`);
    return;
  }
  const byteCount = content.length;
  files.push({
    ...file,
    type: onOneLine(file.type, 100),
    byteCount,
    bytes: byteCount > maxFileBytes ? null : new Uint8Array(content),
  });
}
