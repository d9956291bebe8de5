import { decodeText } from '#app/platform/mail/reading/charset.ts';

/** A header field: its name in small letters, and its value on one line, as it was sent. */
export interface HeaderField {
  name: string;
  value: string;
}

/** So many bytes and fields of a header are read; longer ones are cut there. */
const maxHeaderBytes = 256_000;
const maxFields = 1_000;
const maxValueLength = 64_000;

const LF = 10;
const CR = 13;
const isBlank = (byte: number | undefined) => byte === 32 || byte === 9;

/**
 * A mail with the line ends of Unix where its program ends lines in a bare CR, as those of old Macs do; any other mail as it is. Every byte
 * keeps its place.
 */
export function withLineFeeds(bytes: Buffer): Buffer {
  const end = bytes.indexOf(LF);
  const first = bytes
    .subarray(0, end === -1 ? bytes.length : end)
    .toString('latin1')
    .slice(0, 64_000);
  // A line that ends in CR LF has its only CR at its end.
  if (!/\r(?:[\w-]{1,80}:|\r)/.test(first)) return bytes;
  const copy = Buffer.from(bytes);
  for (let at = copy.indexOf(CR); at !== -1; at = copy.indexOf(CR, at + 1))
    if (copy[at + 1] !== LF) copy[at] = LF;
  return copy;
}

/** A mail from its first header field on: a byte order mark and empty lines before it are slips of whatever handed it in. */
export function withoutLead(bytes: Buffer): Buffer {
  let start = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  const afterMark = start;
  while (bytes[start] === LF || bytes[start] === CR || isBlank(bytes[start])) start += 1;
  const { stop } = lineAt(bytes, start, bytes.length);
  return bytes.subarray(colonOf(bytes, start, stop) === -1 ? afterMark : start);
}

/** Where a line ends, and where the next one begins. */
function lineAt(bytes: Buffer, start: number, end: number): { stop: number; next: number } {
  const at = bytes.indexOf(LF, start);
  if (at === -1 || at >= end) return { stop: end, next: end };
  return { stop: at > start && bytes[at - 1] === 13 ? at - 1 : at, next: at + 1 };
}

/** The place of the colon of a header field; -1 for a line that is none. */
function colonOf(bytes: Buffer, start: number, stop: number): number {
  for (let at = start; at < stop && at < start + 200; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte === 58) return at > start ? at : -1;
    if (byte < 33 || byte > 126) {
      // "Subject : x" is wrong, and seen.
      return isBlank(byte) && bytes[at + 1] === 58 && at > start ? at + 1 : -1;
    }
  }
  return -1;
}

/** The fields of a header that begins at `start`, and where the body after it begins. */
export interface Header {
  fields: HeaderField[];
  bodyStart: number;
  /** Whether the header is longer than is read of it. */
  isCut: boolean;
}

/** Reads the header of a mail or of a part of one. A line that is no field ends it: some programs forget the empty line. */
export function readHeader(bytes: Buffer, start: number, end: number): Header {
  const fields: { name: string; parts: Buffer[]; length: number }[] = [];
  let isCut = false;
  let at = start;
  while (at < end) {
    const { stop, next } = lineAt(bytes, at, end);
    if (stop === at) return { fields: fields.map(finish), bodyStart: next, isCut };
    const isFull = fields.length >= maxFields || at - start > maxHeaderBytes;
    isCut ||= isFull;
    const last = fields.at(-1);
    if (isBlank(bytes[at])) {
      if (!last) break;
      if (!isFull && last.length < maxValueLength) {
        last.parts.push(bytes.subarray(at, stop));
        last.length += stop - at;
      } else isCut = true;
    } else {
      const colon = colonOf(bytes, at, stop);
      // Unix mailboxes begin each mail with a line of their own.
      const isEnvelope =
        fields.length === 0 &&
        /^>?From $/.test(bytes.toString('latin1', at, at + 5).trimStart() + (bytes[at] === 62 ? ' ' : ''));
      if (colon === -1 && !isEnvelope) break;
      if (colon !== -1 && !isFull)
        fields.push({
          name: bytes.toString('latin1', at, colon).trim().toLowerCase(),
          parts: [bytes.subarray(colon + 1, Math.min(stop, colon + maxValueLength))],
          length: stop - colon,
        });
    }
    at = next;
  }
  return { fields: fields.map(finish), bodyStart: at, isCut };
}

const finish = ({ name, parts }: { name: string; parts: Buffer[] }): HeaderField => ({
  name,
  value: decodeText(Buffer.concat(parts), '', { guesses: false })
    .replaceAll('\r', ' ')
    .replaceAll('\0', '')
    .trim(),
});

