import { databasePool } from '#app/platform/database/client.server.ts';
import { runAs } from '#app/platform/runtime/work-kind.server.ts';

let isStopping = false;

/** From now on the process takes no new work: /livez and /readyz say so, so that a balancer looks elsewhere. */
export function announceStop(): void {
  isStopping = true;
}

/** Whether this process answers visitors: it is not stopping. Pages in memory need no database (P213). */
export const isAlive = (): boolean => !isStopping;

/** Whether what somebody sends can be saved: the process is not stopping, and its database answers and takes writes (P213). */
export async function isReady(): Promise<boolean> {
  if (isStopping) return false;
  try {
    // On a connection of its own: pages that wait for a lock may have all of theirs, and the database takes writes nevertheless.
    const { rows } = await runAs('check', () =>
      databasePool().query<{ isWritable: boolean }>(
        `SELECT NOT pg_is_in_recovery() AND current_setting('default_transaction_read_only') = 'off' AS "isWritable"`,
      ),
    );
    return rows[0]?.isWritable === true;
  } catch {
    return false;
  }
}
