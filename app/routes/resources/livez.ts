import { isAlive } from '#app/platform/runtime/readiness.server.ts';

/**
 * Answers visitors: the process serves and is not stopping, whatever the database does (P213). Balancers send requests by it, so that
 * pages in memory go on while Postgres fails over.
 */
export function loader() {
  const alive = isAlive();
  return new Response(alive ? 'alive\n' : 'stopping\n', {
    status: alive ? 200 : 503,
    headers: { 'Content-Type': 'text/plain', 'Cache-Control': 'no-store' },
  });
}
