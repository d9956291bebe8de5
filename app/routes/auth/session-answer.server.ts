import { redirect } from 'react-router';
import type { Browser, SessionBegun } from '#app/domain/people/accounts/session-beginning.server.ts';
import { forgetTypedEmail } from '#app/routes/auth/typed-email.server.ts';
import {
  secondStepCookie,
  sessionCookie,
  sessionHeader,
  trustCookie,
} from '#app/routes/http/cookies.server.ts';
import { deviceHeader } from '#app/routes/http/device-cookie.server.ts';
import { withReturnTo } from '#app/routes/http/return-to.ts';
import type { SignedCookie } from '#app/routes/http/signed-cookie.server.ts';

/** What a request tells of the browser that somebody signs in with. */
export function readBrowser(request: Request): Omit<Browser, 'staysSignedIn'> {
  const secretIn = (cookie: SignedCookie) => {
    const secret = cookie.parse(request.headers.get('Cookie'));
    return typeof secret === 'string' && secret ? secret : null;
  };
  return {
    userAgent: request.headers.get('User-Agent'),
    trustToken: secretIn(trustCookie()),
    sessionToken: secretIn(sessionCookie()),
  };
}

/** The secret of the sign-in that this browser has begun, if one waits for its second step. */
export function readSecondStep(request: Request): string | null {
  const token = secondStepCookie().parse(request.headers.get('Cookie'));
  return typeof token === 'string' && token ? token : null;
}

/** The answer at the end of a sign-in: the session's cookie and what the browser is to be known by, on to where the visitor was going. */
export async function welcome(
  begun: SessionBegun & { trustToken?: string | null },
  returnTo: string,
): Promise<Response> {
  const headers = new Headers({ 'Set-Cookie': sessionHeader(begun) });
  headers.append('Set-Cookie', deviceHeader(begun.device));
  headers.append('Set-Cookie', secondStepCookie().serialize('', { maxAge: 0 }));
  if (begun.trustToken) headers.append('Set-Cookie', trustCookie().serialize(begun.trustToken));
  headers.append('Set-Cookie', await forgetTypedEmail());
  return redirect(returnTo, { status: 303, headers });
}

/** The answer to a sign-in that goes on with its second step. */
export function askSecondStep(token: string, returnTo: string): Response {
  return redirect(withReturnTo('/login/second-step', returnTo), {
    status: 303,
    headers: { 'Set-Cookie': secondStepCookie().serialize(token) },
  });
}
