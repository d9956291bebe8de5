import { z } from 'zod';
import { rateAnswer } from '#app/domain/assistant/conversations.server.ts';
import { viewerContext } from '#app/routes/http/context.server.ts';
import { answerInJson, answerOfError, jsonError } from '#app/routes/http/json-error.server.ts';
import { readJsonObject } from '#app/routes/http/request-body.server.ts';
import type { Route } from './+types/rating';

export const middleware: Route.MiddlewareFunction[] = [answerInJson];

const schema = z.object({ messageId: z.string(), rating: z.union([z.literal(1), z.literal(-1), z.null()]) });

/** The buttons under an answer in the panel: `{ messageId, rating }` in and out; null takes a rating back. */
export async function action({ request, context }: Route.ActionArgs) {
  const viewer = context.get(viewerContext);
  if (!viewer) return jsonError(401, 'not_signed_in', 'Please sign in first.');
  try {
    const asked = schema.safeParse(await readJsonObject(request));
    if (!asked.success) return jsonError(422, 'invalid', 'Say which answer, and 1, -1 or null.');
    const { messageId, rating } = asked.data;
    await rateAnswer(viewer, messageId, rating);
    return Response.json({ messageId, rating }, { headers: { 'Cache-Control': 'no-store' } });
  } catch (error) {
    return answerOfError(error, context);
  }
}
