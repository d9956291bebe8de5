import { findPicture } from '#app/domain/people/accounts/picture.server.ts';
import { pictureResponse } from '#app/routes/http/file-response.server.ts';
import { idIn } from '#app/routes/http/id-in.ts';
import { notFound } from '#app/routes/http/not-found.ts';
import type { Route } from './+types/picture-file';

/** A member's picture, for the signed-in; another picture has another address. One query. */
export async function loader({ params }: Route.LoaderArgs) {
  const id = idIn(params.pictureId);
  const bytes = id && (await findPicture(id));
  if (!bytes) throw notFound('There is no such picture', { to: '/dashboard', label: 'Dashboard' });
  return pictureResponse(bytes);
}
