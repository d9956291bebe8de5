import { findDeskAttachment } from '#app/domain/talk/support/attachment-store.server.ts';
import { allow } from '#app/routes/admin/access.server.ts';
import { sentFileResponse } from '#app/routes/http/file-response.server.ts';
import { idIn } from '#app/routes/http/id-in.ts';
import { notFound } from '#app/routes/http/not-found.ts';
import type { Route } from './+types/attachment';

export const middleware: Route.MiddlewareFunction[] = [allow('tickets:read')];

/** A file of a ticket, for the team. */
export async function loader({ request, params: { attachmentId } }: Route.LoaderArgs) {
  const id = idIn(attachmentId);
  const file = id && (await findDeskAttachment(id));
  if (!file) throw notFound('There is no such file', { to: '/admin/support', label: 'Support inbox' });
  return sentFileResponse(request, file);
}
