/**
 * The background jobs there are and what each is given: ids, no personal data. Each is declared by the room that does it, by
 * `declare module` in a file `jobs.ts`; `app/program/worker.server.ts` lists how they are done, and does not compile while one is missing.
 */
// biome-ignore lint/suspicious/noEmptyInterface: the rooms fill it.
export interface Jobs {}

export type JobName = keyof Jobs;

/** What a job is given that needs nothing. */
export type NoData = Record<string, never>;

/** How a job is done, and when it recurs (cron, UTC). */
export interface JobHandler<T extends JobName> {
  run(data: Jobs[T]): Promise<void>;
  cron?: string;
  /** How many a process does at a time; one if not said. */
  atOnce?: number;
  /**
   * Has so many first attempts done at a time, each by itself, beside one that failed before: for jobs that ask others, who may be slow.
   * In place of `atOnce`.
   */
  lanes?: number;
  /** How often it is tried again before it gives up; with growing pauses for about a day if not said. */
  retries?: number;
  /**
   * Whether it is not tried again after such an error, because no further attempt could end otherwise; if not said, after what a payment
   * provider has decided for good.
   */
  isHopeless?(error: unknown): boolean;
}

export type JobHandlers = { readonly [T in JobName]: JobHandler<T> };
