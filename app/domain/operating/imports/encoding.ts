import type { FileEncoding } from '#app/domain/operating/imports/isolated-tasks.ts';

/**
 * Takes a file's bytes as they come and gives them in an encoding in which every row can be found: UTF-16 becomes UTF-8, everything else
 * stays as it is. Whether that is UTF-8 or windows-1252 is known at the end: text of the latter is hardly ever valid UTF-8.
 */
export class EncodingReader {
  #utf16: TextDecoder | null = null;
  #utf8 = new TextDecoder('utf-8', { fatal: true });
  #isUtf8 = true;
  #isBegun = false;

  read(chunk: Uint8Array): Uint8Array {
    if (!this.#isBegun && chunk.length > 1) {
      this.#isBegun = true;
      const name = utf16Name(chunk);
      if (name) this.#utf16 = new TextDecoder(name);
    }
    if (this.#utf16) return Buffer.from(this.#utf16.decode(chunk, { stream: true }));
    if (this.#isUtf8) this.#check(chunk, true);
    return chunk;
  }

  /** What the file is stored in. */
  end(): FileEncoding {
    if (!this.#utf16 && this.#isUtf8) this.#check(new Uint8Array(), false);
    return this.#utf16 || this.#isUtf8 ? 'utf-8' : 'windows-1252';
  }

  #check(chunk: Uint8Array, stream: boolean): void {
    try {
      this.#utf8.decode(chunk, { stream });
    } catch {
      this.#isUtf8 = false;
    }
  }
}

/** Which UTF-16 a file is in, by its mark or, as Latin letters have a zero beside each, by its first two letters. */
function utf16Name([one, two, three, four]: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  if ((one === 0xff && two === 0xfe) || (two === 0 && four === 0 && one !== 0 && three !== 0))
    return 'utf-16le';
  if ((one === 0xfe && two === 0xff) || (one === 0 && three === 0 && two !== 0 && four !== 0))
    return 'utf-16be';
  return null;
}
