import { readDevopsKeys } from '#app/domain/operating/devops/keys.server.ts';
import {
  actorOfProgram,
  answerProgram,
  answerProgramError,
} from '#app/routes/admin/devops/program-answer.server.ts';
import type { Route } from './+types/keys-api';

/** The keys, without what opens anything, for programs with an admin's session (P100). What they say of users is ignored (P5). */
export async function loader({ context }: Route.LoaderArgs) {
  const actor = actorOfProgram(context);
  if (!actor) return answerProgram({ error: 'Please sign in first.' }, 401);
  try {
    return answerProgram({ keys: await readDevopsKeys(actor) });
  } catch (error) {
    return answerProgramError(error);
  }
}

export const action = () => answerProgram({ error: 'This address only reads.' }, 405, { Allow: 'GET' });
