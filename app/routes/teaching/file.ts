import { findSubmittedFile } from '#app/domain/learning/assignments/submissions.server.ts';
import { sentFileResponse } from '#app/routes/http/file-response.server.ts';
import { idIn } from '#app/routes/http/id-in.ts';
import { notFound } from '#app/routes/http/not-found.ts';
import { teachingScope } from '#app/routes/teaching/teaching-scope.server.ts';
import type { Route } from './+types/file';

/** A file that a learner has handed in, for who may answer it. Two queries, and one for each 500 kB. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const scope = await teachingScope(context);
  const id = idIn(params.versionId);
  const file = id && (await findSubmittedFile(scope, id));
  if (!file) throw notFound('There is no such file', { to: '/teaching', label: 'Assignments' });
  return sentFileResponse(request, file);
}
