import type { RouterContextProvider } from 'react-router';
import type { OwnershipEvidence } from '#app/domain/people/accounts/mailbox-proof.server.ts';
import { viewerContext } from '#app/routes/http/context.server.ts';
import { registrationCookie } from '#app/routes/http/cookies.server.ts';

/** What a request shows of who set an account up: the session it is signed in by, and what its browser was given at a registration. */
export function readEvidence(
  request: Request,
  context: Readonly<RouterContextProvider>,
): Omit<OwnershipEvidence, 'passwordHash'> {
  const registration = registrationCookie().parse(request.headers.get('Cookie'));
  return {
    sessionId: context.get(viewerContext)?.sessionId ?? null,
    registration: typeof registration === 'string' ? registration : null,
  };
}
