import { databasePool } from '#app/platform/database/client.server.ts';
import { log } from '#app/platform/log.server.ts';

/** How often it is looked for jobs of which nobody tells, in milliseconds: further attempts, what recurs, what was sent while nobody heard. */
const lookMs = 5_000;

/** The kinds that have a job which may be done now. One probe of an index for each kind. */
const dueKinds = `SELECT q.name FROM pgboss.queue q WHERE EXISTS (
  SELECT FROM pgboss.job j WHERE j.name = q.name AND j.state < 'active' AND NOT j.blocked AND j.start_after <= now())`;

/**
 * Looks every few seconds for kinds of jobs that are due, in one query for all of them: were each kind to look for itself, a site with
 * nobody on it would make ten queries a second. @returns what ends it.
 */
export function watchDueJobs(wake: (kind: string) => void): () => void {
  const pool = databasePool();
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  let isFailing = false;

  async function look(): Promise<void> {
    try {
      const { rows } = await pool.query<{ name: string }>(dueKinds);
      isFailing = false;
      if (!isStopped) for (const { name } of rows) wake(name);
    } catch (error) {
      // Said once, and not every few seconds of an outage.
      if (!isFailing && !isStopped && !pool.ended)
        log().warn({ error: String(error) }, 'jobs could not be looked for');
      isFailing = true;
    }
    lookLater();
  }

  function lookLater(): void {
    if (!isStopped) timer = setTimeout(look, lookMs).unref();
  }

  lookLater();
  return () => {
    isStopped = true;
    clearTimeout(timer);
  };
}
