import type { AppMail } from '#app/domain/people/accounts/mailed-codes.server.ts';
import type { NoData } from '#app/platform/jobs/kinds.ts';

/** What a job is told of the one mail it is for, so that done twice it mails once. Jobs of an earlier release have no key. */
interface MailedOnce {
  mailKey?: string;
  /** Where an app of the auth API asked for it. */
  app?: AppMail;
}

/** Which address is verified: that of a new account, or those of a change. */
export type VerifiedAddress = 'signup' | 'email_change';

declare module '#app/platform/jobs/kinds.ts' {
  interface Jobs {
    /** After a registration: emails a link to verify the address, or says that there is already an account. */
    'mail-registered': { userId: string; isNew: boolean } & MailedOnce;
    /** Turns off two-step sign-in for people who lost every second factor and waited (P114), and reminds them a day before. */
    'finish-recoveries': NoData;
    /** Emails a sign-in link. Sends nothing if nobody has the address that asked for it. */
    'mail-sign-in-link': { userId: string | null; returnTo: string } & MailedOnce;
    /** Emails a code to verify an address, for an app. Sends nothing if no address waits to be verified. */
    'mail-verification-code': { userId: string | null; of?: VerifiedAddress } & MailedOnce;
    /** Emails a link to choose a new password. Sends nothing if nobody has the address that asked for it. */
    'mail-reset-link': { userId: string | null } & MailedOnce;
  }
}
