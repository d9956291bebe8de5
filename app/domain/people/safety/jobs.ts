import type { SecurityEvent } from '#app/domain/people/safety/mails.ts';

declare module '#app/platform/jobs/kinds.ts' {
  interface Jobs {
    /** Tells somebody what has changed in what guards their account, where the outbox or the notifications were locked when it did. */
    'send-security-notice': { userId: string; event: SecurityEvent; detail: string | null; mailKey: string };
  }
}
