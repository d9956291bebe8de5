import { databasePool } from '#app/platform/database/client.server.ts';

let isStopping = false;

/** From now on the process takes no new work: /readyz says so, so that a balancer looks elsewhere. */
export function announceStop(): void {
  isStopping = true;
}

/** Whether this process can serve: it is not stopping and its database answers. */
export async function isReady(): Promise<boolean> {
  if (isStopping) return false;
  try {
    await databasePool().query('SELECT 1');
    return true;
  } catch {
    return false;
  }
}
