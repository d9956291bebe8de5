import { replyAddress, threadingOf } from '#app/domain/talk/support/mail-threading.server.ts';
import { threadLink } from '#app/domain/talk/support/thread-link.server.ts';
import { config } from '#app/platform/config.server.ts';
import type { Transaction } from '#app/platform/database/client.server.ts';
import { queueMail, type Recipient, wordsOfMail } from '#app/platform/mail/outbox.server.ts';

/** What mails about a ticket are made from. */
export interface MailedTicket {
  id: string;
  number: number;
  /** Empty for a visitor's. */
  userId: string | null;
  area: string;
  subject: string;
  name: string;
  email: string;
}

/** Where who asked reads a ticket: with an account by signing in, without one by a link of its own. */
const threadUrl = ({ number, userId }: Pick<MailedTicket, 'number' | 'userId'>): string =>
  userId === null ? threadLink(number) : `${config().appUrl}/support/tickets/${number}`;

/** Where mails to who asked go. A visitor's ticket reached the team by a link that was mailed to its address, which proves the address. */
const recipientOf = ({ userId, email }: MailedTicket): Recipient =>
  userId === null ? { verifiedAddress: email } : email;

/** Where the team reads it. */
const deskUrlOf = (number: number) => `${config().appUrl}/admin/support/${number}`;

/** What was said, with the id of the message that says it. */
interface Said {
  id: string;
  body: string;
}

/** Tells who asked that their question has come, and the team what it says. */
export async function tellOpened(tx: Transaction, ticket: MailedTicket, said: Said): Promise<void> {
  const { number, area, subject, name, email } = ticket;
  const message = said.body;
  const threading = await threadingOf(tx, ticket, said.id);
  await queueMail(tx, recipientOf(ticket), 'ticket-opened', {
    name,
    number,
    subject,
    message,
    ticketUrl: threadUrl(ticket),
    threading,
  });
  await queueMail(tx, config().supportEmail, 'ticket-for-team', {
    number,
    area,
    subject,
    message,
    name,
    email,
    isReply: false,
    deskUrl: deskUrlOf(number),
  });
}

/** Tells who asked what the team has answered. */
export async function tellAnswer(
  tx: Transaction,
  ticket: MailedTicket,
  said: Said,
  isClosed: boolean,
): Promise<void> {
  const { number, subject, name } = ticket;
  const threading = await threadingOf(tx, ticket, said.id);
  const ticketUrl = threadUrl(ticket);
  const mail = { name, number, subject, message: said.body, ticketUrl, isClosed, threading };
  await queueMail(tx, recipientOf(ticket), 'ticket-answer', mail);
}

/** Tells the team what who asked has said further. */
export async function tellTeam(tx: Transaction, ticket: MailedTicket, message: string): Promise<void> {
  const { number, area, subject, name, email } = ticket;
  const mail = { number, area, subject, message, name, email, isReply: true, deskUrl: deskUrlOf(number) };
  await queueMail(tx, config().supportEmail, 'ticket-for-team', mail);
}

/** What the mails to who asked say besides what somebody wrote: an answer by mail may quote it. */
export function wordsAroundMessages(
  ticket: Pick<MailedTicket, 'number' | 'userId' | 'subject' | 'name'>,
): string[] {
  const { number, subject, name } = ticket;
  const replyTo = replyAddress(number);
  const threading = { messageId: '', ...(replyTo === null ? {} : { replyTo }) };
  const mail = { name, number, subject, message: '', ticketUrl: threadUrl(ticket), threading };
  return [
    wordsOfMail('ticket-opened', mail),
    wordsOfMail('ticket-answer', { ...mail, isClosed: false }),
    wordsOfMail('ticket-answer', { ...mail, isClosed: true }),
  ];
}
