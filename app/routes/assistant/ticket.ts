import { openProposedTicket, proposedTicketSchema } from '#app/domain/assistant/tickets.server.ts';
import { viewerContext } from '#app/routes/http/context.server.ts';
import { answerInJson, answerOfError, jsonError } from '#app/routes/http/json-error.server.ts';
import { readJsonObject } from '#app/routes/http/request-body.server.ts';
import type { Route } from './+types/ticket';

export const middleware: Route.MiddlewareFunction[] = [answerInJson];

/** The button of a proposed ticket in the panel: `{ messageId, subject, message }` in, `{ number }` out. */
export async function action({ request, context }: Route.ActionArgs) {
  const viewer = context.get(viewerContext);
  if (!viewer) return jsonError(401, 'not_signed_in', 'Please sign in first.');
  try {
    const asked = await readJsonObject(request);
    if (!asked) return jsonError(400, 'bad_request', 'Send an object in JSON.');
    const messageId = typeof asked.messageId === 'string' ? asked.messageId : '';
    const form = proposedTicketSchema.safeParse(asked);
    if (!form.success || form.data.subject === '' || form.data.message === '')
      return jsonError(422, 'invalid', form.error?.issues[0]?.message ?? 'Please write your question');
    const number = await openProposedTicket(viewer, messageId, form.data);
    return Response.json({ number }, { headers: { 'Cache-Control': 'no-store' } });
  } catch (error) {
    return answerOfError(error, context);
  }
}
