import type { RouterContextProvider } from 'react-router';
import { data, type MiddlewareFunction, redirect } from 'react-router';
import { ConfirmationNeeded } from '#app/domain/core/access/admin-guard.server.ts';
import { levelMay, type Permission, wantsConfirmation } from '#app/domain/core/access/admin-policy.ts';
import { hasConfirmed as isFresh } from '#app/domain/core/access/confirmation.server.ts';
import type { Actor } from '#app/domain/core/audit/record.server.ts';
import { keyedHash } from '#app/platform/secrets/keyed-hash.server.ts';
import { memberContext, requestInfoContext } from '#app/routes/http/context.server.ts';
import { flashHeader } from '#app/routes/http/flash.server.ts';
import type { RefusalWithWayOn } from '#app/routes/http/not-found.ts';
import { safeReturnTo, withReturnTo } from '#app/routes/http/return-to.ts';

/** Where one came from, if that is another page of this site. */
function wayBack(request: Request): string {
  const from = request.headers.get('Referer') ?? '';
  const { origin, pathname } = new URL(request.url);
  if (!URL.canParse(from)) return '/dashboard';
  const { origin: fromOrigin, pathname: fromPath, search } = new URL(from);
  return fromOrigin === origin && fromPath !== pathname ? safeReturnTo(`${fromPath}${search}`) : '/dashboard';
}

/** What is thrown at whoever may not (P80): the page says so in the words given, with status 403. */
const accessDenied = (request: Request) =>
  data<RefusalWithWayOn>(
    {
      message: 'Access Denied. You do not have admin privileges to access this page.',
      wayOn: { to: wayBack(request), label: 'Go Back' },
    },
    { status: 403 },
  );

/** For admins only. */
export const requireAdmin: MiddlewareFunction<Response> = ({ request, context }, next) => {
  if (context.get(memberContext).adminLevel === null) throw accessDenied(request);
  return next();
};

const isReading = ({ method }: Request) => method === 'GET' || method === 'HEAD';

/**
 * For admins who may open a page, and send its forms. What wants a fresh confirmation of who asks leads through that first, so that
 * nobody types a form that is then refused.
 */
export function allow(read: Permission, change: Permission = read): MiddlewareFunction<Response> {
  return ({ request, url, context }, next) => {
    const viewer = context.get(memberContext);
    if (!levelMay(viewer.adminLevel, isReading(request) ? read : change)) throw accessDenied(request);
    if (isReading(request) && wantsConfirmation(read) && !isFresh(viewer))
      throw redirect(withReturnTo('/confirm-identity', `${url.pathname}${url.search}`), 303);
    return next();
  };
}

/**
 * For a form of a button alone: where a command wants a fresh confirmation of who asks, leads through that first, and back to press once
 * more. Other errors are thrown on.
 */
export function confirmFirst(error: unknown, back: string): Response {
  if (!(error instanceof ConfirmationNeeded)) throw error;
  const again = flashHeader('Confirm that it is you. Then press the button once more.', 'error');
  return redirect(withReturnTo('/confirm-identity', back), { status: 303, headers: { 'Set-Cookie': again } });
}

/** Who asks, for the audit log and the domain's own check. */
export function actorOf(context: Readonly<RouterContextProvider>): Actor {
  const { id, sessionId } = context.get(memberContext);
  const { clientAddress, requestId } = context.get(requestInfoContext);
  return { id, sessionId, origin: keyedHash('network of an admin', clientAddress), requestId };
}

/** Whether who asks has confirmed who they are lately enough for what wants that. */
export const hasConfirmed = (context: Readonly<RouterContextProvider>): boolean =>
  isFresh(context.get(memberContext));

/** Whether who asks may do something, for what a page offers. */
export const may = (context: Readonly<RouterContextProvider>, permission: Permission): boolean =>
  levelMay(context.get(memberContext).adminLevel, permission);
