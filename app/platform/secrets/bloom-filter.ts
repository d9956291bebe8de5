import { createHash } from 'node:crypto';

/**
 * A set that answers "certainly not" or "almost certainly", in a few bytes for each entry. `bits` holds `8 * bits.length` bits, of which
 * each entry sets `hashes`.
 */
export interface BloomFilter {
  hashes: number;
  bits: Uint8Array;
}

/** How many bits an entry takes, and sets, for one false answer in ten thousand. */
const bitsPerEntry = 19.2;
const hashesPerEntry = 13;

/** The bits of an entry, by double hashing: two numbers of 48 bits make as many positions as are needed. */
function* positionsOf(entry: string, { hashes, bits }: BloomFilter): Generator<number> {
  const digest = createHash('sha256').update(entry).digest();
  const size = bits.length * 8;
  const first = digest.readUIntBE(0, 6) % size;
  const step = digest.readUIntBE(6, 6) % size;
  for (let index = 0; index < hashes; index++) yield (first + index * step) % size;
}

/** A filter of these entries, of which about one in ten thousand others is taken for one. */
export function bloomFilterOf(entries: ReadonlySet<string>): BloomFilter {
  const bits = new Uint8Array(Math.ceil((Math.max(entries.size, 1) * bitsPerEntry) / 8));
  const filter = { hashes: hashesPerEntry, bits };
  for (const entry of entries)
    for (const position of positionsOf(entry, filter))
      bits[position >>> 3] = (bits[position >>> 3] ?? 0) | (1 << (position & 7));
  return filter;
}

/** Whether an entry is in the set: false is certain, true is wrong once in about ten thousand. */
export function mayContain(filter: BloomFilter, entry: string): boolean {
  for (const position of positionsOf(entry, filter))
    if (((filter.bits[position >>> 3] ?? 0) & (1 << (position & 7))) === 0) return false;
  return true;
}

/** As a file: the number of hashes in one byte, then the bits. */
export const packBloomFilter = ({ hashes, bits }: BloomFilter): Uint8Array =>
  Buffer.concat([Uint8Array.of(hashes), bits]);

/** Reads what `packBloomFilter` has written. */
export const unpackBloomFilter = (file: Uint8Array): BloomFilter => ({
  hashes: file[0] ?? 0,
  bits: file.subarray(1),
});
