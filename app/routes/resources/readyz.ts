import { isReady } from '#app/platform/runtime/readiness.server.ts';

/** Ready: the database answers and the process is not stopping. */
export async function loader() {
  const ready = await isReady();
  return new Response(ready ? 'ready\n' : 'not ready\n', {
    status: ready ? 200 : 503,
    headers: { 'Content-Type': 'text/plain', 'Cache-Control': 'no-store' },
  });
}
