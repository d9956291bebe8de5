import { type Archive, ArchiveError, openArchive } from '#app/platform/files/zip-archive.ts';

// Documents that people send and that nothing here opens: what they are is told by what they hold, never by their names.

type DocumentType = 'docx' | 'xlsx' | 'txt';

export const documentMediaTypes = {
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  txt: 'text/plain; charset=utf-8',
} as const satisfies Record<DocumentType, string>;

/** The part that a document is in, and what its list of parts says of it: documents with macros say something else. */
const parts = {
  docx: {
    name: 'word/document.xml',
    type: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml',
  },
  xlsx: {
    name: 'xl/workbook.xml',
    type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml',
  },
} as const;

/** Bytes of the list of parts; real ones have a few thousand. */
const listBytes = 500_000;

async function officeTypeOf(archive: Archive): Promise<'docx' | 'xlsx' | null> {
  const { names } = archive;
  if (!names.includes('[Content_Types].xml') || names.some((name) => /vbaProject\.bin$/i.test(name)))
    return null;
  const list = new TextDecoder().decode(await archive.read('[Content_Types].xml', listBytes));
  const type = (['docx', 'xlsx'] as const).find(
    (each) => names.includes(parts[each].name) && list.includes(`"${parts[each].type}"`),
  );
  return type ?? null;
}

/** Text in UTF-8 without signs of control other than line ends, tabs and page breaks. */
function isPlainText(bytes: Uint8Array): boolean {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
    return text.trim() !== '' && !/[\u0000-\u0008\u000b\u000e-\u001f\u007f]/.test(text);
  } catch {
    return false;
  }
}

const zipSignature = [0x50, 0x4b, 0x03, 0x04];

/** Which document a file is; null for anything else, also for documents with macros or a password. */
export async function documentTypeOf(bytes: Uint8Array<ArrayBuffer>): Promise<DocumentType | null> {
  if (!zipSignature.every((byte, at) => bytes[at] === byte)) return isPlainText(bytes) ? 'txt' : null;
  try {
    return await officeTypeOf(await openArchive(bytes));
  } catch (error) {
    if (error instanceof ArchiveError) return null;
    throw error;
  }
}
