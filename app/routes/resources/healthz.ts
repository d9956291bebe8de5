/** Alive: the process answers. Says nothing of the database (see /livez and /readyz). */
export function loader() {
  return new Response('ok\n', { headers: { 'Content-Type': 'text/plain', 'Cache-Control': 'no-store' } });
}
