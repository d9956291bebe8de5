import type { MailThreading } from '#app/domain/talk/support/mail-threading.server.ts';
import type {} from '#app/platform/mail/templates.ts';

declare module '#app/platform/mail/templates.ts' {
  interface MailTemplates {
    'ticket-opened': {
      name: string;
      number: number;
      subject: string;
      message: string;
      ticketUrl: string;
      threading: MailThreading;
    };
    /** To an address that a visitor typed. It has no word of theirs: it may go to somebody who asked for nothing. */
    'ticket-confirmation': { confirmUrl: string; days: number };
    /** What the team has answered. */
    'ticket-answer': {
      name: string;
      number: number;
      subject: string;
      message: string;
      ticketUrl: string;
      isClosed: boolean;
      threading: MailThreading;
    };
    'ticket-for-team': {
      number: number;
      area: string;
      subject: string;
      message: string;
      name: string;
      email: string;
      /** Whether it is a further message in a ticket that is there. */
      isReply: boolean;
      deskUrl: string;
    };
  }
}
