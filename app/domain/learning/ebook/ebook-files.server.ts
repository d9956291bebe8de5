import { book } from '#app/domain/learning/ebook/book.server.ts';
import { writeEbookEpub } from '#app/domain/learning/ebook/ebook-epub.server.ts';
import { writeEbookPdf } from '#app/domain/learning/ebook/ebook-pdf.server.ts';
import { perContent } from '#app/platform/content/files.server.ts';

/** The forms in which the ebook is handed out. */
export const ebookFormats = {
  pdf: { mediaType: 'application/pdf', write: writeEbookPdf },
  epub: { mediaType: 'application/epub+zip', write: writeEbookEpub },
} as const;

/** A form of the ebook. */
export type EbookFormat = keyof typeof ebookFormats;

const fileCache = perContent(() => new Map<EbookFormat, Promise<Buffer>>());

/** The ebook's file: made at the first call and kept, until the content changes. */
export function ebookFile(format: EbookFormat): Promise<Buffer> {
  const files = fileCache();
  let file = files.get(format);
  if (!file) {
    file = ebookFormats[format].write(book());
    // A failure is told to whoever waited, and the next call tries again.
    file.catch(() => files.delete(format));
    files.set(format, file);
  }
  return file;
}
