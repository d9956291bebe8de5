import { redirect } from 'react-router';
import { endView } from '#app/domain/operating/users/view-as.server.ts';
import { keyedHash } from '#app/platform/secrets/keyed-hash.server.ts';
import { adminBehindContext, requestInfoContext, viewerContext } from '#app/routes/http/context.server.ts';
import { viewAsEndHeader } from '#app/routes/http/view-as.server.ts';
import type { Route } from './+types/end-view';

export const loader = () => redirect('/', 303);

/** Ends an admin's look at the site as a member, and leads back to the member's page. Who looks as themselves is led home. */
export async function action({ context }: Route.ActionArgs) {
  const [admin, viewed] = [context.get(adminBehindContext), context.get(viewerContext)];
  const headers = { 'Set-Cookie': viewAsEndHeader() };
  if (!admin || !viewed) return redirect('/', { status: 303, headers });
  const { clientAddress, requestId } = context.get(requestInfoContext);
  const actor = {
    id: admin.id,
    sessionId: admin.sessionId,
    origin: keyedHash('network of an admin', clientAddress),
    requestId,
  };
  await endView(actor, viewed.id);
  return redirect(`/admin/users/${viewed.id}`, { status: 303, headers });
}
