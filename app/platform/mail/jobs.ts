import type {} from '#app/platform/jobs/kinds.ts';

declare module '#app/platform/jobs/kinds.ts' {
  interface Jobs {
    /** What an earlier release queued for each mail; today the lanes take them from the outbox. */
    'deliver-mail': { mailId: string };
  }
}
