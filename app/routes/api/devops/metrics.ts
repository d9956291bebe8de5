import { readMetrics } from '#app/domain/operating/devops/metrics.server.ts';
import { keyFor, problemOf } from '#app/routes/api/devops/key.server.ts';
import type { Route } from './+types/metrics';

/** What Prometheus asks for, with a key that may. */
export async function loader({ request, context }: Route.LoaderArgs) {
  try {
    const key = await keyFor(request, context, 'metrics:read');
    if (key instanceof Response) return key;
    const { contentType, text } = await readMetrics();
    return new Response(text, { headers: { 'Content-Type': contentType, 'Cache-Control': 'no-store' } });
  } catch (error) {
    return problemOf(error, context);
  }
}
