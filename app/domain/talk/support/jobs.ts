import type { NoData } from '#app/platform/jobs/kinds.ts';

declare module '#app/platform/jobs/kinds.ts' {
  interface Jobs {
    /**
     * Takes up to a hundred new emails from the support mailbox, if one is set ([decision
     * 48](decisions/0048-the-mailbox-knows-what-was-taken.md)).
     */
    'read-mailbox': NoData;
    /** Puts the recipient of a mail on the suppression list that a mail server or provider reported by mail. `mailId` is the outbox's. */
    'record-mail-report': { mailId: string; reason: 'bounce' | 'complaint'; status: string };
  }
}
