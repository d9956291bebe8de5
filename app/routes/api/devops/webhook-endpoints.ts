import { wantedEndpoint } from '#app/domain/devops/webhooks/api-schemas.ts';
import { addProgramEndpoint, listProgramEndpoints } from '#app/domain/devops/webhooks/by-program.server.ts';
import { endpointSchema } from '#app/domain/devops/webhooks/endpoint-form.ts';
import { keyFor, limitHeaders, problem } from '#app/routes/api/devops/key.server.ts';
import { requestInfoContext } from '#app/routes/http/context.server.ts';
import { readJsonObject } from '#app/routes/http/request-body.server.ts';
import type { Route } from './+types/webhook-endpoints';

const told = (body: object, status: number, headers: Record<string, string>) =>
  Response.json(body, { status, headers: { ...headers, 'Cache-Control': 'no-store' } });

/** What programs have added. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const key = await keyFor(request, context, 'webhooks:write');
  if (key instanceof Response) return key;
  return told({ data: await listProgramEndpoints() }, 200, limitHeaders(key));
}

/** Adds an endpoint, and tells its secret this once. */
export async function action({ request, context }: Route.ActionArgs) {
  if (request.method !== 'POST') return problem(405, 'Send a GET or a POST.', { Allow: 'GET, POST' });
  const key = await keyFor(request, context, 'webhooks:write');
  if (key instanceof Response) return key;
  const headers = limitHeaders(key);
  const body = await readJsonObject(request);
  if (!body) return problem(400, 'Send an object in JSON.', headers);
  const named = wantedEndpoint.safeParse(body);
  const wanted = named.success ? endpointSchema.safeParse(named.data) : named;
  if (!wanted.success) {
    const [issue] = wanted.error.issues;
    return problem(400, `${issue?.path.join('.') || 'body'}: ${issue?.message}`, headers);
  }
  const form = endpointSchema.parse(wanted.data);
  const { requestId } = context.get(requestInfoContext);
  return told(await addProgramEndpoint(key, form, requestId), 201, headers);
}
