import type { RouterContextProvider } from 'react-router';
import type { z } from 'zod';
import type { Actor } from '#app/domain/core/audit/record.server.ts';
import { devopsKeySchema } from '#app/domain/operating/devops/keys.server.ts';
import {
  actorOfProgram,
  answerProgram,
  answerProgramError,
} from '#app/routes/admin/devops/program-answer.server.ts';
import { readJson } from '#app/routes/http/json-body.server.ts';

/**
 * What a program with an admin's session is answered that asks for a key (P29): what `make` makes of the key it wants, or `{ error }`.
 * A `user_id` is ignored: the session says who asks (P5).
 */
export async function answerKey(
  request: Request,
  context: Readonly<RouterContextProvider>,
  make: (actor: Actor, wanted: z.output<typeof devopsKeySchema>) => Promise<object>,
): Promise<Response> {
  const actor = actorOfProgram(context);
  if (!actor) return answerProgram({ error: 'Please sign in first.' }, 401);
  const { body, problem } = await readJson(request, 'api/devops/generate-key');
  if (problem) return answerProgram({ error: problem.message }, problem.status);
  const { name, permissions, expires_on: endsOn } = body;
  const wanted = devopsKeySchema.safeParse({ name, permissions, endsOn });
  if (!wanted.success) {
    const [issue] = wanted.error.issues;
    return answerProgram({ error: `${issue?.path.join('.')}: ${issue?.message}` }, 422);
  }
  try {
    return answerProgram(await make(actor, wanted.data));
  } catch (error) {
    return answerProgramError(error);
  }
}
