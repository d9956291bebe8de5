import type { RouterContextProvider } from 'react-router';
import type { Actor } from '#app/domain/core/audit/record.server.ts';
import { Refusal } from '#app/domain/core/values/errors.ts';
import { log } from '#app/platform/log.server.ts';
import { RateLimitExceeded } from '#app/platform/rate-limit.server.ts';
import { keyedHash } from '#app/platform/secrets/keyed-hash.server.ts';
import { requestInfoContext, viewerContext } from '#app/routes/http/context.server.ts';
import { statusOfRefusal, tooManyAttempts } from '#app/routes/http/domain-errors.server.ts';

/** What a program with an admin's session is told; no cache keeps it. */
export const answerProgram = (body: object, status = 200, headers: HeadersInit = {}) =>
  Response.json(body, { status, headers: { 'Cache-Control': 'no-store', ...headers } });

/** What it is told where something failed: `{ error }`, in the words given (P101). */
export function answerProgramError(error: unknown): Response {
  if (error instanceof Refusal) return answerProgram({ error: error.message }, statusOfRefusal(error));
  if (error instanceof RateLimitExceeded) {
    const { message, init } = tooManyAttempts(error);
    return answerProgram({ error: message }, init.status, init.headers);
  }
  log().error({ error: error instanceof Error ? error.stack : String(error) }, 'a DevOps key was not made');
  return answerProgram({ error: 'Error creating API key' }, 500);
}

/** Who asks by the session of a request, for the domain's own check; null for a visitor. */
export function actorOfProgram(context: Readonly<RouterContextProvider>): Actor | null {
  const viewer = context.get(viewerContext);
  if (!viewer) return null;
  const { clientAddress, requestId } = context.get(requestInfoContext);
  return {
    id: viewer.id,
    sessionId: viewer.sessionId,
    origin: keyedHash('network of an admin', clientAddress),
    requestId,
  };
}
