import { EpubCheck } from '@likecoin/epubcheck-ts';
import { strFromU8, unzipSync, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { mayDownloadEbook } from '#app/domain/core/access/policy.server.ts';
import { book } from '#app/domain/learning/ebook/book.server.ts';
import { writeEbookEpub } from '#app/domain/learning/ebook/ebook-epub.server.ts';
import { ebookFile } from '#app/domain/learning/ebook/ebook-files.server.ts';
import { writeEbookPdf } from '#app/domain/learning/ebook/ebook-pdf.server.ts';
import { newViewer } from '#tests/integration/people.ts';
import { readPdf } from '#tests/integration/read-pdf.ts';

describe('the PDF', () => {
  it('has cover, linked contents with page numbers, an outline and every chapter', async () => {
    const pdf = await readPdf(await ebookFile('pdf'));
    const { chapters, title, author } = book();
    expect(pdf.pages.length).toBeGreaterThan(40);
    expect(pdf.pages.length).toBeLessThan(90);
    expect(pdf.pages[0]).toContain(title.split(' ')[0]);
    expect(pdf.info).toMatchObject({ Title: title, Author: author, Language: 'en' });
    expect([...pdf.roles]).toEqual(
      expect.arrayContaining(['Document', 'TOC', 'H1', 'H2', 'P', 'L', 'Table', 'TH']),
    );
    expect(pdf.outline.map((entry) => entry.title)).toEqual([
      'Cover',
      'Contents',
      'Preface',
      ...chapters.map((chapter) => `Chapter ${chapter.number}: ${chapter.title}`),
    ]);
    expect(pdf.outline[3]?.items.length).toBeGreaterThan(4);
    expect(pdf.linksOn[1]).toBeGreaterThanOrEqual(chapters.length + 1);
    for (const chapter of chapters) {
      const printed = new RegExp(`Chapter ${chapter.number} ${chapter.title} (\\d+)`).exec(
        pdf.pages[1] ?? '',
      )?.[1];
      const page = pdf.pages[Number(printed) + 1] ?? '';
      expect(page, `page ${printed}`).toContain(`CHAPTER ${chapter.number} ${chapter.title}`);
      expect(page).toMatch(new RegExp(` ${printed}$`));
    }
    const words = pdf.pages.join(' ').split(/\s+/).length;
    expect(words).toBeGreaterThan(10_000);
  });

  it('comes out the same byte by byte', async () => {
    expect((await writeEbookPdf(book())).equals(await ebookFile('pdf'))).toBe(true);
  });
});

describe('the EPUB', () => {
  it('is built as EPUB 3 asks', async () => {
    const file = await ebookFile('epub');
    // The first file, stored as it is, tells the format at byte 30.
    expect(file.subarray(30, 58).toString()).toBe('mimetypeapplication/epub+zip');
    const entries = unzipSync(file);
    const text = (name: string) => strFromU8(entries[name] ?? new Uint8Array());
    const opf = text('book/package.opf');
    expect(text('META-INF/container.xml')).toContain('full-path="book/package.opf"');
    expect(opf).toContain('version="3.0"');
    for (const property of [
      'accessMode',
      'accessModeSufficient',
      'accessibilityFeature',
      'accessibilityHazard',
    ])
      expect(opf).toContain(`property="schema:${property}"`);
    expect(opf).toContain(`<dc:identifier id="book-id">${book().identifier}<`);
    const listed = [...opf.matchAll(/<item id="[^"]+" href="([^"]+)"/g)].map(([, href]) => `book/${href}`);
    expect([...listed, 'META-INF/container.xml', 'book/package.opf', 'mimetype'].sort()).toEqual(
      Object.keys(entries).sort(),
    );
    for (const [, file = '', id] of text('book/contents.xhtml').matchAll(/href="([^"#]+)(?:#([^"]+))?"/g)) {
      if (file === 'style.css') continue;
      expect(entries).toHaveProperty([`book/${file}`]);
      if (id) expect(text(`book/${file}`)).toContain(` id="${id}"`);
    }
    expect(text('book/chapter-10.xhtml')).toContain(book().chapters[9]?.title);
  });

  it('has nothing that a checker of EPUBs would mark', async () => {
    const { messages, valid } = await EpubCheck.validate(new Uint8Array(await ebookFile('epub')));
    expect(messages.filter(({ severity }) => ['fatal', 'error', 'warning'].includes(severity))).toEqual([]);
    expect(valid).toBe(true);
  });

  it('is told from one that is broken', async () => {
    const files = unzipSync(new Uint8Array(await ebookFile('epub')));
    const [chapter = ''] = Object.keys(files).filter((name) => name.endsWith('chapter-10.xhtml'));
    delete files[chapter];
    expect((await EpubCheck.validate(zipSync(files))).valid).toBe(false);
  });

  it('comes out the same byte by byte', async () => {
    expect((await writeEbookEpub(book())).equals(await ebookFile('epub'))).toBe(true);
  });
});

describe('who may download it', () => {
  it('is everyone signed in while the gate is open', async () => {
    expect(await mayDownloadEbook(await newViewer())).toBe(true);
  });
});
