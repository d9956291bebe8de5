import { describe, expect, it } from 'vitest';
import {
  bloomFilterOf,
  mayContain,
  packBloomFilter,
  unpackBloomFilter,
} from '#app/platform/secrets/bloom-filter.ts';

const entries = new Set(Array.from({ length: 5_000 }, (_, index) => `entry ${index}`));

describe('a Bloom filter', () => {
  const filter = unpackBloomFilter(packBloomFilter(bloomFilterOf(entries)));

  it('knows each of its entries, also after it was a file', () => {
    for (const entry of entries) expect(mayContain(filter, entry)).toBe(true);
  });

  it('takes about one in ten thousand others for an entry', () => {
    const others = Array.from({ length: 50_000 }, (_, index) => `another ${index}`);
    expect(others.filter((other) => mayContain(filter, other)).length).toBeLessThan(25);
  });

  it('has no entry when it was made of none', () => {
    expect(mayContain(bloomFilterOf(new Set()), 'anything')).toBe(false);
  });
});
