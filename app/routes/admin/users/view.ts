import { redirect } from 'react-router';
import { beginView } from '#app/domain/administration/view-as.server.ts';
import { actorOf, allow } from '#app/routes/admin/access.server.ts';
import { memberContext } from '#app/routes/http/context.server.ts';
import { throwAsResponse } from '#app/routes/http/domain-errors.server.ts';
import { viewAsHeader } from '#app/routes/http/view-as.server.ts';
import type { Route } from './+types/view';

export const middleware: Route.MiddlewareFunction[] = [allow('users:view_as')];

/** Opened as a page, it leads to the user. */
export const loader = ({ params }: Route.LoaderArgs) => redirect(`/admin/users/${params.userId}`, 303);

/** Shows the site as the user sees it, from their dashboard on. */
export async function action({ params: { userId }, context }: Route.ActionArgs) {
  await beginView(actorOf(context), userId).catch(throwAsResponse);
  const { sessionId } = context.get(memberContext);
  return redirect('/dashboard', { status: 303, headers: { 'Set-Cookie': viewAsHeader(userId, sessionId) } });
}
