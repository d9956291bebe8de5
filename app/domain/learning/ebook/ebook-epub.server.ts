import type { Book } from '#app/domain/learning/ebook/book.server.ts';
import { coverSvg } from '#app/domain/learning/ebook/cover.server.ts';
import { type EpubChapter, writeEpub } from '#app/platform/documents/epub.server.ts';
import { svgToPng } from '#app/platform/documents/png.server.ts';
import { toXhtml } from '#app/platform/documents/xhtml.server.ts';

/** The ebook as EPUB 3. */
export async function writeEbookEpub(book: Book): Promise<Buffer> {
  const chapters = book.chapters.map(
    ({ number, title, text }): EpubChapter => ({
      name: `chapter-${String(number).padStart(2, '0')}`,
      kind: 'chapter',
      label: `Chapter ${number}`,
      title,
      ...toXhtml(text),
    }),
  );
  return writeEpub({
    ...book,
    cover: await svgToPng(coverSvg()),
    coverAlt: `Cover: ${book.title}. ${book.subtitle}. ${book.author}.`,
    chapters: [{ name: 'preface', kind: 'preface', title: 'Preface', ...toXhtml(book.preface) }, ...chapters],
  });
}
