import { makeDevopsKey } from '#app/domain/operating/devops/keys.server.ts';
import { answerProgram } from '#app/routes/admin/devops/program-answer.server.ts';
import { answerKey } from '#app/routes/admin/devops/requested-key.server.ts';
import type { Route } from './+types/generate-key';

export const loader = () => answerProgram({ error: 'Send a POST.' }, 405, { Allow: 'POST' });

/** Makes a key for a program with an admin's session (P29): `{ name }` in, `{ api_key }` or `{ error }` out. */
export const action = ({ request, context }: Route.ActionArgs) =>
  answerKey(request, context, async (actor, wanted) => ({ api_key: await makeDevopsKey(actor, wanted) }));
