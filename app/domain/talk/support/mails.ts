import type { Mails, MailThreading } from '#app/platform/mail/content.ts';
import { quoted } from '#app/platform/mail/wording.ts';

export const ticketMails = {
  'ticket-opened': (mail: {
    name: string;
    number: number;
    subject: string;
    message: string;
    ticketUrl: string;
    threading: MailThreading;
  }) => ({
    subject: `[#${mail.number}] We have your question${mail.subject ? `: ${mail.subject}` : ''}`,
    paragraphs: [
      `We received your question as number ${mail.number}. A person reads it and answers within 24 hours, at any hour of the day.${mail.message ? ' This is what you wrote:' : ''}`,
    ],
    ...(mail.message ? { body: quoted(mail.message) } : {}),
    action: { label: 'See your ticket', url: mail.ticketUrl },
    closing: mail.threading.replyTo
      ? 'If you think of something to add, answer this email or write it there.'
      : 'If you think of something to add, write it there.',
    threading: mail.threading,
  }),
  /** To an address that a visitor typed. It has no word of theirs: it may go to somebody who asked for nothing. */
  'ticket-confirmation': ({ confirmUrl, days }: { confirmUrl: string; days: number }) => ({
    subject: 'One step left: confirm your address, and we read your question',
    greeting: 'Hello,',
    paragraphs: [
      'Somebody has asked our support team a question and gave this address for the answer. Was that you? Then confirm it here, and the team has your question:',
    ],
    action: { label: 'Confirm and send my question', url: confirmUrl },
    closing: `If it was not you, do nothing: nobody reads the question, and after ${days} days it is deleted.`,
  }),
  /** What the team has answered. */
  'ticket-answer': (mail: {
    name: string;
    number: number;
    subject: string;
    message: string;
    ticketUrl: string;
    isClosed: boolean;
    threading: MailThreading;
  }) => ({
    subject: `[#${mail.number}] Re: ${mail.subject || 'your question'}`,
    paragraphs: ['Our support team has answered you:'],
    body: quoted(mail.message),
    action: { label: 'Read and reply', url: mail.ticketUrl },
    closing: mail.isClosed
      ? `We have closed your ticket, as we believe this settles it. ${mail.threading.replyTo ? 'Answering this email' : 'Writing there'} opens it again.`
      : mail.threading.replyTo
        ? 'More questions? Answer this email, or write it there.'
        : 'More questions? Write it there.',
    threading: mail.threading,
  }),
  'ticket-for-team': (mail: {
    number: number;
    area: string;
    subject: string;
    message: string;
    name: string;
    email: string;
    /** Whether it is a further message in a ticket that is there. */
    isReply: boolean;
    deskUrl: string;
  }) => ({
    subject: `[#${mail.number}] ${mail.subject || 'A question'}`,
    greeting: `${mail.name || 'Somebody'}${mail.email ? ` (${mail.email})` : ''} ${mail.isReply ? `adds to ticket ${mail.number}` : `asks, in ${mail.area.replaceAll('-', ' ')}`}:`,
    paragraphs: [],
    body: quoted(mail.message),
    action: { label: 'Open it in the inbox', url: mail.deskUrl },
    closing:
      'An answer written in the inbox is kept with the ticket. A reply to this email goes straight to the person who asked, and is not kept there.',
    replyTo: mail.email,
  }),
} satisfies Mails;
