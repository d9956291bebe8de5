import { makeKeyWithSecret } from '#app/domain/operating/devops/keys.server.ts';
import { answerProgram } from '#app/routes/admin/devops/program-answer.server.ts';
import { answerKey } from '#app/routes/admin/devops/requested-key.server.ts';
import type { Route } from './+types/generate-api-key';

export const loader = () => answerProgram({ error: 'Send a POST.' }, 405, { Allow: 'POST' });

/**
 * Makes a key by which a program has itself told what happens, and the secret that its events are signed with (P29): `{ name }` in,
 * `{ api_key, webhook_secret }` or `{ error }` out.
 */
export const action = ({ request, context }: Route.ActionArgs) =>
  answerKey(request, context, async (actor, wanted) => {
    const { key, webhookSecret } = await makeKeyWithSecret(actor, wanted);
    return { api_key: key, webhook_secret: webhookSecret };
  });
