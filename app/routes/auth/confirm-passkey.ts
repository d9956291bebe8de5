import { askPasskey } from '#app/domain/people/safety/passkey-ceremonies.server.ts';
import { memberContext } from '#app/routes/http/context.server.ts';
import { answerWithCeremony, ceremonyMiddleware, postForCeremony } from '#app/routes/http/passkey.server.ts';
import type { Route } from './+types/confirm-passkey';

export const middleware: Route.MiddlewareFunction[] = ceremonyMiddleware;

/** Asks for a passkey by which somebody signed in proves again who they are. */
export const action = ({ context }: Route.ActionArgs) =>
  answerWithCeremony(context, () => askPasskey('confirm', context.get(memberContext).id));

export const loader = postForCeremony;
