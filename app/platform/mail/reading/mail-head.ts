import { createHash } from 'node:crypto';
import { addressParser, decodeWords } from 'postal-mime';
import {
  addressesIn,
  fieldOf,
  type HeaderField,
  readHeader,
  withLineFeeds,
  withoutLead,
} from '#app/platform/mail/reading/headers.ts';

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

/** A text of a mail on one line, cut to a length. */
export const onOneLine = (text: string, length: number) =>
  text
    .slice(0, 4 * length)
    .replaceAll(/[\s\0]+/g, ' ')
    .trim()
    .slice(0, length)
    .toWellFormed();

/** Encoded words of a header, decoded; at most so many letters are looked at. */
export const decoded = (text: string) => (text.includes('=?') ? decodeWords(text.slice(0, 4_000)) : text);

/** Who a field such as From names first: the address in small letters, and the name. */
export function readFrom(value: string): { from: string; fromName: string } {
  const [first] = addressParser(value.slice(0, 2_000));
  const mailbox = first?.group ? first.group[0] : first;
  const address = mailbox?.address?.trim() || (addressesIn(value.slice(0, 2_000))[0] ?? '');
  return { from: onOneLine(address, 254).toLowerCase(), fromName: onOneLine(mailbox?.name ?? '', 80) };
}

/** What the fields of a header say of their mail. */
export function headOf(raw: Buffer, fields: readonly HeaderField[], bodyStart: number): MailHead {
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

/** The bytes of a mail from its first header field on, with line ends as the rest of the reading knows them. */
export const bytesOf = (raw: Uint8Array): Buffer =>
  withoutLead(withLineFeeds(Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength)));

/** The header of a mail alone: what is left to read where the whole cannot be. It takes no time that grows with the mail but its hash. */
export function readMailHead(raw: Uint8Array): MailHead {
  const bytes = bytesOf(raw);
  const { fields, bodyStart } = readHeader(bytes, 0, bytes.length);
  return headOf(bytes, fields, bodyStart);
}
