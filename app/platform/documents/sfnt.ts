import { inflateSync } from 'node:zlib';
import { type SfntTable, tablesOfWoff2 } from '#app/platform/documents/woff2.ts';

const woffHeader = 44;
const woffEntry = 20;
const sfntHeader = 12;
const sfntEntry = 16;

/**
 * A font's tables as they lie in a TTF or OTF file, of one packed as WOFF (https://www.w3.org/TR/WOFF/) or WOFF 2. fontkit unpacks
 * WOFF tables each time a letter asks for one, and can neither vary nor subset WOFF 2; this unpacks all of them once.
 */
export function sfntOf(packed: Buffer): Buffer {
  const signature = packed.toString('latin1', 0, 4);
  if (signature !== 'wOFF' && signature !== 'wOF2') throw new Error('This is no WOFF font.');
  const tables = signature === 'wOFF' ? tablesOfWoff(packed) : tablesOfWoff2(packed);
  // Readers look tables up by halving: they stand in the order of their tags.
  return assemble(
    packed.subarray(4, 8),
    tables.toSorted((one, other) => (one.tag < other.tag ? -1 : 1)),
  );
}

function tablesOfWoff(woff: Buffer): SfntTable[] {
  const count = woff.readUInt16BE(12);
  return Array.from({ length: count }, (_, index) => {
    const at = woffHeader + index * woffEntry;
    const [offset, packedLength, length] = [4, 8, 12].map((part) => woff.readUInt32BE(at + part)) as [
      number,
      number,
      number,
    ];
    const packed = woff.subarray(offset, offset + packedLength);
    return {
      tag: woff.toString('latin1', at, at + 4),
      bytes: packedLength < length ? inflateSync(packed) : packed,
    };
  });
}

/** A font file of these tables. Its checksums are left out: neither fontkit nor what it embeds reads them. */
function assemble(flavor: Buffer, tables: readonly SfntTable[]): Buffer {
  const count = tables.length;
  const directory = Buffer.alloc(sfntHeader + count * sfntEntry);
  flavor.copy(directory);
  const power = 2 ** Math.floor(Math.log2(count));
  directory.writeUInt16BE(count, 4);
  directory.writeUInt16BE(power * sfntEntry, 6);
  directory.writeUInt16BE(Math.log2(power), 8);
  directory.writeUInt16BE((count - power) * sfntEntry, 10);
  const parts: Buffer[] = [directory];
  let offset = directory.length;
  for (const [index, { tag, bytes }] of tables.entries()) {
    const at = sfntHeader + index * sfntEntry;
    directory.write(tag, at, 'latin1');
    directory.writeUInt32BE(offset, at + 8);
    directory.writeUInt32BE(bytes.length, at + 12);
    // Each table begins at a multiple of four bytes.
    const padding = -bytes.length & 3;
    parts.push(bytes, Buffer.alloc(padding));
    offset += bytes.length + padding;
  }
  return Buffer.concat(parts);
}
