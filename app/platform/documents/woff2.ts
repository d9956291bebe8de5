import { brotliDecompressSync } from 'node:zlib';

/** A table of a font, unpacked. */
export interface SfntTable {
  /** Four characters. */
  tag: string;
  bytes: Buffer;
}

// WOFF 2.0 (https://www.w3.org/TR/WOFF2/): one brotli stream for all tables, with the outlines rearranged to compress better.

/** Tags that a directory entry names by number. */
const knownTags =
  'cmap head hhea hmtx maxp name OS/2 post cvt  fpgm glyf loca prep CFF  VORG EBDT EBLC gasp hdmx kern LTSH PCLT VDMX vhea vmtx BASE GDEF GPOS GSUB EBSC JSTF MATH CBDT CBLC COLR CPAL SVG  sbix acnt avar bdat bloc bsln cvar fdsc feat fmtx fvar gvar hsty just lcar mort morx opbd prop trak Zapf Silf Glat Gloc Feat Sill'.match(
    /.{4}(?: |$)/g,
  ) ?? [];

const headerLength = 48;

/** Reads numbers from a buffer, one after another. */
class Reader {
  readonly bytes: Buffer;
  at: number;

  constructor(bytes: Buffer, at = 0) {
    this.bytes = bytes;
    this.at = at;
  }

  u8(): number {
    return this.bytes.readUInt8(this.at++);
  }

  u16(): number {
    this.at += 2;
    return this.bytes.readUInt16BE(this.at - 2);
  }

  i16(): number {
    this.at += 2;
    return this.bytes.readInt16BE(this.at - 2);
  }

  u32(): number {
    this.at += 4;
    return this.bytes.readUInt32BE(this.at - 4);
  }

  take(length: number): Buffer {
    this.at += length;
    return this.bytes.subarray(this.at - length, this.at);
  }

  /** UIntBase128: seven bits a byte, the highest bit of each byte but the last is set. */
  base128(): number {
    let value = 0;
    for (let count = 0; count < 5; count++) {
      const byte = this.u8();
      value = value * 128 + (byte & 0x7f);
      if ((byte & 0x80) === 0) return value;
    }
    throw new Error('A length in this WOFF2 font is too long.');
  }

  /** 255UInt16: one byte for small numbers, two or three for others. */
  short(): number {
    const code = this.u8();
    if (code === 253) return this.u16();
    if (code === 254) return this.u8() + 506;
    if (code === 255) return this.u8() + 253;
    return code;
  }
}

/** The tables of a font packed as WOFF2. @throws when it uses what no font of ours does (collections, a packed hmtx table). */
export function tablesOfWoff2(woff2: Buffer): SfntTable[] {
  const header = new Reader(woff2, 12);
  const count = header.u16();
  header.at = 20;
  const packedLength = header.u32();
  header.at = headerLength;
  const entries = Array.from({ length: count }, () => {
    const flags = header.u8();
    const index = flags & 0x3f;
    const tag = index === 0x3f ? header.take(4).toString('latin1') : (knownTags[index] ?? '').slice(0, 4);
    const length = header.base128();
    const version = flags >> 6;
    // Outlines are rearranged unless their version is 3; other tables only where theirs is not 0.
    const isTransformed = tag === 'glyf' || tag === 'loca' ? version !== 3 : version !== 0;
    return { tag, length, isTransformed, storedLength: isTransformed ? header.base128() : length };
  });
  const data = new Reader(brotliDecompressSync(header.take(packedLength)));
  const tables = new Map(
    entries.map(({ tag, storedLength, isTransformed }) => {
      if (isTransformed && tag !== 'glyf' && tag !== 'loca')
        throw new Error(`The table ${tag} of this WOFF2 font is transformed in a way that is not supported.`);
      return [tag, { bytes: data.take(storedLength), isTransformed }];
    }),
  );
  const outlines = tables.get('glyf');
  if (outlines?.isTransformed) {
    const { glyf, loca } = restoreOutlines(outlines.bytes);
    const head = Buffer.from(tables.get('head')?.bytes ?? []);
    // indexToLocFormat: long offsets.
    head.writeInt16BE(1, 50);
    tables.set('glyf', { bytes: glyf, isTransformed: false });
    tables.set('loca', { bytes: loca, isTransformed: false });
    tables.set('head', { bytes: head, isTransformed: false });
  }
  return [...tables].map(([tag, { bytes }]) => ({ tag, bytes }));
}

const moreComponents = 0x20;
const hasInstructions = 0x100;

/** The tables glyf and loca of a transformed glyf table (section 5.1). */
function restoreOutlines(bytes: Buffer): { glyf: Buffer; loca: Buffer } {
  const header = new Reader(bytes, 4);
  const glyphCount = header.u16();
  header.at += 2;
  const lengths = Array.from({ length: 7 }, () => header.u32());
  const [contours, points, flags, glyphs, composites, boxes, instructions] = lengths.map(
    (length) => new Reader(header.take(length)),
  ) as [Reader, Reader, Reader, Reader, Reader, Reader, Reader];
  const boxMap = boxes.take(((glyphCount + 31) >> 5) << 2);
  const loca = Buffer.alloc((glyphCount + 1) * 4);
  const parts: Buffer[] = [];
  let offset = 0;
  for (let glyph = 0; glyph < glyphCount; glyph++) {
    loca.writeUInt32BE(offset, glyph * 4);
    const contourCount = contours.i16();
    const hasBox = ((boxMap[glyph >> 3] ?? 0) & (0x80 >> (glyph & 7))) !== 0;
    const box = hasBox ? boxes.take(8) : null;
    const pieces =
      contourCount === 0
        ? []
        : contourCount < 0
          ? compositeGlyph(composites, glyphs, instructions, box)
          : simpleGlyph(contourCount, { points, flags, glyphs, instructions }, box);
    const padding = -pieces.reduce((sum, part) => sum + part.length, 0) & 3;
    if (padding) pieces.push(Buffer.alloc(padding));
    for (const part of pieces) {
      parts.push(part);
      offset += part.length;
    }
  }
  loca.writeUInt32BE(offset, glyphCount * 4);
  return { glyf: Buffer.concat(parts), loca };
}

