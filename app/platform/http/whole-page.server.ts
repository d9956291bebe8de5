import type { IncomingMessage, ServerResponse } from 'node:http';
import { brotliCompressSync, constants, gzipSync, zstdCompressSync } from 'node:zlib';
import { takeHead } from '#app/platform/http/reply-head.server.ts';

/** Where an answer carries the markup of its page. In a map beside it, the garbage collector's quick rounds would keep it and carry it on. */
const markup = Symbol('markup');

/** A page's markup, in pieces that are put together where it is sent: one long string of them would be a copy more. */
type Markup = readonly string[];

interface WholePage extends Response {
  [markup]?: Markup;
}

/**
 * The answer with a page that is rendered whole. Its markup goes beside the answer, past the web stream that a body would be: the way
 * through one and out again costs as much as the rendering.
 */
export function wholePage(pieces: Markup, init: ResponseInit): Response {
  return Object.assign(new Response(null, init), { [markup]: pieces });
}

/** Takes the markup from an answer that `wholePage` has made: answers are kept by the platform for longer than they are needed. */
export function takeMarkup(response: WholePage): Markup | undefined {
  const pieces = response[markup];
  delete response[markup];
  return pieces;
}

/** Where pages are encoded, one after another. */
let desk = Buffer.allocUnsafeSlow(0);

/** The bytes of a page, until the next one is asked for. */
function encode(pieces: Markup): Buffer {
  // A character takes three bytes at most; those of four are two to JavaScript.
  const most = pieces.reduce((sum, piece) => sum + piece.length, 0) * 3;
  if (most > desk.length) desk = Buffer.allocUnsafeSlow(most * 2);
  let length = 0;
  for (const piece of pieces) length += desk.write(piece, length);
  return desk.subarray(0, length);
}

/** Shorter ones are sent as they are. */
const threshold = 1_000;

/** Tables of 16,384 entries in place of 131,072: a page needs no more, and they are cleared for each, a sixth of the time. */
const zstdParams = { [constants.ZSTD_c_hashLog]: 14, [constants.ZSTD_c_chainLog]: 14 };

// Done at once: handing tens of kilobytes to another thread and taking them back costs as much as brotli of quality 3, which is 5 %
// longer than of quality 4 in half its time; zstd is as long, in a fifth.
const pack = {
  zstd: (plain: Buffer) => takeOutput(zstdCompressSync(plain, { info: true, params: zstdParams })),
  br: (plain: Buffer) =>
    takeOutput(
      brotliCompressSync(plain, {
        info: true,
        params: { [constants.BROTLI_PARAM_QUALITY]: 3, [constants.BROTLI_PARAM_LGWIN]: 16 },
      }),
    ),
  gzip: (plain: Buffer) => takeOutput(gzipSync(plain, { info: true, level: 3 })),
  identity: (plain: Buffer) => Buffer.from(plain),
};

/**
 * What a compressor gave, without the compressor: V8 keeps that, as everything with a part outside of JavaScript, until it next collects
 * everything, and with it the 16 kB that it has written to.
 */
function takeOutput(compressor: unknown): Buffer {
  const { buffer, engine } = compressor as { buffer: Buffer; engine: { _outBuffer: Buffer | null } };
  engine._outBuffer = null;
  return buffer;
}

/** What is quick to make first. */
const preferred = ['zstd', 'br', 'gzip'] as const;

/** The first of some encodings that a request takes. */
export function encodingFor<Name extends string>(
  request: IncomingMessage,
  supported: readonly Name[],
): Name | 'identity' {
  const accepted = new Map<string, boolean>();
  for (const part of String(request.headers['accept-encoding'] ?? '').split(',')) {
    const [name = '', ...parameters] = part.toLowerCase().split(';');
    accepted.set(name.trim(), !parameters.some((parameter) => /^\s*q\s*=\s*0(?:\.0*)?\s*$/.test(parameter)));
  }
  return supported.find((name) => accepted.get(name) ?? accepted.get('*')) ?? 'identity';
}

/** Sends a page that is rendered whole: compressed in one call, with its length. */
export function sendWholePage(
  request: IncomingMessage,
  response: ServerResponse,
  reply: Response,
  pieces: Markup,
): void {
  const plain = encode(pieces);
  const encoding = plain.length < threshold ? 'identity' : encodingFor(request, preferred);
  const body = pack[encoding](plain);
  takeHead(response, reply);
  response.setHeader('Vary', 'Accept-Encoding');
  if (encoding !== 'identity') response.setHeader('Content-Encoding', encoding);
  response.setHeader('Content-Length', body.length);
  response.end(request.method === 'HEAD' ? undefined : body);
}
