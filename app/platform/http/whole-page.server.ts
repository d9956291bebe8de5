import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const brotli = promisify(brotliCompress);
const gzipAsync = promisify(gzip);

/** Markup of pages, by the answers that stand for them. */
const markup = new WeakMap<Response, string>();

/**
 * The answer with a page that is rendered whole. Its markup goes beside the answer, past the web stream that a body would be: the way
 * through one and out again costs as much as the rendering.
 */
export function wholePage(html: string, init: ResponseInit): Response {
  const response = new Response(null, init);
  markup.set(response, html);
  return response;
}

/** The markup of an answer that `wholePage` has made. */
export function markupOf(response: Response): string | undefined {
  return markup.get(response);
}

/** Shorter ones are sent as they are. */
const threshold = 1_000;

// Pages are tens of kilobytes: brotli's usual window of megabytes would cost more to set up than the page to render.
const brotliOptions = {
  params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_LGWIN]: 16 },
};

export type Encoding = 'br' | 'gzip' | 'identity';

/** The shortest encoding that a request takes. */
export function encodingFor(request: IncomingMessage): Encoding {
  const accepted = new Map<string, boolean>();
  for (const part of String(request.headers['accept-encoding'] ?? '').split(',')) {
    const [name = '', ...parameters] = part.toLowerCase().split(';');
    accepted.set(name.trim(), !parameters.some((parameter) => /^\s*q\s*=\s*0(?:\.0*)?\s*$/.test(parameter)));
  }
  const takes = (name: string) => accepted.get(name) ?? accepted.get('*') ?? false;
  return takes('br') ? 'br' : takes('gzip') ? 'gzip' : 'identity';
}

/** Sends a page that is rendered whole: compressed in one call, with its length. */
export async function sendWholePage(
  request: IncomingMessage,
  response: ServerResponse,
  reply: Response,
  html: string,
): Promise<void> {
  const plain = Buffer.from(html);
  const encoding = plain.length < threshold ? 'identity' : encodingFor(request);
  const body =
    encoding === 'br'
      ? await brotli(plain, brotliOptions)
      : encoding === 'gzip'
        ? await gzipAsync(plain)
        : plain;
  response.statusCode = reply.status;
  for (const [name, value] of reply.headers) if (name !== 'set-cookie') response.setHeader(name, value);
  const cookies = reply.headers.getSetCookie();
  if (cookies.length > 0) response.setHeader('Set-Cookie', cookies);
  response.setHeader('Vary', 'Accept-Encoding');
  if (encoding !== 'identity') response.setHeader('Content-Encoding', encoding);
  response.setHeader('Content-Length', body.length);
  response.end(request.method === 'HEAD' ? undefined : body);
}
