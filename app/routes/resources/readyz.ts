import { isReady } from '#app/platform/runtime/readiness.server.ts';

/** Able to write: the database takes writes and the process is not stopping (P213). Not for balancers: see livez.ts. */
export async function loader() {
  const ready = await isReady();
  return new Response(ready ? 'ready\n' : 'not ready\n', {
    status: ready ? 200 : 503,
    headers: { 'Content-Type': 'text/plain', 'Cache-Control': 'no-store' },
  });
}
