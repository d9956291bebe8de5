import { admit } from '#app/domain/people/accounts/attempts.server.ts';
import { askStepPasskey } from '#app/domain/people/accounts/second-step.server.ts';
import { askSignInPasskey } from '#app/domain/people/accounts/sign-in.server.ts';
import { readSecondStep } from '#app/routes/auth/session-answer.server.ts';
import { requestInfoContext } from '#app/routes/http/context.server.ts';
import { answerWithCeremony, ceremonyMiddleware, postForCeremony } from '#app/routes/http/passkey.server.ts';
import type { Route } from './+types/login-passkey';

export const middleware: Route.MiddlewareFunction[] = ceremonyMiddleware;

/** Asks a visitor's browser for a passkey: for a whole sign-in, or with `?for=second-step` for the second step of one. */
export const action = ({ request, url, context }: Route.ActionArgs) =>
  answerWithCeremony(context, async () => {
    const leave = await admit('passkey_question', context.get(requestInfoContext).clientAddress);
    return url.searchParams.get('for') === 'second-step'
      ? askStepPasskey(leave, readSecondStep(request))
      : askSignInPasskey(leave);
  });

export const loader = postForCeremony;
