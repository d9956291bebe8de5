import { decodeBase64 } from '#app/platform/mail/reading/base64.ts';
import {
  fieldOf,
  type Header,
  type HeaderField,
  readHeader,
  readStructured,
  type StructuredValue,
} from '#app/platform/mail/reading/headers.ts';

/** A part of a mail: the mail itself, or what it is made of. `body` is as it was sent, not decoded. */
export interface MailPart {
  fields: HeaderField[];
  type: StructuredValue;
  disposition: StructuredValue;
  body: Buffer;
  /** Of a multipart, in their order. */
  parts: MailPart[];
  /** What stands before the first and after the last part of a multipart, where no program should show it. */
  outside: { before: Buffer; after: Buffer };
}

/** More parts, or parts deeper in one another, are not taken apart. */
const maxParts = 500;
const maxDepth = 20;

/** What a mail goes past, in words for the team. */
export interface Limits {
  parts: number;
  problems: Set<string>;
}

export const newLimits = (): Limits => ({ parts: 0, problems: new Set() });

const tooManyParts = 'It has too many parts; not all of them were read.';

/** Takes a mail, or a part of one, apart. Every byte is looked at no more than once for each level. */
export function readParts(bytes: Buffer, limits: Limits, depth = 0): MailPart {
  const header: Header = readHeader(bytes, 0, bytes.length);
  if (header.isCut) limits.problems.add('Its header is too long; the end of it was not read.');
  const { fields } = header;
  const type = readStructured(fieldOf(fields, 'content-type'));
  const part: MailPart = {
    fields,
    type: { ...type, value: type.value || 'text/plain' },
    disposition: readStructured(fieldOf(fields, 'content-disposition')),
    body: bytes.subarray(header.bodyStart),
    parts: [],
    outside: { before: nothing, after: nothing },
  };
  if (!type.value.startsWith('multipart/')) return part;
  if (depth >= maxDepth) {
    limits.problems.add(tooManyParts);
    return part;
  }
  const boundary = (type.params.get('boundary') ?? '').slice(0, 300);
  const named = boundary === '' ? null : slicesOf(part.body, Buffer.from(`--${boundary}`), limits);
  const slices = named?.parts.length ? named : guessedSlices(part.body, limits);
  if (!slices) return part;
  part.outside = slices;
  for (const slice of slices.parts) part.parts.push(readParts(slice, limits, depth + 1));
  return part;
}

const nothing = Buffer.alloc(0);

interface Slices {
  parts: Buffer[];
  before: Buffer;
  after: Buffer;
}

/** The parts of a multipart that names no boundary, or one that it does not have: between lines as programs make them up. */
function guessedSlices(body: Buffer, limits: Limits): Slices | null {
  let line = body[0] === 45 && body[1] === 45 ? 0 : nextMark(body, 0);
  for (let tries = 0; line !== -1 && tries < 100; tries += 1) {
    const text = body.toString('latin1', line, line + 400);
    const [, mark] =
      /^(--(?=-{0,70}[^\s-])[^\r\n]{1,100}?)[ \t]{0,9}\r?\n(?:content-|\r?\n)/i.exec(text) ?? [];
    if (mark) return slicesOf(body, Buffer.from(mark, 'latin1'), limits);
    line = nextMark(body, line + 1);
  }
  return null;
}

/** The parts between the lines of a boundary; a last one that is not closed counts too. */
function slicesOf(body: Buffer, mark: Buffer, limits: Limits): Slices {
  const slices: Buffer[] = [];
  let start = -1;
  let end = -1;
  let open = -1;
  let line = body[0] === 45 && body[1] === 45 ? 0 : nextMark(body, 0);
  while (line !== -1) {
    const kind = kindOf(body, line, mark);
    if (kind !== null) {
      if (open !== -1) slices.push(body.subarray(open, endBefore(body, line, open)));
      if (start === -1) start = line;
      // Parts may follow one that is said to be the last.
      open = kind.isLast ? -1 : kind.next;
      end = kind.isLast ? kind.next : -1;
      if (!kind.isLast) limits.parts += 1;
      if (limits.parts > maxParts) {
        limits.problems.add(tooManyParts);
        open = -1;
        break;
      }
    }
    line = nextMark(body, line + 1);
  }
  if (open !== -1 && open < body.length) slices.push(body.subarray(open));
  return {
    parts: slices,
    before: start > 0 ? body.subarray(0, start) : nothing,
    after: end === -1 ? nothing : body.subarray(end),
  };
}

const lineMark = Buffer.from('\n--');

function nextMark(body: Buffer, from: number): number {
  const at = body.indexOf(lineMark, from);
  return at === -1 ? -1 : at + 1;
}

/** The line break before a boundary belongs to it. */
function endBefore(body: Buffer, line: number, start: number): number {
  let end = line - 1;
  if (body[end - 1] === 13) end -= 1;
  return Math.max(end, start);
}

/** Whether a line is a boundary, and where what follows begins; null where it is another line. */
function kindOf(body: Buffer, line: number, mark: Buffer): { isLast: boolean; next: number } | null {
  for (let index = 0; index < mark.length; index += 1) if (body[line + index] !== mark[index]) return null;
  let at = line + mark.length;
  const isLast = body[at] === 45 && body[at + 1] === 45;
  if (isLast) at += 2;
  while (body[at] === 32 || body[at] === 9 || body[at] === 13) at += 1;
  if (at < body.length && body[at] !== 10) return null;
  return { isLast, next: Math.min(at + 1, body.length) };
}

/** The bytes of a part that is no multipart, decoded from what they were sent as. */
export function contentOf({ fields, body, type }: MailPart): Buffer {
  const declared = readStructured(fieldOf(fields, 'content-transfer-encoding')).value;
  const encoding = declared.replaceAll(/[^a-z0-9]/g, '');
  if (encoding === 'base64') return decodeBase64(body, type.value.startsWith('text/') ? type : null);
  if (encoding === 'quotedprintable') return decodeQuotedPrintable(body);
  return body;
}

const hex = (byte: number | undefined): number => {
  if (byte === undefined) return -1;
  if (byte >= 48 && byte <= 57) return byte - 48;
  const letter = byte | 32;
  return letter >= 97 && letter <= 102 ? letter - 87 : -1;
};

function decodeQuotedPrintable(body: Buffer): Buffer {
  const decoded = Buffer.allocUnsafe(body.length);
  let length = 0;
  for (let at = 0; at < body.length; at += 1) {
    const byte = body[at] ?? 0;
    if (byte === 61) {
      let end = at + 1;
      while (body[end] === 32 || body[end] === 9 || body[end] === 13) end += 1;
      // A line that goes on in the next one.
      if (body[end] === 10 || end >= body.length) {
        at = end;
        continue;
      }
      const [high, low] = [hex(body[at + 1]), hex(body[at + 2])];
      if (high >= 0 && low >= 0) {
        decoded[length++] = high * 16 + low;
        at += 2;
        continue;
      }
    }
    decoded[length++] = byte;
  }
  return decoded.subarray(0, length);
}
