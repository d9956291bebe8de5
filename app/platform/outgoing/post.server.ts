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
export interface Answer {
  status: number;
  /** The first bytes of what it sent, as text. */
  text: string;
  /** For how long it does not want to be asked, in seconds; null where it does not say. */
  retryAfterSeconds: number | null;
}

interface Post {
  headers: Record<string, string>;
  body: string;
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
export async function post(address: URL, wanted: Post): Promise<Answer> {
  const signal = AbortSignal.timeout(wanted.limitMs ?? usualLimitMs);
  const target = await Promise.race([resolveAddress(address, wanted), endOf(signal)]);
  return send(address, target, wanted, signal);
}

const tooLate = () => new Error('No answer came in time.');

function endOf(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) =>
    signal.addEventListener('abort', () => reject(tooLate()), { once: true }),
  );
}

function send(address: URL, target: Resolved, { headers, body }: Post, signal: AbortSignal): Promise<Answer> {
  const { request } = address.protocol === 'https:' ? https : http;
  return new Promise<Answer>((resolve, reject) => {
    const sent: ClientRequest = request({
      protocol: address.protocol,
      hostname: bareHost(address),
      port: address.port,
      path: `${address.pathname}${address.search}`,
      method: 'POST',
      headers: { ...headers, 'Content-Length': String(Buffer.byteLength(body)) },
      // A connection of its own, to the machine that was checked.
      agent: false,
      family: target.family,
      lookup: (_name, options, done) =>
        options.all ? done(null, [target]) : done(null, target.address, target.family),
    });
    let isAnswered = false;
    // Once an answer has begun, how it ends changes nothing.
    sent.on('error', (error) => {
      if (!isAnswered) reject(signal.aborted ? tooLate() : new Error(wordsOf(error)));
    });
    sent.on('response', async (response) => {
      isAnswered = true;
      const text = await readStart(response);
      resolve({
        status: response.statusCode ?? 0,
        text,
        retryAfterSeconds: secondsOf(response.headers['retry-after']),
      });
      sent.destroy();
    });
    if (signal.aborted) return void sent.destroy(tooLate());
    signal.addEventListener('abort', () => sent.destroy(tooLate()), { once: true });
    sent.end(body);
  });
}

/** The first bytes of an answer; what came of them, where it is broken off. */
function readStart(response: IncomingMessage): Promise<string> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const done = () => resolve(printable(Buffer.concat(chunks)));
    response.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      size += chunk.length;
      if (size >= readBytes) done();
    });
    response.on('close', done);
    response.on('error', done);
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

function wordsOf(error: Error & { code?: string }): string {
  const code = error.code ?? '';
  return words[code] ?? (code ? `The call failed: ${code}.` : 'The call failed.');
}
