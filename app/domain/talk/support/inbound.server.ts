import { storeAttachments } from '#app/domain/talk/support/attachment-store.server.ts';
import type { Attachment } from '#app/domain/talk/support/attachments.server.ts';
import { isAutomatic } from '#app/domain/talk/support/automatic-mail.ts';
import { type LeftOutFile, leftOutNote, readMailFiles } from '#app/domain/talk/support/mail-files.server.ts';
import { headOf, isOwnSender, isTaken, readInThread } from '#app/domain/talk/support/mail-intake.server.ts';
import { noteDeliveryReport } from '#app/domain/talk/support/mail-report.server.ts';
import {
  isOwnMessageId,
  readMessageIds,
  readReplyAddress,
} from '#app/domain/talk/support/mail-threading.server.ts';
import type { MailWords } from '#app/domain/talk/support/mail-words.ts';
import { isNewSubject } from '#app/domain/talk/support/quotation/own-mail.ts';
import { type LockedTicket, replyLimit, writeReply } from '#app/domain/talk/support/replying.server.ts';
import { wordsAroundMessages } from '#app/domain/talk/support/ticket-mails.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { config } from '#app/platform/config.server.ts';
import { prisma, type Transaction, transaction } from '#app/platform/database/client.server.ts';
import { Prisma } from '#app/platform/database/generated/client.ts';
import { daySeconds } from '#app/platform/durations.ts';
import { keepFurtherPieces, packSource } from '#app/platform/mail/mail-source.server.ts';
import type { MailHead } from '#app/platform/mail/reading/mail-head.ts';
import { isWithinLimit, type RateLimit } from '#app/platform/rate-limit.server.ts';
import { isSameSecret } from '#app/platform/secrets/crypto.server.ts';

/** A mail may have so many bytes. */
export const maxMailBytes = 25_000_000;

/**
 * What became of a mail: a message of its ticket; one that was taken before; kept for some days where a program sent it; or kept for the
 * team because it fits no ticket of its sender's. One without a byte is none.
 */
type MailOutcome = 'added' | 'known' | 'ignored' | 'unmatched' | 'unreadable';

/** Why a mail is no message of a ticket. */
type Reason = 'no_ticket' | 'other_sender' | 'too_many' | 'automatic';

/** Reading pictures costs time: so many files a day are read of mails that fit no ticket, for each sender and for all. */
const strangersFiles: RateLimit = { name: 'unmatched-files', points: 30, seconds: daySeconds };
const allStrangersFiles: RateLimit = { name: 'unmatched-files-all', points: 500, seconds: daySeconds };

/** What was said last in a ticket is looked for in a mail: so many messages. */
const textsCount = 12;

/** A mail that was read, with what is kept of it. */
interface Intake {
  mail: MailWords;
  /** Compressed, in pieces. */
  source: Uint8Array<ArrayBuffer>[];
  byteCount: number;
  attachments: Attachment[];
  leftOut: LeftOutFile[];
}

/**
 * Takes in a mail that has come to the inbound address: an answer of who asked becomes a message of their ticket, known by the signed
 * address it was sent to, else by the mail it answers. The mail's own claim of who sent it is believed only together with one of those
 * two, which were mailed to that sender alone. Whatever becomes of it, the whole mail is kept with it. The same mail again is nothing
 * more; another under the same Message-ID is another (P172, P174).
 * @throws {MailBusy} where it cannot be read now
 */
