import { posix } from 'node:path';
import { crc32 } from 'node:zlib';
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl';
import { cutText } from '#app/platform/storable-text.ts';

// Zip archives of strangers, within limits: names are those of files inside of the archive, and what comes out of one is counted while it
// comes, whatever the archive says of itself.

const limits = {
  files: 3_000,
  /** Of all that is read of an archive, in bytes. */
  total: 80_000_000,
  name: 300,
};

/** An archive that is not read; the message says why. */
export class ArchiveError extends Error {}

export interface Archive {
  /** Every file that can be read. */
  names: readonly string[];
  /** What cannot, and why. */
  skipped: readonly { name: string; reason: string }[];
  /** The name of the file that a path leads to, however systems spell it: in other letters' case, with \\ or with ./ and ../; null for none. */
  nameOf(path: string): string | null;
  /** A file's bytes. @throws {ArchiveError} for one that is larger, damaged, or not there */
  read(name: string, maxBytes: number): Promise<Uint8Array<ArrayBuffer>>;
}

/** What systems put beside files without being asked. */
const isClutter = (name: string) =>
  /(?:^|\/)(?:__MACOSX\/|\.DS_Store$|Thumbs\.db$|desktop\.ini$)/i.test(name);

const symlink = 0o12_0000;
const typeOfFile = ({ versionMadeBy, externalFileAttributes }: Entry) =>
  // What the upper half says depends on the system; 3 is Unix.
  versionMadeBy >> 8 === 3 ? (externalFileAttributes >>> 16) & 0o17_0000 : 0;

const strictUtf8 = new TextDecoder('utf-8', { fatal: true });

/** The name of an entry. Many programs write UTF-8 without saying so, and what says nothing would be read as the letters of DOS. */
function nameOfEntry({ fileName, fileNameRaw, generalPurposeBitFlag, extraFields }: Entry): string {
  const isMarked = (generalPurposeBitFlag & 0x800) !== 0 || extraFields.some(({ id }) => id === 0x70_75);
  if (isMarked) return fileName;
  try {
    return strictUtf8.decode(fileNameRaw).replaceAll('\\', '/');
  } catch {
    return fileName;
  }
}

/** What two spellings of one path have in common. */
const foldedPath = (path: string): string =>
  posix.normalize(path.normalize('NFC').replaceAll('\\', '/')).toLowerCase();

function unreadableEntry(entry: Entry): string | null {
  if (typeOfFile(entry) === symlink) return 'It is a link to another file.';
  if (entry.isEncrypted()) return 'It is protected by a password.';
  if (!entry.canDecodeFileData()) return 'It is packed in a way that cannot be read.';
  return null;
}

function wordsOfError(error: unknown): string {
  const message = error instanceof Error ? error.message : '';
  const [, name = ''] =
    /^(?:absolute path|invalid relative path|invalid characters in fileName): (.{0,120})/s.exec(message) ??
    [];
  if (name) return `It names a file outside of itself: ${name}`;
  return 'It is no zip archive, or it is damaged.';
}

async function entriesOf(zip: ZipFile): Promise<Entry[]> {
  if (zip.entryCount > limits.files)
    throw new ArchiveError(
      `It holds ${zip.entryCount.toLocaleString('en-US')} files; at most ${limits.files.toLocaleString('en-US')} are read.`,
    );
  const entries: Entry[] = [];
  for await (const entry of zip.eachEntry()) entries.push(entry);
  return entries.filter(({ fileName }) => !fileName.endsWith('/') && !isClutter(fileName));
}

async function bytesOf(zip: ZipFile, entry: Entry, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const stream = await zip.openReadStreamPromise(entry);
  const pieces: Buffer[] = [];
  let length = 0;
  for await (const piece of stream as AsyncIterable<Buffer>) {
    length += piece.length;
    if (length > maxBytes)
      throw new ArchiveError(`It is larger than ${Math.ceil(maxBytes / 1_000).toLocaleString('en-US')} kB.`);
    pieces.push(piece);
  }
  const bytes = Buffer.concat(pieces);
  if (crc32(bytes) !== entry.crc32) throw new ArchiveError('It is damaged.');
  return new Uint8Array(bytes);
}

/** Opens an archive. @throws {ArchiveError} for what is none, or goes beyond the limits */
export async function openArchive(bytes: Uint8Array): Promise<Archive> {
  let zip: ZipFile;
  let entries: Entry[];
  try {
    zip = await fromBufferPromise(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), {});
    entries = await entriesOf(zip);
  } catch (error) {
    throw error instanceof ArchiveError ? error : new ArchiveError(wordsOfError(error));
  }
  const readable = new Map<string, Entry>();
  const namesByFolded = new Map<string, string>();
  const skipped: { name: string; reason: string }[] = [];
  for (const entry of entries) {
    const name = nameOfEntry(entry).normalize('NFC');
    if (name.length > limits.name || /[\p{Cc}\ufffd]/u.test(name))
      throw new ArchiveError(`It has a file whose name cannot be read: ${cutText(name, 80)}`);
    // Which of two would be meant depends on the system that unpacks them.
    if (namesByFolded.has(foldedPath(name)))
      throw new ArchiveError(`It holds two files of one name: ${name}`);
    namesByFolded.set(foldedPath(name), name);
    const reason = unreadableEntry(entry);
    if (reason) skipped.push({ name, reason });
    else readable.set(name, entry);
  }
  let total = 0;
  return {
    names: [...readable.keys()],
    skipped,
    nameOf: (path) => namesByFolded.get(foldedPath(path)) ?? null,
    async read(name, maxBytes) {
      const entry = readable.get(name);
      if (!entry) throw new ArchiveError('It is not in the archive.');
      const content = await bytesOf(zip, entry, Math.min(maxBytes, limits.total - total)).catch(
        (error: unknown) => {
          if (error instanceof ArchiveError) throw error;
          throw new ArchiveError('It is damaged.');
        },
      );
      total += content.length;
      return content;
    },
  };
}