/** The value of the first field of a name; empty where there is none. */
export const fieldOf = (fields: readonly HeaderField[], name: string): string =>
  fields.find((field) => field.name === name)?.value ?? '';

/** A value such as `text/plain; charset=utf-8`: what it is, in small letters, and its parameters, decoded. */
export interface StructuredValue {
  value: string;
  params: Map<string, string>;
}

/** Longer values of this kind are cut: no mail program writes them. */
const maxStructured = 8_000;

/** Splits at semicolons that stand outside quotation marks and comments, and takes both away. */
function splitParameters(text: string): string[] {
  const parts: string[] = [];
  let current = '';
  let isQuoted = false;
  let comments = 0;
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at] ?? '';
    if (isQuoted) {
      // A backslash before anything but a mark is a path of Windows.
      if (letter === '\\' && (text[at + 1] === '"' || text[at + 1] === '\\')) {
        at += 1;
        current += text[at];
      } else if (letter === '"') isQuoted = false;
      else current += letter;
    } else if (letter === '"') isQuoted = true;
    else if (letter === '(') comments += 1;
    else if (letter === ')' && comments > 0) comments -= 1;
    else if (comments > 0) continue;
    else if (letter === ';') {
      parts.push(current);
      current = '';
    } else current += letter;
  }
  return [...parts, current];
}

/** The bytes of a percent-encoded text; letters outside it as UTF-8. */
function percentBytes(text: string): Buffer {
  const pieces: Buffer[] = [];
  let plain = '';
  for (let at = 0; at < text.length; at += 1) {
    const code = text[at] === '%' ? Number.parseInt(text.slice(at + 1, at + 3), 16) : Number.NaN;
    if (Number.isNaN(code)) plain += text[at];
    else {
      pieces.push(Buffer.from(plain), Buffer.from([code]));
      plain = '';
      at += 2;
    }
  }
  return Buffer.concat([...pieces, Buffer.from(plain)]);
}

/** Reads such a value; parameters in several pieces or with a charset (RFC 2231) are put together and decoded. */
export function readStructured(text: string): StructuredValue {
  const [first = '', ...others] = splitParameters(text.slice(0, maxStructured));
  // `text/plain charset=utf-8`: some programs forget the semicolon.
  const [value = '', ...unseparated] = first
    .split('/')
    .map((each) => each.trim())
    .join('/')
    .split(/\s/);
  const rest = [...unseparated, ...others];
  const params = new Map<string, string>();
  const pieces = new Map<string, { order: number; text: string; isEncoded: boolean }[]>();
  for (const part of rest.slice(0, 100)) {
    const equals = part.indexOf('=');
    if (equals === -1) continue;
    const name = part.slice(0, equals).trim().toLowerCase();
    const given = part.slice(equals + 1).trim();
    const [base = '', order = '', star] = name.split('*');
    if (base !== name) {
      const list = pieces.get(base) ?? [];
      pieces.set(base, list);
      list.push({ order: Number(order) || 0, text: given, isEncoded: order === '' || star === '' });
    } else if (!params.has(name)) params.set(name, given);
  }
  for (const [name, list] of pieces) params.set(name, joinPieces(list));
  return { value: value.toLowerCase(), params };
}

function joinPieces(pieces: { order: number; text: string; isEncoded: boolean }[]): string {
  const sorted = pieces.toSorted((one, other) => one.order - other.order);
  let charset = '';
  const bytes = sorted.map(({ text, isEncoded }, index) => {
    if (!isEncoded) return Buffer.from(text);
    const marks = index === 0 ? text.split("'") : [];
    if (marks.length < 3) return percentBytes(text);
    charset = marks[0] ?? '';
    return percentBytes(marks.slice(2).join("'"));
  });
  return decodeText(Buffer.concat(bytes), charset);
}

/** What can be read of a field as addresses, at most so many. */
const maxRecipients = 200;

/** Whatever looks like an address in a field, in small letters. It splits the text once: a field may hold a hundred thousand commas. */
export function addressesIn(text: string): string[] {
  const addresses: string[] = [];
  let start = 0;
  for (let at = 0; at <= text.length && addresses.length < maxRecipients; at += 1) {
    const letter = text[at] ?? ',';
    if (!' \t\r\n,;<>()"\''.includes(letter)) continue;
    const word = text.slice(start, at);
    start = at + 1;
    if (word.length < 3 || word.length > 320) continue;
    const sign = word.lastIndexOf('@');
    if (sign > 0 && sign < word.length - 1) addresses.push(word.toLowerCase());
  }
  return addresses;
}
