import { endpointSchema } from '#app/domain/operating/devops/webhooks/endpoint-form.ts';
import {
  addProgramEndpoint,
  listProgramEndpoints,
} from '#app/domain/operating/devops/webhooks/program-endpoints.server.ts';
import { answerWithKey, problem } from '#app/routes/api/devops/key.server.ts';
import { requestInfoContext } from '#app/routes/http/context.server.ts';
import { readJson } from '#app/routes/http/json-body.server.ts';
import type { Route } from './+types/webhook-endpoints';

const answerJson = (body: object, status: number) =>
  Response.json(body, { status, headers: { 'Cache-Control': 'no-store' } });

/** What the program has added with its key. */
export const loader = (args: Route.LoaderArgs) =>
  answerWithKey(args, 'webhooks:write', async (key) =>
    answerJson({ data: await listProgramEndpoints(key) }, 200),
  );

/** Adds an endpoint, and tells its secret this once. */
export async function action(args: Route.ActionArgs) {
  const { request, context } = args;
  if (request.method !== 'POST') return problem(405, 'Send a GET or a POST.', { Allow: 'GET, POST' });
  return answerWithKey(args, 'webhooks:write', async (key) => {
    const { body, problem: wrong } = await readJson(request, 'api/devops/webhook-endpoints');
    // A field that is wrong is a bad request, as everywhere in this API.
    if (wrong) return problem(wrong.status === 422 ? 400 : wrong.status, wrong.message);
    const wanted = endpointSchema.safeParse(body);
    if (!wanted.success) {
      const [issue] = wanted.error.issues;
      return problem(400, `${issue?.path.join('.') || 'body'}: ${issue?.message}`);
    }
    const { requestId } = context.get(requestInfoContext);
    return answerJson(await addProgramEndpoint(key, wanted.data, requestId), 201);
  });
}
