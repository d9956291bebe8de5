import { ModelError } from '#app/platform/ai/connection.server.ts';

/** The errors that one was made of, the outermost first. */
function* causesOf(error: unknown): Generator<Record<string, unknown>> {
  const seen = new Set<unknown>();
  const open = [error];
  for (let next = open.shift(); next !== undefined; next = open.shift()) {
    if (typeof next !== 'object' || next === null || seen.has(next)) continue;
    seen.add(next);
    const one = next as Record<string, unknown>;
    yield one;
    open.push(one.lastError, one.cause, one.error);
  }
}

const networkCodes = /^(ECONN|ENOTFOUND|EAI_|EPIPE|ETIMEDOUT|UND_ERR)/;

/** What went wrong at the provider's, without its words: they may repeat what was asked, and belong in no log. */
export function failureOf(error: unknown): ModelError {
  if (error instanceof ModelError) return error;
  let reason: ModelError['reason'] = 'broken';
  let description = error instanceof Error ? error.name : typeof error;
  for (const { name, statusCode, code } of causesOf(error)) {
    if (typeof statusCode === 'number') {
      description = `status ${statusCode}`;
      reason = statusCode === 429 ? 'rate_limited' : statusCode >= 500 ? 'broken' : 'refused';
      break;
    }
    if (name === 'TimeoutError') {
      reason = 'timeout';
      break;
    }
    if (typeof code === 'string' && networkCodes.test(code)) {
      reason = 'unreachable';
      description = code;
    }
  }
  return new ModelError(reason, `The model gave no answer: ${reason} (${description}).`);
}
