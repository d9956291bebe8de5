import { createHash, timingSafeEqual } from 'node:crypto';
import type { Address, Email } from 'postal-mime';
import {
  type Attachment,
  maxAttachments,
  readAttachment,
  type SentFile,
} from '#app/domain/support/attachments.server.ts';
import { isAutomatic } from '#app/domain/support/automatic-mail.ts';
import {
  isOwnMessageId,
  readMessageIds,
  readReplyAddress,
} from '#app/domain/support/mail-threading.server.ts';
import { cutQuoted, textOfHtml } from '#app/domain/support/reply-text.server.ts';
import { type LockedTicket, replyLimit, writeReply } from '#app/domain/support/replying.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { config } from '#app/platform/config.server.ts';
import { type Transaction, transaction } from '#app/platform/database/client.server.ts';
import { onDemand } from '#app/platform/on-demand.server.ts';
import { isWithinLimit } from '#app/platform/rate-limit.server.ts';

const postalMime = onDemand<typeof import('postal-mime')>('postal-mime');

/** A mail may have so many bytes. */
export const maxMailBytes = 25_000_000;

/**
 * What became of a mail: a message of its ticket, one that was there already, nothing because a program sent it or it says nothing, or
 * kept for the team because it fits no ticket of its sender's. One that cannot be read is none.
 */
export type MailOutcome = 'added' | 'known' | 'ignored' | 'unmatched' | 'unreadable';

/** What is needed of a mail. */
interface Mail {
  id: string;
  from: string;
  fromName: string;
  subject: string;
  text: string;
  recipients: string[];
  /** In-Reply-To and References. */
  answers: string;
  files: SentFile[];
}

const onOneLine = (text: string, length: number) =>
  text
    .replace(/[\s\0]+/g, ' ')
    .trim()
    .slice(0, length);

const addressesOf = (addresses: readonly Address[] | undefined): string[] =>
  (addresses ?? []).flatMap((each) =>
    each.group ? each.group.map(({ address }) => address) : [each.address],
  );

const parse = (raw: Uint8Array): Promise<Email | null> =>
  postalMime()
    .default.parse(raw, { maxNestingDepth: 20, maxHeadersSize: 256_000, maxRfc822NestingDepth: 0 })
    .catch(() => null);

const headerOf = ({ headers }: Email, name: string) => headers.find(({ key }) => key === name)?.value;

function readMail(raw: Uint8Array, email: Email): Mail {
  const { from, subject = '', text, html, messageId, to, cc } = email;
  const hash = createHash('sha256').update(raw).digest('hex');
  const forwarded = ['delivered-to', 'x-original-to', 'envelope-to'].map(
    (name) => headerOf(email, name) ?? '',
  );
  return {
    id: messageId && messageId.length <= 500 ? onOneLine(messageId, 500) : `<${hash}@no-message-id>`,
    from: from?.group ? '' : (from?.address ?? '').toLowerCase().slice(0, 254),
    fromName: from?.group ? '' : onOneLine(from?.name ?? '', 80),
    subject: onOneLine(subject, 200),
    text: cutQuoted(text?.trim() ? text : html ? textOfHtml(html) : ''),
    recipients: [...addressesOf(to), ...addressesOf(cc), ...forwarded].slice(0, 100),
    answers: `${email.references ?? ''} ${email.inReplyTo ?? ''}`,
    files: filesOf(email),
  };
}

/** What is attached to a mail; pictures that its words show, such as signatures, are not. */
const filesOf = ({ attachments }: Email): SentFile[] =>
  attachments
    .filter(({ related, disposition }) => !related && disposition !== 'inline')
    .slice(0, 20)
    .map(({ filename, content }) => ({
      name: onOneLine(filename ?? 'file', 80),
      bytes: new Uint8Array(typeof content === 'string' ? Buffer.from(content) : content),
    }));

/** The addresses the site itself sends from and reads at. */
function isOwnAddress(address: string): boolean {
  const { mailFrom, supportEmail, inboundMail } = config();
  const own = [
    ...addressesOf(postalMime().addressParser(mailFrom)),
    supportEmail,
    inboundMail?.address ?? '',
  ];
  return readReplyAddress(address) !== null || own.some((each) => each.toLowerCase() === address);
}

