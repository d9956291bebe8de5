import { devopsKeySchema, makeDevopsKey } from '#app/domain/devops/keys.server.ts';
import { actorOfProgram, told, toldError } from '#app/routes/admin/devops/program-answer.server.ts';
import { readJsonObject } from '#app/routes/http/request-body.server.ts';
import type { Route } from './+types/generate-key';

export const loader = () => told({ error: 'Send a POST.' }, 405, { Allow: 'POST' });

/**
 * Makes a key for a program with an admin's session (P29): `{ name }` in, `{ api_key }` or `{ error }` out. A `user_id` is ignored: the
 * session says who asks (P5).
 */
export async function action({ request, context }: Route.ActionArgs) {
  const actor = actorOfProgram(context);
  if (!actor) return told({ error: 'Please sign in first.' }, 401);
  const body = await readJsonObject(request);
  if (!body) return told({ error: 'Send an object in JSON.' }, 400);
  const { name, permissions, expires_on: endsOn } = body;
  const wanted = devopsKeySchema.safeParse({
    name: name ?? undefined,
    permissions: permissions ?? undefined,
    endsOn: endsOn ?? undefined,
  });
  if (!wanted.success) {
    const [issue] = wanted.error.issues;
    return told({ error: `${issue?.path.join('.')}: ${issue?.message}` }, 422);
  }
  try {
    return told({ api_key: await makeDevopsKey(actor, wanted.data) });
  } catch (error) {
    return toldError(error);
  }
}
