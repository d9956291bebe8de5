import type { IncomingMessage, ServerResponse } from 'node:http';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { sendWholePage, takeMarkup, wholePage } from '#app/platform/http/whole-page.server.ts';
import { garbageCollector } from '#app/platform/runtime/garbage-collector.ts';

const collect = garbageCollector();

const unpack = { zstd: zstdDecompressSync, br: brotliDecompressSync, gzip: gunzipSync };

/** A page of 60 kB that packs to some. */
const pieces = [
  '<!DOCTYPE html>',
  Array.from({ length: 4_000 }, (_, n) => `<li>${(n * 7919) % 10_007}</li>`).join(''),
];

/** Sends the page, as the server does. @returns what was sent. */
function send(encoding: string): Buffer | undefined {
  const reply = wholePage(pieces, { status: 200 });
  let sentBody: Buffer | undefined;
  const request = { method: 'GET', headers: { 'accept-encoding': encoding } };
  const response = {
    setHeader() {},
    end(body?: Buffer) {
      sentBody = body;
    },
  };
  sendWholePage(
    request as unknown as IncomingMessage,
    response as unknown as ServerResponse,
    reply,
    takeMarkup(reply) ?? [],
  );
  return sentBody;
}

describe.each(['zstd', 'br', 'gzip'] as const)('a page sent by %s', (encoding) => {
  test('is what was rendered', () => {
    expect(unpack[encoding](send(encoding) ?? Buffer.of()).toString()).toBe(pieces.join(''));
  });

  // What the quick rounds of the garbage collector leave stays until the whole heap is gone through, which slows 30 requests down.
  test('leaves none of its bytes behind for longer than a quick collection', () => {
    for (let n = 0; n < 50; n += 1) send(encoding);
    collect({ type: 'minor' });
    collect({ type: 'minor' });
    const before = process.memoryUsage().arrayBuffers;
    for (let n = 0; n < 100; n += 1) send(encoding);
    collect({ type: 'minor' });
    collect({ type: 'minor' });
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(100 * 4_000);
  });
});
