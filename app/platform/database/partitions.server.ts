import { isClockSet, now } from '#app/platform/clock.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';

/** Tables that are kept by month, each month in a partition (docs/decisions/0058). */
const partitionedTables = ['activity_log', 'mail_outbox'] as const;

/** So many months after this one have a partition: the job may fail for that long before rows go where they belong to no month. */
const monthsAhead = 3;

/**
 * Makes the partitions of this month and the next ones, where they are not there; the worker calls it daily. Safe to repeat.
 * @throws where a lock could not be had at once, as while a backup reads the table: the job is tried again then.
 */
export async function makePartitions(): Promise<void> {
  // The site's clock may be set to another time; the outbox goes by the machine's.
  for (const at of isClockSet() ? [now(), new Date()] : [now()])
    for (const table of partitionedTables)
      await prisma().$queryRaw`SELECT make_partitions(${table}, ${at}, ${monthsAhead}::int)`;
}

/**
 * Drops the partitions of a table whose rows are all older than a moment.
 * @throws as `makePartitions`
 */
export async function dropPartitions(
  table: (typeof partitionedTables)[number],
  before: Date,
): Promise<number> {
  const [row] = await prisma().$queryRaw<{ count: number }[]>`
    SELECT drop_partitions(${table}, ${before}) AS count`;
  return row?.count ?? 0;
}

/** Rows that one statement deletes: it is over in well under a second, and holds up neither replicas nor vacuum. */
const batchRows = 5_000;

/** Runs a statement that deletes up to so many rows until it deletes fewer: cut off at any moment, the next run goes on. */
export async function deleteByBatches(deleteSome: (most: number) => Promise<number>): Promise<void> {
  while ((await deleteSome(batchRows)) === batchRows);
}