export async function receiveMail(raw: Uint8Array): Promise<MailOutcome> {
  if (raw.byteLength === 0) return 'unreadable';
  const number = await findNumber(headOf(raw));
  const mail = await readInThread(raw, number === null ? [] : await findTexts(number));
  if (await isTaken(mail.contentHash)) return 'known';
  const reason = await reasonAgainst(mail, number);
  const mayRead = async () =>
    (await isWithinLimit(strangersFiles, mail.from)) && (await isWithinLimit(allStrangersFiles, 'all'));
  const { attachments, leftOut } =
    reason === 'automatic'
      ? { attachments: [], leftOut: mail.files.map(asAutomatic) }
      : await readMailFiles(mail.files, reason === null ? undefined : mayRead);
  const source = await packSource(raw);
  const intake = { mail, source, byteCount: raw.byteLength, attachments, leftOut };
  return transaction(async (tx) => {
    // The same mail can come in by two doors at once.
    await tx.db.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${mail.contentHash}, 0))`;
    if ((await tx.db.receivedMail.count({ where: { contentHash: mail.contentHash } })) > 0) return 'known';
    const ticket =
      reason === null && number !== null ? await findTicket(tx.db, number, mail.from, true) : null;
    if (ticket?.isSender) {
      await addToTicket(tx, ticket, intake);
      return 'added';
    }
    await keepUnmatched(tx, intake, reason ?? 'other_sender', number);
    await noteDeliveryReport(tx, mail.report);
    return reason === 'automatic' ? 'ignored' : 'unmatched';
  });
}

const asAutomatic = ({ name, type, byteCount }: MailWords['files'][number]): LeftOutFile => ({
  name: name || 'a file without a name',
  type,
  byteCount,
  reason: 'a program sent this email',
  isMinor: true,
});

/** Why a mail is no message of the ticket that it names; null where it is one. */
async function reasonAgainst(mail: MailWords, number: number | null): Promise<Reason | null> {
  const { signs, from, subject, messageId } = mail;
  if (isAutomatic(signs, from, subject) || isOwnSender(from) || isOwnMessageId(messageId)) return 'automatic';
  if (number === null) return 'no_ticket';
  const ticket = await findTicket(prisma(), number, from);
  if (!ticket) return 'no_ticket';
  if (!ticket.isSender) return 'other_sender';
  return (await isWithinLimit(replyLimit, [String(number), ticket.userId ?? ''])) ? null : 'too_many';
}

/**
 * What its message says: the words, and what was left out. People also write all they have to say into the subject, which a ticket shows
 * once: another one than `ticketSubject` goes with a mail that has no words.
 */
function bodyOf({ mail, attachments, leftOut }: Intake, ticketSubject: string | null): string {
  const { words, isNothingElse, problems, subject } = mail;
  // A photo sent with nothing but our quoted mail below it.
  const said = isNothingElse && attachments.length > 0 ? '' : words;
  const note = leftOutNote(leftOut, problems);
  const without =
    attachments.length > 0 || note !== '' ? 'Sent without words' : 'Sent without words or files';
  const isShown = ticketSubject !== null && isNewSubject(subject, ticketSubject);
  const nothing = isShown ? `${without}, with the subject “${subject.slice(0, 300)}”.` : `${without}.`;
  return [said || nothing, note].filter((part) => part !== '').join('\n\n');
}

async function addToTicket(tx: Transaction, ticket: LockedTicket, intake: Intake): Promise<void> {
  const { mail, attachments } = intake;
  const { messageId: mailId } = mail;
  const isFree = mailId !== '' && (await tx.db.ticketMessage.count({ where: { mailId } })) === 0;
  const body = bodyOf(intake, ticket.subject);
  const id =
    (await writeReply(tx, ticket, { body, mailId: isFree ? mailId : null }, attachments)) ??
    (await writeReply(tx, ticket, { body, mailId: null }, attachments));
  if (id) await keepMail(tx, intake, { messageId: id });
}

/** Keeps a mail for the team, with its files. */
async function keepUnmatched(
  tx: Transaction,
  intake: Intake,
  reason: Reason,
  ticketNumber: number | null,
): Promise<void> {
  const { mail, attachments } = intake;
  const { messageId, from: fromAddress, fromName, subject, contentHash } = mail;
  const isFree =
    messageId !== '' && (await tx.db.unmatchedMail.count({ where: { mailId: messageId } })) === 0;
  const mailId = isFree ? messageId : `<${contentHash}@no-message-id>`;
  const { id } = await tx.db.unmatchedMail.create({
    data: {
      mailId,
      fromAddress,
      fromName,
      subject,
      body: bodyOf(intake, null),
      reason,
      ticketNumber,
      createdAt: now(),
    },
    select: { id: true },
  });
  await storeAttachments(tx, { unmatchedId: id }, attachments);
  await keepMail(tx, intake, { unmatchedId: id });
}

async function keepMail(
  tx: Transaction,
  { mail, source, byteCount, leftOut }: Intake,
  beside: { messageId: string } | { unmatchedId: string },
): Promise<void> {
  const { contentHash, from: fromAddress, fromName, subject, text, isCut, problems } = mail;
  const kept = leftOut.map(({ name, type, byteCount: bytes, reason }) => ({
    name,
    type,
    byteCount: bytes,
    reason,
  }));
  const [first = new Uint8Array(0)] = source;
  const { id } = await tx.db.receivedMail.create({
    data: {
      ...{ contentHash, fromAddress, fromName, subject, text, isCut, problems },
      ...{ ...beside, byteCount, source: first, leftOut: kept, createdAt: now() },
    },
    select: { id: true },
  });
  await keepFurtherPieces(tx, id, source);
}

/** The ticket that a mail says it answers, by its signed address, else by a mail of ours that it names. */
async function findNumber({ recipients, answers }: MailHead): Promise<number | null> {
  for (const recipient of recipients) {
    const number = readReplyAddress(recipient);
    if (number !== null) return number;
  }
  const named = readMessageIds(answers);
  if (named.length === 0) return null;
  const known = await prisma().ticketMessage.findMany({
    where: { id: { in: named.map(({ messageId }) => messageId) }, author: { not: 'note' } },
    select: { id: true, ticket: { select: { number: true } } },
  });
  const answered = named.find(({ number, messageId }) =>
    known.some(({ id, ticket }) => id === messageId && ticket.number === number),
  );
  return answered?.number ?? null;
}

/** What was said last in a ticket, and what its mails say around that. Two queries. */
async function findTexts(number: number): Promise<string[]> {
  const [messages, ticket] = await Promise.all([
    prisma().ticketMessage.findMany({
      where: { ticket: { number }, author: { not: 'note' } },
      orderBy: { id: 'desc' },
      take: textsCount,
      select: { body: true },
    }),
    prisma().ticket.findUnique({
      where: { number },
      select: { number: true, userId: true, subject: true, name: true },
    }),
  ]);
  const texts = messages.map(({ body }) => body);
  return ticket ? [...texts, ...wordsAroundMessages(ticket)] : texts;
}

/** A ticket, and whether an address may write in it: who asked, or an address whose mail the team has put into it. */
async function findTicket(
  db: Pick<Transaction['db'], '$queryRaw'>,
  number: number,
  from: string,
  isLocked = false,
): Promise<(LockedTicket & { isSender: boolean }) | undefined> {
  const [ticket] = await db.$queryRaw<(LockedTicket & { isSender: boolean })[]>`
    SELECT t.id, t.number, t.user_id AS "userId", t.email, t.name, t.area, t.subject, t.status::text,
      ${from} <> '' AND (t.email = ${from}
        OR EXISTS (SELECT 1 FROM users u WHERE u.id = t.user_id AND u.email_verified_at IS NOT NULL AND u.email = ${from})
        OR EXISTS (SELECT 1 FROM received_mails r JOIN ticket_messages m ON m.id = r.message_id
          WHERE r.from_address = ${from} AND m.ticket_id = t.id)) AS "isSender"
    FROM tickets t WHERE t.number = ${number} AND t.confirmed_at IS NOT NULL ${isLocked ? Prisma.sql`FOR UPDATE` : Prisma.empty}`;
  return ticket;
}

/** Whether somebody may hand mails in: what they give is the secret of the settings. */
export function isInboundSecret(given: string): boolean {
  const secret = config().inboundMail?.secret;
  return secret ? isSameSecret(given, secret) : false;
}
