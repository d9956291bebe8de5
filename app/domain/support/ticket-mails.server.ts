import { threadLink } from '#app/domain/support/thread-link.server.ts';
import { config } from '#app/platform/config.server.ts';
import type { Transaction } from '#app/platform/database/client.server.ts';
import { queueMail } from '#app/platform/mail/outbox.server.ts';

/** What mails about a ticket are made from. */
export interface MailedTicket {
  number: number;
  /** Empty for a visitor's. */
  userId: string | null;
  area: string;
  subject: string;
  name: string;
  email: string;
}

/** Where who asked reads a ticket: with an account by signing in, without one by a link of its own. */
export const threadUrl = ({ number, userId }: Pick<MailedTicket, 'number' | 'userId'>): string =>
  userId === null ? threadLink(number) : `${config().appUrl}/support/tickets/${number}`;

/** Where the team reads it. */
const deskUrlOf = (number: number) => `${config().appUrl}/admin/support/${number}`;

/** Tells who asked that their question has come, and the team what it says. */
export async function tellOpened(tx: Transaction, ticket: MailedTicket, message: string): Promise<void> {
  const { number, area, subject, name, email } = ticket;
  await queueMail(tx, email, 'ticket-opened', {
    name,
    number,
    subject,
    message,
    ticketUrl: threadUrl(ticket),
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

/** Tells the team what who asked has said further. */
export async function tellTeam(tx: Transaction, ticket: MailedTicket, message: string): Promise<void> {
  const { number, area, subject, name, email } = ticket;
  const mail = { number, area, subject, message, name, email, isReply: true, deskUrl: deskUrlOf(number) };
  await queueMail(tx, config().supportEmail, 'ticket-for-team', mail);
}
