import { admit } from '#app/domain/people/accounts/attempts.server.ts';
import { challengePrefix } from '#app/domain/people/accounts/mailed-codes.server.ts';
import { validationFailed } from '#app/domain/people/auth-api/errors.ts';
import { redirectOf } from '#app/domain/people/auth-api/redirects.server.ts';
import { replyWithSession } from '#app/domain/people/auth-api/sessions.server.ts';
import { readVerifyType, type Verified, verifyMail } from '#app/domain/people/auth-api/verify.server.ts';
import type { AuthCall, Handler } from '#app/routes/auth-api/call.server.ts';
import { protocolError } from '#app/routes/auth-api/errors.server.ts';

/** The words of OAuth 2 for a status. */
const oauthErrors: Readonly<Record<number, string>> = {
  400: 'invalid_request',
  401: 'unauthorized_client',
  403: 'access_denied',
  503: 'temporarily_unavailable',
};

/** Leads on to an app's page. */
export function redirectTo(target: URL): Response {
  // What is in the address is for the page it leads to, and for nobody that the page links to.
  return new Response(null, {
    status: 303,
    headers: { Location: target.href, 'Referrer-Policy': 'no-referrer' },
  });
}

/** An app's page with what a sign-in has led to; `type` is that of a mail. */
export async function landing(verified: Verified, type: string | null, target: URL): Promise<URL> {
  if (verified.kind === 'code') {
    target.searchParams.set('code', verified.code);
    return target;
  }
  const fragment =
    verified.kind === 'waiting'
      ? { message: 'Confirmation link accepted. Please proceed to confirm link sent to the other email' }
      : await tokensOf(verified, type);
  target.hash = new URLSearchParams({ ...fragment, sb: '' }).toString();
  return target;
}

async function tokensOf({ begun }: Extract<Verified, { kind: 'session' }>, type: string | null) {
  const reply = await replyWithSession(begun);
  return {
    access_token: reply.access_token,
    expires_at: String(reply.expires_at),
    expires_in: String(reply.expires_in),
    refresh_token: reply.refresh_token,
    token_type: reply.token_type,
    ...(type === null ? {} : { type }),
  };
}

/** An app's page with the error of a sign-in. */
export function failure(error: unknown, target: URL, isPkce: boolean): URL {
  const known = protocolError(error);
  if (!known) throw error;
  const fields = new URLSearchParams({
    error: oauthErrors[known.status] ?? 'server_error',
    error_code: known.code,
    error_description: known.message,
  });
  if (isPkce) for (const [name, value] of fields) target.searchParams.set(name, value);
  fields.set('sb', '');
  target.hash = fields.toString();
  return target;
}

/** The link of a mail: takes it, once, and leads to the app's page with a session, a code for the app, or the error. */
export const verifyLink: Handler = async (call: AuthCall) => {
  const token = call.query('token') || call.query('token_hash');
  if (token === '') throw validationFailed('Verify requires a token');
  const type = readVerifyType(call.query('type'));
  const target = new URL(redirectOf(call.query('redirect_to')));
  try {
    const attempt = await admit('mailed_code', call.address);
    const prover = { address: call.address, userAgent: call.userAgent, isLink: true };
    const verified = await verifyMail(attempt, type, { token: token.slice(0, 300) }, prover);
    return redirectTo(await landing(verified, type, target));
  } catch (error) {
    return redirectTo(failure(error, target, token.startsWith(challengePrefix)));
  }
};
