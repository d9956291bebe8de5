import type { MiddlewareFunction, RouterContextProvider } from 'react-router';
import { Refusal } from '#app/domain/core/values/errors.ts';
import type { Ceremony, PasskeyAnswer } from '#app/domain/people/safety/passkey-ceremonies.server.ts';
import { passkeyCookie } from '#app/routes/http/cookies.server.ts';
import { answerInJson, answerOfError, jsonError } from '#app/routes/http/json-error.server.ts';

/** The answer to a script that asks what its browser is to sign: the question, and the cookie by which its answer is known. */
export async function answerWithCeremony(
  context: Readonly<RouterContextProvider>,
  begin: () => Promise<Ceremony>,
): Promise<Response> {
  try {
    const { token, options } = await begin();
    return Response.json(options, {
      headers: { 'Cache-Control': 'no-store', 'Set-Cookie': passkeyCookie().serialize(token) },
    });
  } catch (error) {
    return answerOfError(error, context);
  }
}

/** What the browser has signed, out of the form that brings it. @throws {Refusal} invalid, where it brings nothing: no script ran. */
export function readPasskey(request: Request, form: FormData): PasskeyAnswer {
  const token = passkeyCookie().parse(request.headers.get('Cookie'));
  const answer = form.get('passkey');
  if (typeof answer !== 'string' || answer === '')
    throw new Refusal(
      'invalid',
      'A passkey needs scripts, which did not run here. Please choose another way.',
    );
  return { token: typeof token === 'string' && token ? token : null, answer };
}

/** Whether a form was sent by the button that asks for a passkey. */
export const isByPasskey = (form: FormData): boolean => form.get('intent') === 'passkey';

/** For the addresses of questions: failures in JSON. */
export const ceremonyMiddleware: MiddlewareFunction<Response>[] = [answerInJson];

/** Questions are posted for: each is written down. */
export const postForCeremony = () => jsonError(405, 'method_not_allowed', 'Post to this address.');
