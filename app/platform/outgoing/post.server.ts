import type { ClientRequest, IncomingMessage } from 'node:http';
import http from 'node:http';
import https from 'node:https';
import {
  bareHost,
  type Resolve,
  type Resolved,
  resolveAddress,
} from '#app/platform/outgoing/addresses.server.ts';

/** What somebody else's server said. */
interface Answer {
  status: number;
  /** The first bytes of what it sent, as text. */
  text: string;
  /** For how long it does not want to be asked, in seconds; null where it does not say. */
  retryAfterSeconds: number | null;
}

interface Post {
  headers: Record<string, string>;
  body: string | Uint8Array;
  /** Whether machines that are not on the public internet may be called. */
  isAnyAllowed: boolean;
  resolve?: Resolve;
  /** How long all of it may take, in milliseconds. */
  limitMs?: number;
}

/** So much of an answer is read, in bytes; and of that, so much is kept. */
const readBytes = 4_096;
const keptBytes = 500;

const usualLimitMs = 10_000;

/**
 * Posts to somebody else's server. Its name is looked up once, and what was checked is what is connected to: a name that leads elsewhere
 * a moment later leads nobody into the site's own network. Redirects are answers like any other and not followed. Whatever answer comes
 * in time counts by its status; of what follows, little is read.
 * @throws {AddressRefused}; an error in words where no answer came
 */
export async function post(address: URL, options: Post): Promise<Answer> {
  const signal = AbortSignal.timeout(options.limitMs ?? usualLimitMs);
  const target = await Promise.race([resolveAddress(address, options), endOf(signal)]);
  return send(address, target, { ...options, method: 'POST' }, signal);
}

/**
 * Opens a page of somebody else's, as carefully as `post`, and gives its status; redirects are not followed.
 * @throws {AddressRefused}; an error in words where no answer came
 */
export async function fetchStatus(
  address: URL,
  options: Pick<Post, 'isAnyAllowed' | 'resolve' | 'limitMs'>,
): Promise<number> {
  const signal = AbortSignal.timeout(options.limitMs ?? usualLimitMs);
  const target = await Promise.race([resolveAddress(address, options), endOf(signal)]);
  const headers = { 'User-Agent': 'Mozilla/5.0 (compatible; link check)', Accept: '*/*' };
  return (await send(address, target, { method: 'GET', headers, body: '' }, signal)).status;
}

const tooLate = () => new Error('No answer came in time.');

function endOf(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) =>
    signal.addEventListener('abort', () => reject(tooLate()), { once: true }),
  );
}

function send(
  address: URL,
  target: Resolved,
  { method, headers, body }: Pick<Post, 'headers' | 'body'> & { method: 'GET' | 'POST' },
  signal: AbortSignal,
): Promise<Answer> {
  const { request } = address.protocol === 'https:' ? https : http;
  return new Promise<Answer>((resolve, reject) => {
    const outgoingRequest: ClientRequest = request({
      protocol: address.protocol,
      hostname: bareHost(address),
      port: address.port,
      path: `${address.pathname}${address.search}`,
      method,
      headers: method === 'GET' ? headers : { ...headers, 'Content-Length': String(Buffer.byteLength(body)) },
      // A connection of its own, to the machine that was checked.
      agent: false,
      family: target.family,
      lookup: (_name, options, callback) =>
        options.all ? callback(null, [target]) : callback(null, target.address, target.family),
    });
    let isAnswered = false;
    // Once an answer has begun, how it ends changes nothing.
    outgoingRequest.on('error', (error) => {
      if (!isAnswered) reject(signal.aborted ? tooLate() : new Error(describeFailure(error)));
    });
    outgoingRequest.on('response', async (response) => {
      isAnswered = true;
      const text = await readStart(response);
      resolve({
        status: response.statusCode ?? 0,
        text,
        retryAfterSeconds: secondsOf(response.headers['retry-after']),
      });
      outgoingRequest.destroy();
    });
    if (signal.aborted) return void outgoingRequest.destroy(tooLate());
    signal.addEventListener('abort', () => outgoingRequest.destroy(tooLate()), { once: true });
    outgoingRequest.end(body);
  });
}

/** The first bytes of an answer; what came of them, where it is broken off. */
function readStart(response: IncomingMessage): Promise<string> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const finish = () => resolve(printable(Buffer.concat(chunks)));
    response.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      size += chunk.length;
      if (size >= readBytes) finish();
    });
    response.on('close', finish);
    response.on('error', finish);
  });
}

/** Bytes as a text that can be kept and shown. */
const printable = (bytes: Buffer): string =>
  bytes
    .subarray(0, keptBytes)
    .toString('utf8')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: that is what is taken out.
    .replace(/[\u0000-\u0008\u000b-\u001f\u007f\ufffd]/g, '')
    .trim();

function secondsOf(header: string | undefined): number | null {
  return header !== undefined && /^\d{1,7}$/.test(header) ? Number(header) : null;
}

const words: Record<string, string> = {
  ECONNREFUSED: 'The connection was refused.',
  ECONNRESET: 'The connection was broken off.',
  EHOSTUNREACH: 'The machine cannot be reached.',
  ENETUNREACH: 'The machine cannot be reached.',
  ETIMEDOUT: 'No answer came in time.',
  CERT_HAS_EXPIRED: 'Its certificate has expired.',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'Its certificate is signed by itself.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'Its certificate is for another name.',
};

function describeFailure(error: Error & { code?: string }): string {
  const code = error.code ?? '';
  return words[code] ?? (code ? `The call failed: ${code}.` : 'The call failed.');
}
