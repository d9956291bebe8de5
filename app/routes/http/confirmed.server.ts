import { type MiddlewareFunction, type RouterContextProvider, redirect } from 'react-router';
import {
  type Confirmed,
  confirmedViewer,
  hasConfirmed,
} from '#app/domain/core/access/confirmation.server.ts';
import { requiresSecondFactor } from '#app/domain/core/access/policy.server.ts';
import { memberContext } from '#app/routes/http/context.server.ts';
import { flashHeader, redirectWithFlash } from '#app/routes/http/flash.server.ts';

interface Asked {
  request: Request;
  url: URL;
  context: Readonly<RouterContextProvider>;
}

/**
 * The leave of the signed-in user to change what guards their account, in a loader or an action below a members' layout. Who has not
 * proven within a quarter of an hour who they are is led to the page that asks (/confirm-identity), and back: `back` names the page where
 * that is not the one asked for.
 * Throws a redirect.
 */
export function confirmedMember(
  { request, url, context }: Asked,
  back = url.pathname + url.search,
): Confirmed {
  const viewer = context.get(memberContext);
  if (hasConfirmed(viewer)) return confirmedViewer(viewer);
  const again = 'Please confirm that it is you. Then press the button once more.';
  const headers = new Headers(request.method === 'GET' ? [] : [['Set-Cookie', flashHeader(again, 'error')]]);
  throw redirect(`/confirm-identity?${new URLSearchParams({ redirectTo: back })}`, { status: 303, headers });
}

/**
 * For layouts whose users have to have a second factor (the policy `requiresSecondFactor`): who has none sets one up first. It stands
 * below a layout of members.
 */
export const requireSecondFactor: MiddlewareFunction<Response> = async ({ context }, next) => {
  const viewer = context.get(memberContext);
  if (requiresSecondFactor(viewer) && !viewer.hasSecondFactor)
    throw await redirectWithFlash(
      '/profile/security/authenticator',
      'Admins sign in with a second step. Please set one up first.',
      'error',
    );
  return next();
};
