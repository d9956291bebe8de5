import { wantedEndpoint } from '#app/domain/devops/webhooks/api-schemas.ts';
import { addProgramEndpoint, listProgramEndpoints } from '#app/domain/devops/webhooks/by-program.server.ts';
import { endpointSchema } from '#app/domain/devops/webhooks/endpoint-form.ts';
import { answerWithKey, problem } from '#app/routes/api/devops/key.server.ts';
import { requestInfoContext } from '#app/routes/http/context.server.ts';
import { readJsonObject } from '#app/routes/http/request-body.server.ts';
import type { Route } from './+types/webhook-endpoints';

const told = (body: object, status: number) =>
  Response.json(body, { status, headers: { 'Cache-Control': 'no-store' } });

/** What the program has added with its key. */
export const loader = (args: Route.LoaderArgs) =>
  answerWithKey(args, 'webhooks:write', async (key) => told({ data: await listProgramEndpoints(key) }, 200));

/** Adds an endpoint, and tells its secret this once. */
export async function action(args: Route.ActionArgs) {
  const { request, context } = args;
  if (request.method !== 'POST') return problem(405, 'Send a GET or a POST.', { Allow: 'GET, POST' });
  return answerWithKey(args, 'webhooks:write', async (key) => {
    const body = await readJsonObject(request);
    if (!body) return problem(400, 'Send an object in JSON.');
    const named = wantedEndpoint.safeParse(body);
    const wanted = named.success ? endpointSchema.safeParse(named.data) : named;
    if (!wanted.success) {
      const [issue] = wanted.error.issues;
      return problem(400, `${issue?.path.join('.') || 'body'}: ${issue?.message}`);
    }
    const { requestId } = context.get(requestInfoContext);
    return told(await addProgramEndpoint(key, endpointSchema.parse(wanted.data), requestId), 201);
  });
}