/** A glyph made of others: its parts stand as they would in a plain font. */
function compositeGlyph(
  composites: Reader,
  glyphs: Reader,
  instructions: Reader,
  box: Buffer | null,
): Buffer[] {
  const start = composites.at;
  let flags: number;
  let isInstructed = false;
  do {
    flags = composites.u16();
    isInstructed ||= (flags & hasInstructions) !== 0;
    const argumentLength = (flags & 1) === 0 ? 2 : 4;
    const scaleLength = (flags & 8) !== 0 ? 2 : (flags & 0x40) !== 0 ? 4 : (flags & 0x80) !== 0 ? 8 : 0;
    composites.at += 2 + argumentLength + scaleLength;
  } while ((flags & moreComponents) !== 0);
  const head = Buffer.alloc(10);
  head.writeInt16BE(-1);
  box?.copy(head, 2);
  const parts = [head, composites.bytes.subarray(start, composites.at)];
  if (isInstructed) {
    const length = glyphs.short();
    const size = Buffer.alloc(2);
    size.writeUInt16BE(length);
    parts.push(size, instructions.take(length));
  }
  return parts;
}

/** A coordinate's sign by a bit of a triplet's code. */
const signed = (code: number, value: number) => ((code & 1) === 0 ? -value : value);

/** How far a point is from the one before it (table "Triplet Encoding" in section 5.2). */
function readStep(code: number, glyphs: Reader): [x: number, y: number] {
  if (code < 10) return [0, signed(code, ((code & 14) << 7) + glyphs.u8())];
  if (code < 20) return [signed(code, (((code - 10) & 14) << 7) + glyphs.u8()), 0];
  if (code < 84) {
    const rest = code - 20;
    const byte = glyphs.u8();
    return [
      signed(code, 1 + (rest & 0x30) + (byte >> 4)),
      signed(code >> 1, 1 + ((rest & 0x0c) << 2) + (byte & 0x0f)),
    ];
  }
  if (code < 120) {
    const rest = code - 84;
    const x = 1 + (Math.floor(rest / 12) << 8) + glyphs.u8();
    return [signed(code, x), signed(code >> 1, 1 + (((rest % 12) >> 2) << 8) + glyphs.u8())];
  }
  if (code < 124) {
    const [first, second, third] = [glyphs.u8(), glyphs.u8(), glyphs.u8()];
    return [signed(code, (first << 4) + (second >> 4)), signed(code >> 1, ((second & 0x0f) << 8) + third)];
  }
  return [signed(code, glyphs.u16()), signed(code >> 1, glyphs.u16())];
}

/** A glyph drawn by points, with every step written in two bytes. */
function simpleGlyph(
  contourCount: number,
  { points, flags, glyphs, instructions }: Record<'points' | 'flags' | 'glyphs' | 'instructions', Reader>,
  box: Buffer | null,
): Buffer[] {
  const ends: number[] = [];
  let pointCount = 0;
  for (let contour = 0; contour < contourCount; contour++) {
    pointCount += points.short();
    ends.push(pointCount - 1);
  }
  const marks = Buffer.alloc(pointCount);
  const steps = Buffer.alloc(pointCount * 4);
  const bounds = { left: Infinity, bottom: Infinity, right: -Infinity, top: -Infinity };
  let [x, y] = [0, 0];
  for (let point = 0; point < pointCount; point++) {
    const flag = flags.u8();
    const [stepX, stepY] = readStep(flag & 0x7f, glyphs);
    // The highest bit says that a point is off the curve; in the plain table the lowest says that it is on it.
    marks[point] = flag >> 7 === 0 ? 1 : 0;
    steps.writeInt16BE(stepX, point * 2);
    steps.writeInt16BE(stepY, pointCount * 2 + point * 2);
    x += stepX;
    y += stepY;
    bounds.left = Math.min(bounds.left, x);
    bounds.right = Math.max(bounds.right, x);
    bounds.bottom = Math.min(bounds.bottom, y);
    bounds.top = Math.max(bounds.top, y);
  }
  const instructionLength = glyphs.short();
  const head = Buffer.alloc(10 + contourCount * 2 + 2);
  head.writeInt16BE(contourCount);
  if (box) box.copy(head, 2);
  else
    for (const [index, value] of [bounds.left, bounds.bottom, bounds.right, bounds.top].entries())
      head.writeInt16BE(value, 2 + index * 2);
  for (const [index, end] of ends.entries()) head.writeUInt16BE(end, 10 + index * 2);
  head.writeUInt16BE(instructionLength, 10 + contourCount * 2);
  return [head, instructions.take(instructionLength), marks, steps];
}
