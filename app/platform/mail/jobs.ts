import type {} from '#app/platform/jobs/kinds.ts';

declare module '#app/platform/jobs/kinds.ts' {
  interface Jobs {
    /** Delivers one mail that an earlier release queued by itself. Today the mail lanes take mails from the outbox. */
    'deliver-mail': { mailId: string };
  }
}
