import { deleteProgramEndpoint } from '#app/domain/operating/devops/webhooks/program-endpoints.server.ts';
import { answerWithKey, problem } from '#app/routes/api/devops/key.server.ts';
import { requestInfoContext } from '#app/routes/http/context.server.ts';
import type { Route } from './+types/webhook-endpoint';

const onlyDeletes = () => problem(405, 'This address only takes a DELETE.', { Allow: 'DELETE' });

export const loader = onlyDeletes;

/** Deletes an endpoint that a program has added. */
export async function action(args: Route.ActionArgs) {
  const { request, params, context } = args;
  if (request.method !== 'DELETE') return onlyDeletes();
  return answerWithKey(args, 'webhooks:write', async (key) => {
    await deleteProgramEndpoint(key, params.endpointId, context.get(requestInfoContext).requestId);
    return new Response(null, { status: 204 });
  });
}
