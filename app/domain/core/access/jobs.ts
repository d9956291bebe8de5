import type { NoData } from '#app/platform/jobs/kinds.ts';

declare module '#app/platform/jobs/kinds.ts' {
  interface Jobs {
    /** Takes back roles that have run out, such as after a trial or a grant. */
    'settle-roles': NoData;
  }
}
