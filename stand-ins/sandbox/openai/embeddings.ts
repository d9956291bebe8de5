import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { sendJson } from '#stand-ins/sandbox/http.ts';
import { Refused, type readEmbeddings } from '#stand-ins/sandbox/openai/requests.ts';
import { thesaurusDimensions, vectorOf } from '#stand-ins/sandbox/openai/thesaurus.ts';

/**
 * - rate_limited, overloaded: refused
 * - silent: takes the request and says nothing until the asker goes
 */
export type EmbeddingFault = 'rate_limited' | 'overloaded' | 'silent';

/** Numbers in the protocol's other form: their bytes. */
const packed = (vector: readonly number[]) => Buffer.from(new Float32Array(vector).buffer).toString('base64');

/** Answers with a vector for each text, in their order. @throws {Refused} */
export async function answerEmbeddings(
  { model, texts, dimensions, encoding_format }: ReturnType<typeof readEmbeddings>,
  response: ServerResponse,
  fault?: EmbeddingFault,
): Promise<void> {
  if (fault === 'rate_limited')
    throw new Refused(429, 'requests', 'Rate limit reached.', 'rate_limit_exceeded');
  if (fault === 'overloaded') throw new Refused(503, 'server_error', 'The engine is currently overloaded.');
  if (fault === 'silent') {
    if (!response.destroyed) await once(response, 'close');
    return;
  }
  if (dimensions !== undefined && dimensions !== thesaurusDimensions)
    throw new Refused(
      400,
      'invalid_request_error',
      `This model makes ${thesaurusDimensions} dimensions.`,
      null,
      'dimensions',
    );
  const tokens = texts.reduce((sum, text) => sum + Math.ceil(text.length / 4), 0);
  sendJson(response, 200, {
    object: 'list',
    model,
    data: texts.map((text, index) => {
      const vector = vectorOf(text);
      return {
        object: 'embedding',
        index,
        embedding: encoding_format === 'base64' ? packed(vector) : vector,
      };
    }),
    usage: { prompt_tokens: tokens, total_tokens: tokens },
  });
}
