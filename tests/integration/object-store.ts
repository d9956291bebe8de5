import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A stand-in for a store that speaks S3: it refuses whatever is not signed as Amazon's documentation of Signature Version 4 says. */

const hash = (bytes: string | Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const hmac = (key: string | Uint8Array, text: string) => createHmac('sha256', key).update(text).digest();

const encode = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`);

const storeKey = {
  region: 'eu-test-1',
  accessKeyId: 'AKIATESTTESTTESTTEST',
  secretAccessKey: 'a-secret-of-the-stand-in-that-is-40-long',
};

/** What is wrong with how a request is signed; null for nothing. */
function signatureProblem(request: IncomingMessage, body: Uint8Array, nowMs: number): string | null {
  const authorization =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([a-z0-9;-]+), Signature=([0-9a-f]{64})$/.exec(
      request.headers.authorization ?? '',
    );
  if (!authorization) return 'AccessDenied';
  const [, keyId, day = '', region = '', signed = '', signature] = authorization;
  if (keyId !== storeKey.accessKeyId) return 'InvalidAccessKeyId';
  if (region !== storeKey.region) return 'AuthorizationHeaderMalformed';
  const names = signed.split(';');
  if (!['host', 'x-amz-content-sha256', 'x-amz-date'].every((name) => names.includes(name)))
    return 'AccessDenied';
  const at = String(request.headers['x-amz-date']);
  const moment = Date.parse(at.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
  if (!at.startsWith(day) || !(Math.abs(nowMs - moment) < 15 * 60_000)) return 'RequestTimeTooSkewed';
  if (request.headers['x-amz-content-sha256'] !== hash(body)) return 'XAmzContentSHA256Mismatch';
  const url = new URL(request.url ?? '/', 'http://store');
  const canonical = [
    request.method,
    url.pathname
      .split('/')
      .map((part) => encode(decodeURIComponent(part)))
      .join('/'),
    [...url.searchParams]
      .map(([name, value]) => `${encode(name)}=${encode(value)}`)
      .sort()
      .join('&'),
    ...names.map((name) => `${name}:${String(request.headers[name]).trim().replace(/ +/g, ' ')}`),
    '',
    signed,
    hash(body),
  ].join('\n');
  const scope = `${day}/${region}/s3/aws4_request`;
  const toSign = ['AWS4-HMAC-SHA256', at, scope, hash(canonical)].join('\n');
  const key = [day, region, 's3', 'aws4_request'].reduce<string | Uint8Array>(
    hmac,
    `AWS4${storeKey.secretAccessKey}`,
  );
  return hmac(key, toSign).toString('hex') === signature ? null : 'SignatureDoesNotMatch';
}

/** Starts a store with one bucket, "pictures", which is asked by its path. */
export async function startStore() {
  const kept = new Map<string, { bytes: Buffer; type: string }>();
  const store = {
    kept,
    calls: [] as string[],
    /** Answers that come before it does anything: a status for each call. */
    failures: [] as number[],
  };
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    const { pathname } = new URL(request.url ?? '/', 'http://store');
    store.calls.push(`${request.method} ${pathname}`);
    const refuse = (status: number, code: string) =>
      response
        .writeHead(status, { 'Content-Type': 'application/xml' })
        .end(`<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code></Error>`);
    const failure = store.failures.shift();
    if (failure) return refuse(failure, 'SlowDown');
    const problem = signatureProblem(request, body, Date.now());
    if (problem) return refuse(403, problem);
    const [, bucket, key = ''] = /^\/([^/]+)\/(.+)$/.exec(pathname) ?? [];
    if (bucket !== 'pictures') return refuse(404, 'NoSuchBucket');
    const found = kept.get(key);
    switch (request.method) {
      case 'PUT':
        kept.set(key, { bytes: body, type: String(request.headers['content-type']) });
        return response.writeHead(200, { ETag: `"${hash(body)}"` }).end();
      case 'DELETE':
        kept.delete(key);
        return response.writeHead(204).end();
      case 'GET':
        return found
          ? response.writeHead(200, { 'Content-Type': found.type }).end(found.bytes)
          : refuse(404, 'NoSuchKey');
      default:
        return refuse(405, 'MethodNotAllowed');
    }
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  return Object.assign(store, {
    settings: { bucketUrl: `http://127.0.0.1:${port}/pictures`, ...storeKey },
    stop: () =>
      new Promise<void>((stopped) => {
        server.close(() => stopped());
        server.closeAllConnections();
      }),
  });
}
