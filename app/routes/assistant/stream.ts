import { findQuestionByKey } from '#app/domain/assistant/asking.server.ts';
import { streamAnswer } from '#app/routes/assistant/event-stream.server.ts';
import { viewerContext } from '#app/routes/http/context.server.ts';
import { answerInJson, answerOfError, jsonError } from '#app/routes/http/json-error.server.ts';
import type { Route } from './+types/stream';

export const middleware: Route.MiddlewareFunction[] = [answerInJson];

/**
 * Goes on with an answer after the connection broke: told from its beginning, whether it is still being written, whole already, or was
 * called off meanwhile and is written anew. 204 where nothing was asked under this key.
 */
export async function loader({ params, request, context }: Route.LoaderArgs) {
  const viewer = context.get(viewerContext);
  if (!viewer) return jsonError(401, 'not_signed_in', 'Please sign in first.');
  try {
    const asked = await findQuestionByKey(viewer, params.requestKey);
    if (!asked) return new Response(null, { status: 204, headers: { 'Cache-Control': 'private, no-store' } });
    return streamAnswer(viewer, asked, request.signal);
  } catch (error) {
    return answerOfError(error, context);
  }
}
