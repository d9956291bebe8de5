import { request } from 'node:http';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';

/** What is sent, but for the address. */
export interface Ask {
  method: 'GET' | 'POST';
  headers: Record<string, string>;
  body?: string;
}

/** An answer exactly as it came over the wire: names and values of headers in turn, the body still compressed. */
export interface Answer {
  status: number;
  rawHeaders: string[];
  body: Buffer;
}

/** Asks once. `fetch` would unpack the body, whose bytes are what is measured here. */
export function send(url: string, ask: Ask): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { method: ask.method, headers: ask.headers, agent: false }, (incoming) => {
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
      incoming.once('error', reject);
      incoming.once('end', () =>
        resolve({
          status: incoming.statusCode ?? 0,
          rawHeaders: incoming.rawHeaders,
          body: Buffer.concat(chunks),
        }),
      );
    });
    outgoing.once('error', reject);
    outgoing.end(ask.body);
  });
}

/** All values of a header, whose name is given in lower case. */
export function headerValues({ rawHeaders }: Answer, name: string): string[] {
  return rawHeaders.filter((_, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === name);
}

/** The body as a reader sees it. */
export function textOf(answer: Answer): string {
  const [encoding] = headerValues(answer, 'content-encoding');
  if (encoding === 'br') return brotliDecompressSync(answer.body).toString();
  if (encoding === 'zstd') return zstdDecompressSync(answer.body).toString();
  if (encoding === 'gzip') return gunzipSync(answer.body).toString();
  return answer.body.toString();
}

/** SQL queries the answer took, as it says itself; 0 where it came from memory and says nothing. */
export function queryCount(answer: Answer): number {
  const [, count] = /\bdb;desc="(\d+)"/.exec(headerValues(answer, 'server-timing').join()) ?? [];
  return Number(count ?? 0);
}
