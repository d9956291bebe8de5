import type { AppMail } from '#app/domain/people/accounts/mailed-codes.server.ts';
import type { NoData } from '#app/platform/jobs/kinds.ts';

/** What a job is told of the one mail it is for, so that done twice it mails once. Jobs of an earlier release have no key. */
interface MailedOnce {
  mailKey?: string;
  /** Where an app of the auth API asked for it. */
  app?: AppMail;
}

declare module '#app/platform/jobs/kinds.ts' {
  interface Jobs {
    /** What a registration mails: a link to verify the address, or that there is an account already. */
    'mail-registered': { userId: string; isNew: boolean } & MailedOnce;
    /** Ends the wait of those who have lost every second factor, and reminds them a day before. */
    'finish-recoveries': NoData;
    /** A link to sign in by, and where that is to lead; for nobody, where the address that asked for it is unknown. */
    'mail-sign-in-link': { userId: string | null; returnTo: string } & MailedOnce;
    /** A code to verify an address, for an app; for nobody, where there is none to verify. */
    'mail-verification-code': { userId: string | null } & MailedOnce;
    /** A link to choose a new password; for nobody, where the address that asked for it is unknown. */
    'mail-reset-link': { userId: string | null } & MailedOnce;
  }
}
