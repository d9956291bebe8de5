import type { NoData } from '#app/platform/jobs/kinds.ts';

declare module '#app/platform/jobs/kinds.ts' {
  interface Jobs {
    /** Notifies learners of modules that have opened by a course's release schedule, and of changed schedules. */
    'announce-modules': NoData;
  }
}
