import { findOwnFile } from '#app/domain/learning/assignments/stored-files.server.ts';
import { memberContext } from '#app/routes/http/context.server.ts';
import { sentFileResponse } from '#app/routes/http/file-response.server.ts';
import { idIn } from '#app/routes/http/id-in.ts';
import { notFound } from '#app/routes/http/not-found.ts';
import type { Route } from './+types/file';

/** A file that one has handed in. One query, and one for each 500 kB. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const id = idIn(params.versionId);
  const file = id && (await findOwnFile(context.get(memberContext).id, id));
  if (!file) throw notFound('There is no such file', { to: '/courses', label: 'All courses' });
  return sentFileResponse(request, file);
}
