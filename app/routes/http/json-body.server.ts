import type { z } from 'zod';
import { type JsonBodies, jsonBodies } from '#app/routes/http/json-bodies.server.ts';
import { hasRepeatedName } from '#app/routes/http/json-names.ts';
import { readBytes } from '#app/routes/http/request-body.server.ts';

/** Calls are a few words. */
const maxBytes = 10_000;

/** Why a body is refused: what is no JSON object is a bad request (400, 413, 415), a field that is wrong is invalid (422). */
interface JsonProblem {
  status: 400 | 413 | 415 | 422;
  code: 'bad_request' | 'request_too_large' | 'unsupported_media_type' | 'invalid';
  message: string;
}

type ReadJson<Body> = { body: Body; problem?: never } | { body?: never; problem: JsonProblem };

const refuse = (status: JsonProblem['status'], code: JsonProblem['code'], message: string) => ({
  problem: { status, code, message },
});

const notAnObject = () => refuse(400, 'bad_request', 'Send an object in JSON.');

/** No keyboard types NUL, and Postgres stores none; half a surrogate pair is no text. */
const isText = (text: string) => !text.includes('\0') && text.isWellFormed();

function isPlain(name: string, value: unknown): unknown {
  if (!isText(name) || (typeof value === 'string' && !isText(value))) throw new SyntaxError('no text');
  return value;
}

/** Bodies without a type are taken for JSON: small programs send none. */
const isJsonType = (type: string | null) =>
  type === null || /^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i.test(type);

/**
 * The JSON that a program has sent to a route, as the table of bodies has it. Fields that the table names are of their type or refused;
 * others are ignored, so that what a request says of users or roles decides nothing (P5). An empty body is an empty object.
 */
export async function readJson<Route extends keyof JsonBodies>(
  request: Request,
  route: Route,
): Promise<ReadJson<z.output<JsonBodies[Route]>>> {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(await readBytes(request, maxBytes));
  } catch (error) {
    const isTooLong = (error as { init?: ResponseInit } | null)?.init?.status === 413;
    return isTooLong
      ? refuse(413, 'request_too_large', `Send at most ${maxBytes.toLocaleString('en-US')} bytes.`)
      : notAnObject();
  }
  if (text !== '' && !isJsonType(request.headers.get('Content-Type')))
    return refuse(415, 'unsupported_media_type', 'Send JSON, with the content type application/json.');
  let sent: unknown;
  try {
    sent = text === '' ? {} : JSON.parse(text, isPlain);
  } catch {
    return notAnObject();
  }
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) return notAnObject();
  if (hasRepeatedName(text)) return refuse(400, 'bad_request', 'Send each field once.');
  const parsed = jsonBodies[route].safeParse(sent);
  if (parsed.success) return { body: parsed.data as z.output<JsonBodies[Route]> };
  const [issue] = parsed.error.issues;
  const field = issue?.path.join('.');
  return refuse(
    422,
    'invalid',
    field ? `${field}: ${issue?.message}` : (issue?.message ?? 'The body is invalid.'),
  );
}
