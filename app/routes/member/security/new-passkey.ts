import { confirmedViewer } from '#app/domain/core/access/confirmation.server.ts';
import { offerPasskey } from '#app/domain/people/safety/passkeys.server.ts';
import { memberContext } from '#app/routes/http/context.server.ts';
import { answerWithCeremony, ceremonyMiddleware, postForCeremony } from '#app/routes/http/passkey.server.ts';
import type { Route } from './+types/new-passkey';

export const middleware: Route.MiddlewareFunction[] = ceremonyMiddleware;

/** Asks the browser to make a passkey; refused to whoever has to prove first who they are. */
export const action = ({ context }: Route.ActionArgs) =>
  answerWithCeremony(context, async () => offerPasskey(confirmedViewer(context.get(memberContext))));

export const loader = postForCeremony;
