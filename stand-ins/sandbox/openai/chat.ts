import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { sendJson } from '#stand-ins/sandbox/http.ts';
import type { Turn } from '#stand-ins/sandbox/openai/model-turn.ts';
import { type ChatRequest, Refused, textOf } from '#stand-ins/sandbox/openai/requests.ts';

const tokensOf = (text: string) => Math.ceil(text.length / 4);

/** A text in the pieces it is sent in: a word or two each. */
const piecesOf = (text: string): string[] =>
  text.match(/(?<!\s)\s*\S+(\s+\S+)?/gu) ?? (text === '' ? [] : [text]);

const callsOf = ({ calls = [] }: Turn) =>
  calls.map((call, index) => ({
    index,
    id: `call_${randomUUID().replaceAll('-', '')}`,
    name: call.name,
    argumentsJson: typeof call.arguments === 'string' ? call.arguments : JSON.stringify(call.arguments),
  }));

function refuseBefore({ fault }: Turn, response: ServerResponse): void {
  if (fault === 'rate_limited') {
    // As the real one says when to come back; soon, here.
    response.setHeader('retry-after-ms', '1');
    throw new Refused(429, 'requests', 'Rate limit reached for requests.', 'rate_limit_exceeded');
  }
  if (fault === 'overloaded') {
    response.setHeader('retry-after-ms', '1');
    throw new Refused(503, 'server_error', 'The engine is currently overloaded, please try again later.');
  }
}

/** Answers a chat completion with what a turn says, whole or as a stream. @throws {Refused} */
export async function answerChat(request: ChatRequest, turn: Turn, response: ServerResponse): Promise<void> {
  refuseBefore(turn, response);
  if (turn.fault === 'silent') {
    await once(response, 'close');
    return;
  }
  const calls = callsOf(turn);
  const promptTokens = request.messages.reduce((sum, message) => sum + tokensOf(textOf(message)), 0);
  const completionTokens = tokensOf(
    (turn.text ?? '') + calls.map(({ argumentsJson }) => argumentsJson).join(''),
  );
  const usage = {
    prompt_tokens: promptTokens,
    completion_tokens: completionTokens,
    total_tokens: promptTokens + completionTokens,
  };
  const finish = calls.length > 0 ? 'tool_calls' : 'stop';
  const about = {
    id: `chatcmpl-${randomUUID()}`,
    created: Math.floor(Date.now() / 1000),
    model: request.model,
  };
  if (request.stream) {
    await stream(
      { ...about, object: 'chat.completion.chunk' },
      { turn, calls, finish, usage },
      request,
      response,
    );
    return;
  }
  const tool_calls = calls.map(({ id, name, argumentsJson }) => ({
    id,
    type: 'function',
    function: { name, arguments: argumentsJson },
  }));
  const message = {
    role: 'assistant',
    content: turn.text ?? null,
    ...(calls.length > 0 ? { tool_calls } : {}),
  };
  sendJson(response, 200, {
    ...about,
    object: 'chat.completion',
    choices: [{ index: 0, message, finish_reason: finish }],
    usage,
  });
}

interface Writing {
  turn: Turn;
  calls: ReturnType<typeof callsOf>;
  finish: string;
  usage: object;
}

function deltasOf({ turn, calls }: Writing): object[] {
  return [
    { role: 'assistant', content: '' },
    ...piecesOf(turn.text ?? '').map((content) => ({ content })),
    ...calls.flatMap(({ index, id, name, argumentsJson }) => [
      { tool_calls: [{ index, id, type: 'function', function: { name, arguments: '' } }] },
      // What it gives a tool comes in pieces too.
      ...(argumentsJson.match(/.{1,12}/gsu) ?? []).map((piece) => ({
        tool_calls: [{ index, function: { arguments: piece } }],
      })),
    ]),
  ];
}

async function stream(
  about: object,
  writing: Writing,
  request: ChatRequest,
  response: ServerResponse,
): Promise<void> {
  const { turn, finish, usage } = writing;
  response.writeHead(200, {
    'Content-Type': 'text/event-stream; charset=utf-8',
    'Cache-Control': 'no-store',
  });
  const say = async (event: object | string) => {
    const data = typeof event === 'string' ? event : JSON.stringify(event);
    // Who reads slowly is written to slowly.
    if (!response.write(`data: ${data}\n\n`) && !response.destroyed)
      await Promise.race([once(response, 'drain'), once(response, 'close')]);
  };
  const chunk = (delta: object, finish_reason: string | null = null) => ({
    ...about,
    choices: [{ index: 0, delta, finish_reason }],
  });
  const deltas = deltasOf(writing);
  const half = Math.ceil(deltas.length / 2);
  for (const [index, delta] of deltas.entries()) {
    if (response.destroyed) return;
    if (index === half && turn.fault) {
      if (turn.fault === 'error_midway')
        await say({
          error: { message: 'The server had an error.', type: 'server_error', param: null, code: null },
        });
      else if (turn.fault === 'malformed') await say('{"choices": [{"delta": {"content"');
      else if (turn.fault === 'cut_midway') {
        response.destroy();
        return;
      }
      response.end();
      return;
    }
    await say(chunk(delta));
    if (turn.hold && index === Math.min(half, deltas.length - 1))
      await Promise.race([turn.hold, response.destroyed ? null : once(response, 'close')]);
  }
  await say(chunk({}, finish));
  if (request.stream_options?.include_usage) await say({ ...about, choices: [], usage });
  await say('[DONE]');
  response.end();
}
