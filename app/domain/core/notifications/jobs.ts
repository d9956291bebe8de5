import type { NoData } from '#app/platform/jobs/kinds.ts';

declare module '#app/platform/jobs/kinds.ts' {
  interface Jobs {
    /** Emails a digest of unread notifications to people who asked for one, at most one a day. */
    'send-digests': NoData;
    /** Encrypts notifications for browsers with push turned on, and forgets browsers that are gone. */
    'send-push': { notificationIds: string[] };
    /** Notifies members of new pieces in the library, and people who signed up for something announced that it is available. */
    'tell-new-pieces': NoData;
  }
}