/**
 * Takes in a mail that has come to the inbound address: an answer of who asked becomes a message of their ticket, known by the signed
 * address it was sent to, else by the mail it answers. The same mail again is nothing more. The mail's own claim of who sent it is
 * believed only together with one of those two, which were mailed to that sender alone.
 */
export async function receiveMail(raw: Uint8Array): Promise<MailOutcome> {
  const email = await parse(raw);
  if (!email) return 'unreadable';
  const mail = readMail(raw, email);
  const headers = { get: (name: string) => headerOf(email, name) };
  if (mail.from === '' || (mail.text === '' && mail.files.length === 0)) return 'ignored';
  if (isAutomatic(headers, mail.from) || isOwnAddress(mail.from) || isOwnMessageId(mail.id)) return 'ignored';
  return transaction(async (tx) => {
    if (await isKnown(tx, mail)) return 'known';
    const number = await findNumber(tx, mail);
    const ticket = number === null ? null : await lockTicket(tx, number);
    if (!ticket) return keep(tx, mail, 'no_ticket');
    if (mail.from !== ticket.email && mail.from !== ticket.accountEmail)
      return keep(tx, mail, 'other_sender');
    if (!(await isWithinLimit(replyLimit, [String(ticket.number), ticket.userId ?? ''])))
      return keep(tx, mail, 'too_many');
    const { attachments, left } = await readFiles(mail.files);
    const words = mail.text || 'Sent without words.';
    const body =
      left.length === 0
        ? words
        : `${words}\n\nNot kept, as no picture or PDF of 5 MB at most: ${left.join(', ')}`;
    return (await writeReply(tx, ticket, { body, mailId: mail.id }, attachments)) ? 'added' : 'known';
  });
}

/** What may be kept of a mail's files, and the names of what may not. */
async function readFiles(files: readonly SentFile[]): Promise<{ attachments: Attachment[]; left: string[] }> {
  const attachments: Attachment[] = [];
  const left: string[] = [];
  for (const file of files) {
    const read = attachments.length < maxAttachments ? await readAttachment(file) : null;
    if (read) attachments.push(read);
    else left.push(file.name);
  }
  return { attachments, left };
}

const isKnown = async (tx: Transaction, { id: mailId }: Mail) =>
  (await tx.db.ticketMessage.count({ where: { mailId } })) > 0 ||
  (await tx.db.unmatchedMail.count({ where: { mailId } })) > 0;

async function findNumber(tx: Transaction, { recipients, answers }: Mail): Promise<number | null> {
  for (const recipient of recipients) {
    const number = readReplyAddress(recipient);
    if (number !== null) return number;
  }
  const named = readMessageIds(answers);
  const known = await tx.db.ticketMessage.findMany({
    where: { id: { in: named.map(({ messageId }) => messageId) }, author: { not: 'note' } },
    select: { id: true, ticket: { select: { number: true } } },
  });
  const found = named.find(({ number, messageId }) =>
    known.some(({ id, ticket }) => id === messageId && ticket.number === number),
  );
  return found?.number ?? null;
}

async function lockTicket(tx: Transaction, number: number) {
  const [ticket] = await tx.db.$queryRaw<(LockedTicket & { accountEmail: string | null })[]>`
    SELECT t.id, t.number, t.user_id AS "userId", t.email, t.name, t.area, t.subject, t.status::text,
      (SELECT u.email FROM users u WHERE u.id = t.user_id AND u.email_verified_at IS NOT NULL) AS "accountEmail"
    FROM tickets t WHERE t.number = ${number} AND t.confirmed_at IS NOT NULL FOR UPDATE`;
  return ticket;
}

async function keep(
  tx: Transaction,
  { id: mailId, from: fromAddress, fromName, subject, text: body }: Mail,
  reason: 'no_ticket' | 'other_sender' | 'too_many',
): Promise<MailOutcome> {
  const { count } = await tx.db.unmatchedMail.createMany({
    data: [{ mailId, fromAddress, fromName, subject, body, reason, createdAt: now() }],
    skipDuplicates: true,
  });
  return count > 0 ? 'unmatched' : 'known';
}

/** Whether somebody may hand mails in: what they give is the secret of the settings. */
export function isInboundSecret(given: string): boolean {
  const secret = config().inboundMail?.secret;
  if (!secret) return false;
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(secret));
}
