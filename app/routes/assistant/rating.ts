import { rateAnswer } from '#app/domain/assistant/conversations.server.ts';
import { viewerContext } from '#app/routes/http/context.server.ts';
import { readJson } from '#app/routes/http/json-body.server.ts';
import { answerInJson, answerOfError, jsonError, jsonProblem } from '#app/routes/http/json-error.server.ts';
import type { Route } from './+types/rating';

export const middleware: Route.MiddlewareFunction[] = [answerInJson];

/** The buttons under an answer in the panel: `{ messageId, rating }` in and out; null takes a rating back. */
export async function action({ request, context }: Route.ActionArgs) {
  const viewer = context.get(viewerContext);
  if (!viewer) return jsonError(401, 'not_signed_in', 'Please sign in first.');
  try {
    const { body, problem } = await readJson(request, 'api/ai-assistant/rating');
    if (problem) return jsonProblem(problem);
    const { messageId, rating } = body;
    await rateAnswer(viewer, messageId, rating);
    return Response.json({ messageId, rating }, { headers: { 'Cache-Control': 'no-store' } });
  } catch (error) {
    return answerOfError(error, context);
  }
}
