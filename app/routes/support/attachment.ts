import { findOwnAttachment } from '#app/domain/talk/support/attachment-store.server.ts';
import { memberContext } from '#app/routes/http/context.server.ts';
import { sentFileResponse } from '#app/routes/http/file-response.server.ts';
import { idIn } from '#app/routes/http/id-in.ts';
import { notFound } from '#app/routes/http/not-found.ts';
import type { Route } from './+types/attachment';

/** A file of one of one's own tickets. One query. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const id = idIn(params.attachmentId);
  const file = id && (await findOwnAttachment({ userId: context.get(memberContext).id }, id));
  if (!file) throw notFound('There is no such file', { to: '/support/tickets', label: 'Your tickets' });
  return sentFileResponse(request, file);
}
