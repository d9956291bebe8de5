import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

// A weight of a variable font as a font of its own, by HarfBuzz's subsetter: fontkit cannot write one into a PDF.

interface Subsetter {
  memory: WebAssembly.Memory;
  _initialize(): void;
  malloc(length: number): number;
  free(pointer: number): void;
  hb_blob_create(data: number, length: number, mode: number, userData: number, destroy: number): number;
  hb_blob_destroy(blob: number): void;
  hb_blob_get_data(blob: number, length: number): number;
  hb_blob_get_length(blob: number): number;
  hb_face_create(blob: number, index: number): number;
  hb_face_destroy(face: number): void;
  hb_face_reference_blob(face: number): number;
  hb_subset_input_create_or_fail(): number;
  hb_subset_input_destroy(input: number): void;
  hb_subset_input_keep_everything(input: number): void;
  hb_subset_input_pin_axis_location(input: number, face: number, axis: number, value: number): number;
  hb_subset_or_fail(face: number, input: number): number;
}

const { resolve } = createRequire(import.meta.url);
let loaded: Subsetter | undefined;

function subsetter(): Subsetter {
  if (!loaded) {
    const file = readFileSync(resolve('harfbuzzjs/dist/harfbuzz-subset.wasm'));
    const { exports } = new WebAssembly.Instance(new WebAssembly.Module(file));
    loaded = exports as unknown as Subsetter;
    loaded._initialize();
  }
  return loaded;
}

const readOnly = 1;
const weightAxis = Buffer.from('wght').readUInt32BE();

/** A variable font at one weight. @throws when it cannot be made. */
export function instanceOf(variable: Buffer, weight: number): Buffer {
  const hb = subsetter();
  const data = hb.malloc(variable.length);
  new Uint8Array(hb.memory.buffer).set(variable, data);
  const blob = hb.hb_blob_create(data, variable.length, readOnly, 0, 0);
  const face = hb.hb_face_create(blob, 0);
  const input = hb.hb_subset_input_create_or_fail();
  hb.hb_subset_input_keep_everything(input);
  hb.hb_subset_input_pin_axis_location(input, face, weightAxis, weight);
  const instance = hb.hb_subset_or_fail(face, input);
  try {
    if (instance === 0) throw new Error('This font has no such weight.');
    const blob = hb.hb_face_reference_blob(instance);
    const start = hb.hb_blob_get_data(blob, 0);
    const bytes = Buffer.from(hb.memory.buffer.slice(start, start + hb.hb_blob_get_length(blob)));
    hb.hb_blob_destroy(blob);
    return bytes;
  } finally {
    if (instance !== 0) hb.hb_face_destroy(instance);
    hb.hb_subset_input_destroy(input);
    hb.hb_face_destroy(face);
    hb.hb_blob_destroy(blob);
    hb.free(data);
  }
}
