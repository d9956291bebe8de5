import { findOwnAttachment } from '#app/domain/talk/support/attachment-store.server.ts';
import { sentFileResponse } from '#app/routes/http/file-response.server.ts';
import { idIn } from '#app/routes/http/id-in.ts';
import { notFound } from '#app/routes/http/not-found.ts';
import type { Route } from './+types/thread-attachment';

/** A file of a visitor's ticket, by the link that was mailed to their address. One query. */
export async function loader({ request, params: { token, attachmentId } }: Route.LoaderArgs) {
  const id = idIn(attachmentId);
  const file = id && (await findOwnAttachment({ token }, id));
  if (!file) throw notFound('There is no such file', { to: '/support', label: 'Support' });
  return sentFileResponse(request, file);
}
