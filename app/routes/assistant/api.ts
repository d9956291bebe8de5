import { redirect } from 'react-router';
import { keepQuestion } from '#app/domain/assistant/asking.server.ts';
import { awaitAnswer } from '#app/domain/assistant/running-answers.server.ts';
import type { Viewer } from '#app/domain/core/access/viewer.ts';
import { answerForProgram, streamAnswer } from '#app/routes/assistant/event-stream.server.ts';
import { openPanel } from '#app/routes/assistant/panel.server.ts';
import { viewerContext } from '#app/routes/http/context.server.ts';
import { readJson } from '#app/routes/http/json-body.server.ts';
import { answerInJson, answerOfError, jsonError, jsonProblem } from '#app/routes/http/json-error.server.ts';
import type { Route } from './+types/api';

/** Whatever fails is told as programs are told; forms are answered by pages. */
export const middleware: Route.MiddlewareFunction[] = [answerInJson];

/** What the panel opens with: the conversation it was in, and what may be asked about the page it is on. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const viewer = context.get(viewerContext);
  if (!viewer) return jsonError(401, 'not_signed_in', 'Please sign in first.');
  const [conversation, on] = [url.searchParams.get('conversation'), url.searchParams.get('on')];
  try {
    return Response.json(await openPanel(viewer, conversation, on), {
      headers: { 'Cache-Control': 'no-store' },
    });
  } catch (error) {
    return answerOfError(error, context);
  }
}

/** Asks the assistant: `{ message }` in, `{ reply }` out (P99), or with `Accept: text/event-stream` as it is written. What a request says of roles is ignored (P5). */
export async function action({ request, context }: Route.ActionArgs) {
  const viewer = context.get(viewerContext);
  if (request.method !== 'POST')
    return jsonError(405, 'method_not_allowed', 'Post to this address.', { Allow: 'GET, HEAD, POST' });
  const isForm = /^(application\/x-www-form-urlencoded|multipart\/form-data)\b/i.test(
    request.headers.get('Content-Type') ?? '',
  );
  // The page answers forms: the browser sends it the same once more.
  if (isForm) return redirect('/assistant', 307);
  if (!viewer) return jsonError(401, 'not_signed_in', 'Please sign in first.');
  // The router would make a page of what is thrown, before the middleware sees it.
  try {
    return await answerJson(viewer, request);
  } catch (error) {
    // Whoever asked has gone: nobody reads this.
    if (request.signal.aborted) return jsonError(408, 'called_off', 'The question was called off.');
    return answerOfError(error, context);
  }
}

async function answerJson(viewer: Viewer, request: Request) {
  const { body, problem } = await readJson(request, 'api/ai-assistant');
  if (problem) return jsonProblem(problem);
  const question = {
    message: body.message,
    conversationId: body.conversationId || null,
    requestKey: body.requestKey ?? null,
    onPath: body.onPath ?? null,
  };
  const kept = await keepQuestion(viewer, question);
  if (/\btext\/event-stream\b/.test(request.headers.get('Accept') ?? ''))
    return streamAnswer(viewer, kept, request.signal);
  const answer = 'text' in kept ? kept : await awaitAnswer(viewer, kept, request.signal);
  return Response.json(await answerForProgram(viewer, answer), {
    headers: { 'Cache-Control': 'no-store' },
  });
}
