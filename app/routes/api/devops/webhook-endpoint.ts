import { deleteProgramEndpoint } from '#app/domain/devops/webhooks/by-program.server.ts';
import { keyFor, limitHeaders, problem } from '#app/routes/api/devops/key.server.ts';
import { requestInfoContext } from '#app/routes/http/context.server.ts';
import type { Route } from './+types/webhook-endpoint';

const onlyDeletes = () => problem(405, 'This address only takes a DELETE.', { Allow: 'DELETE' });

export const loader = onlyDeletes;

/** Deletes an endpoint that a program has added. */
export async function action({ request, params, context }: Route.ActionArgs) {
  if (request.method !== 'DELETE') return onlyDeletes();
  const key = await keyFor(request, context, 'webhooks:write');
  if (key instanceof Response) return key;
  await deleteProgramEndpoint(key, params.endpointId, context.get(requestInfoContext).requestId);
  return new Response(null, { status: 204, headers: limitHeaders(key) });
}
