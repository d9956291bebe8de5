/** An entry of the activity log as a job is given it: ids and details, as the entry keeps them. */
export interface DeferredActivity {
  id: string;
  kind: string;
  userId: string | null;
  actorId: string | null;
  subjectType: string | null;
  subjectId: string | null;
  details: Record<string, unknown> | null;
  /** When it happened, as an ISO date. */
  at: string;
}

declare module '#app/platform/jobs/kinds.ts' {
  interface Jobs {
    /** Writes an entry of the activity log whose table was locked when it happened. */
    'record-activity': DeferredActivity;
  }
}
