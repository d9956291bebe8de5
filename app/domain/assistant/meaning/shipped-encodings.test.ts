import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  encodeUnshipped,
  readShipped,
  writeShipped,
} from '#app/domain/assistant/meaning/shipped-encodings.ts';
import { dimensions, hashOf } from '#app/domain/assistant/meaning/steps.ts';

let folder: string;
let encodedTexts: string[];
const path = () => join(folder, 'encodings.bin');

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'shipped-'));
  encodedTexts = [];
});

afterEach(() => rmSync(folder, { recursive: true }));

/** A vector that says how long a text is, in whole steps. */
const encode = async (texts: readonly string[]) => {
  encodedTexts.push(...texts);
  return Float32Array.from(
    texts.flatMap(({ length }) =>
      Array.from({ length: dimensions }, (_, place) => (place === length ? 127 : place % 2)),
    ),
  );
};

it('encodes only the texts that are not in the file', async () => {
  await writeShipped(path(), ['one', 'three', 'one'], encode);
  expect(encodedTexts).toEqual(expect.arrayContaining(['one', 'three']));
  expect(encodedTexts).toHaveLength(2);
  const vectors = await encodeUnshipped(path(), encode)(['four', 'three', 'one']);
  expect(encodedTexts.slice(2)).toEqual(['four']);
  expect(vectors).toEqual(await encode(['four', 'three', 'one']));
});

it('drops texts that are gone when the file is written anew', async () => {
  await writeShipped(path(), ['one', 'three'], encode);
  await writeShipped(path(), ['three', 'eleven'], encode);
  expect(encodedTexts).toHaveLength(3);
  expect([...readShipped(path()).keys()].sort()).toEqual([hashOf('three'), hashOf('eleven')].sort());
});

it('reads nothing of a file of another encoder', () => {
  writeFileSync(path(), Buffer.alloc(4_000, 7));
  expect(readShipped(path()).size).toBe(0);
});
