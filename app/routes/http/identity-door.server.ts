import { redirect } from 'react-router';
import { admit } from '#app/domain/people/accounts/attempts.server.ts';
import { beginFlow, type FlowPurpose } from '#app/domain/people/identities/flows.server.ts';
import { identityCookie } from '#app/routes/http/cookies.server.ts';
import { readDeviceCookie } from '#app/routes/http/device-cookie.server.ts';

/** What this browser is known by while it is at a provider; null where it has not been at one lately. */
export function readIdentityCookie(request: Request): string | null {
  const token = identityCookie().parse(request.headers.get('Cookie'));
  return typeof token === 'string' && token !== '' ? token : null;
}

/**
 * Leads this browser to a provider, and remembers that it was this one.
 * @throws {IdentityRefusal} unknown_provider, provider_down
 * @throws {RateLimitExceeded}
 */
export async function goToProvider(
  request: Request,
  clientAddress: string,
  providerId: string,
  purpose: Pick<FlowPurpose, 'linksTo' | 'redirectTo'>,
): Promise<Response> {
  await admit('identity_sign_in', clientAddress, readDeviceCookie(request));
  const flow = { ...purpose, challenge: null, isApi: false };
  const { address, browserToken } = await beginFlow(providerId, flow, readIdentityCookie(request));
  return redirect(address, {
    status: 303,
    headers: { 'Set-Cookie': identityCookie().serialize(browserToken) },
  });
}
