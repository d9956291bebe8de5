import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { replaceNonceByHashes } from '#app/platform/http/shared-page.server.ts';

const hashOf = (source: string) => `'sha256-${createHash('sha256').update(source).digest('base64')}'`;

describe('replaceNonceByHashes', () => {
  it('hashes our inline scripts and takes the nonce away', () => {
    const { html, hashes } = replaceNonceByHashes('<script nonce="n1">a()</script><link nonce="n1"/>', 'n1');
    expect(html).toBe('<script>a()</script><link/>');
    expect(hashes).toEqual([hashOf('a()')]);
  });

  it('gives no hash to a script that did not carry the nonce', () => {
    const { hashes } = replaceNonceByHashes(
      '<script>evil()</script><script nonce="guess">evil()</script>',
      'n1',
    );
    expect(hashes).toEqual([]);
  });

  it('leaves scripts with an address to the policy', () => {
    expect(replaceNonceByHashes('<script nonce="n1" src="/a.js"></script>', 'n1').hashes).toEqual([]);
  });
});
