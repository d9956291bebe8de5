import type { NoData } from '#app/platform/jobs/kinds.ts';

declare module '#app/platform/jobs/kinds.ts' {
  interface Jobs {
    /**
     * Takes up to a hundred new emails from the support mailbox, if one is set ([decision
     * 48](decisions/0048-the-mailbox-knows-what-was-taken.md)).
     */
    'read-mailbox': NoData;
  }
}
