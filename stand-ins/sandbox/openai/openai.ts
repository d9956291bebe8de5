import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { BodyTooLong, readBody, sendJson } from '#stand-ins/sandbox/http.ts';
import { answerChat } from '#stand-ins/sandbox/openai/chat.ts';
import { answerEmbeddings, type EmbeddingFault } from '#stand-ins/sandbox/openai/embeddings.ts';
import type { Turn } from '#stand-ins/sandbox/openai/model-turn.ts';
import { scholarly } from '#stand-ins/sandbox/openai/quoting-model.ts';
import {
  type ChatRequest,
  Refused,
  readChat,
  readEmbeddings,
  readModerations,
} from '#stand-ins/sandbox/openai/requests.ts';

export interface OpenaiSandbox {
  /** Where the protocol is spoken, on this machine alone. */
  baseUrl: string;
  /** What was asked of it, the oldest first. */
  requests: { path: string; body: unknown }[];
  /** How many answers it is writing. */
  openStreams(): number;
  /** Resolves when nobody is answered any more. */
  idle(): Promise<void>;
  /** What it does from now on when it is asked; without one it repeats what it finds (scholar.ts). */
  behave(as?: (request: ChatRequest) => Turn): void;
  /** What goes wrong from now on with what it is to embed; nothing without one. */
  failEmbeddings(fault?: EmbeddingFault): void;
  close(): Promise<void>;
}

interface OpenaiSandboxOptions {
  apiKey: string;
  /** Models it has; others are unknown to it. */
  models: readonly string[];
  /** Models that embed. */
  embeddingModels?: readonly string[];
  /** Whether requests are remembered (tests). */
  remembers?: boolean;
}

const word = /\bmoderate-me\b/;

/**
 * A small server that speaks as much of OpenAI's protocol as the site uses: chat completions, whole and streamed, with tools;
 * moderations; embeddings. It is strict about credentials, models and fields, and knows nothing: what it writes it was handed.
 */
export async function startOpenai({
  apiKey,
  models,
  embeddingModels = [],
  remembers,
}: OpenaiSandboxOptions): Promise<OpenaiSandbox> {
  const requests: OpenaiSandbox['requests'] = [];
  let behaviour: (request: ChatRequest) => Turn = scholarly;
  let embeddingFault: EmbeddingFault | undefined;
  let open = 0;
  let waiting: (() => void)[] = [];

  const checkModel = (model: string, knownModels = models) => {
    if (!knownModels.includes(model))
      throw new Refused(
        404,
        'invalid_request_error',
        `The model '${model}' does not exist.`,
        'model_not_found',
        'model',
      );
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.headers.authorization !== `Bearer ${apiKey}`)
      throw new Refused(401, 'invalid_request_error', 'Incorrect API key provided.', 'invalid_api_key');
    if (request.method !== 'POST')
      throw new Refused(405, 'invalid_request_error', 'Only POST requests are accepted.');
    if (!/^application\/json\b/.test(request.headers['content-type'] ?? ''))
      throw new Refused(415, 'invalid_request_error', 'Send JSON.');
    const path = (request.url ?? '').split('?', 1)[0] ?? '';
    const text = await readBody(request, 400_000);
    let body: unknown;
    try {
      body = JSON.parse(text);
    } catch {
      throw new Refused(400, 'invalid_request_error', 'We could not parse the JSON body of your request.');
    }
    if (remembers) requests.push({ path, body });
    if (path === '/v1/chat/completions') {
      const chat = readChat(body);
      checkModel(chat.model);
      await answerChat(chat, behaviour(chat), response);
    } else if (path === '/v1/embeddings') {
      const embeddingRequest = readEmbeddings(body);
      checkModel(embeddingRequest.model, embeddingModels);
      await answerEmbeddings(embeddingRequest, response, embeddingFault);
    } else if (path === '/v1/moderations') {
      const { input } = readModerations(body);
      sendJson(response, 200, {
        id: 'modr-sandbox',
        model: 'moderation',
        results: [{ flagged: word.test(input) }],
      });
    } else
      throw new Refused(404, 'invalid_request_error', `Unknown request URL: POST ${path}.`, 'unknown_url');
  }

  const server = createServer((request, response) => {
    open += 1;
    response.once('close', () => {
      open -= 1;
      if (open > 0) return;
      for (const resolve of waiting) resolve();
      waiting = [];
    });
    answer(request, response).catch((error: unknown) => {
      const refused =
        error instanceof Refused
          ? error
          : new Refused(error instanceof BodyTooLong ? 413 : 500, 'server_error', String(error));
      const { status, message, type, code, param } = refused;
      if (response.headersSent) response.destroy();
      else sendJson(response, status, { error: { message, type, param, code } });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests,
    openStreams: () => open,
    idle: () => (open === 0 ? Promise.resolve() : new Promise((resolve) => waiting.push(resolve))),
    behave: (as = scholarly) => {
      behaviour = as;
    },
    failEmbeddings: (fault) => {
      embeddingFault = fault;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
