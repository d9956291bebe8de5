import { openProposedTicket } from '#app/domain/assistant/tickets.server.ts';
import { viewerContext } from '#app/routes/http/context.server.ts';
import { readJson } from '#app/routes/http/json-body.server.ts';
import { answerInJson, answerOfError, jsonError, jsonProblem } from '#app/routes/http/json-error.server.ts';
import type { Route } from './+types/ticket';

export const middleware: Route.MiddlewareFunction[] = [answerInJson];

/** The button of a proposed ticket in the panel: `{ messageId, subject, message }` in, `{ number, waits }` out; `waits` until the address of who asks is confirmed. */
export async function action({ request, context }: Route.ActionArgs) {
  const viewer = context.get(viewerContext);
  if (!viewer) return jsonError(401, 'not_signed_in', 'Please sign in first.');
  try {
    const { body, problem } = await readJson(request, 'api/ai-assistant/ticket');
    if (problem) return jsonProblem(problem);
    const { messageId, subject, message } = body;
    if (subject === '' || message === '') return jsonError(422, 'invalid', 'Please write your question');
    const number = await openProposedTicket(viewer, messageId, { subject, message });
    return Response.json(
      { number, waits: !viewer.isEmailVerified },
      { headers: { 'Cache-Control': 'no-store' } },
    );
  } catch (error) {
    return answerOfError(error, context);
  }
}
