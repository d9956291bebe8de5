import type { NoData } from '#app/platform/jobs/kinds.ts';

declare module '#app/platform/jobs/kinds.ts' {
  interface Jobs {
    /** Updates the analytics rollups of everyone something has changed for ([decision 37](decisions/0037-figures.md)). */
    'roll-up-figures': NoData;
    /** Ranks the top affiliates for each preset date range, when there are too many to add up on a page. */
    'reckon-standings': NoData;
    /** Counts the learners of courses for each preset date range, when there are too many to count on a page. */
    'reckon-course-standings': NoData;
    /** Deletes the keys that tell visitors apart once their day is over, and searches without results after 400 days. */
    'forget-visitors': NoData;
  }
}
