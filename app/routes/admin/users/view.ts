import { href, redirect } from 'react-router';
import { ConfirmationNeeded } from '#app/domain/core/access/admin-guard.server.ts';
import { beginView } from '#app/domain/operating/users/view-as.server.ts';
import { actorOf, allow, confirmFirst } from '#app/routes/admin/access.server.ts';
import { memberContext } from '#app/routes/http/context.server.ts';
import { throwAsResponse } from '#app/routes/http/domain-errors.server.ts';
import { viewAsHeader } from '#app/routes/http/view-as.server.ts';
import type { Route } from './+types/view';

export const middleware: Route.MiddlewareFunction[] = [allow('users:view_as')];

/** Opened as a page, it leads to the user. */
export const loader = ({ params: { userId } }: Route.LoaderArgs) =>
  redirect(href('/admin/users/:userId', { userId }), 303);

/** Shows the site as the user sees it, from their dashboard on. */
export async function action({ params: { userId }, context }: Route.ActionArgs) {
  try {
    await beginView(actorOf(context), userId);
  } catch (error) {
    if (error instanceof ConfirmationNeeded) return confirmFirst(error, `/admin/users/${userId}`);
    throwAsResponse(error);
  }
  const { sessionId } = context.get(memberContext);
  return redirect('/dashboard', { status: 303, headers: { 'Set-Cookie': viewAsHeader(userId, sessionId) } });
}
