import type PDFDocument from 'pdfkit';
import { type Face, fontFile, type Typeface, typefaces } from '#app/platform/documents/fonts.server.ts';
import { pdfFont } from '#app/platform/documents/pdf-font.server.ts';
import { palette } from '#app/platform/palette.ts';
import { onDemand } from '#app/platform/runtime/on-demand.server.ts';

const pdfkit = onDemand<typeof PDFDocument>('pdfkit', { isExpected: true });

/** Describes a PDF; `madeAt` is written into the file instead of the clock's time, so that it can be made again byte by byte. */
export interface PdfOptions {
  /** In points, 72 to the inch. */
  size: [width: number, height: number] | 'A4';
  margins: { top: number; bottom: number; left: number; right: number };
  title: string;
  author: string;
  subject: string;
  madeAt: Date;
}

/** A PDF that is being written: tagged for screen readers, with the site's typefaces under their names. */
export interface Pdf {
  doc: PDFKit.PDFDocument;
  /** Where tagged content belongs. */
  body: PDFKit.PDFStructureElement;
  /** Characters that no font has, gathered while texts are written. */
  missing: Set<string>;
  /** The name by which pdfkit knows a face; it is embedded when it is first used. */
  fontName(face: Face): string;
  /** Closes the document. @returns the file. */
  finish(): Promise<Buffer>;
}

/** Begins a PDF, without a page. */
export function beginPdf({ size, margins, title, author, subject, madeAt }: PdfOptions): Pdf {
  const doc = new (pdfkit())({
    size,
    margins,
    autoFirstPage: false,
    bufferPages: true,
    pdfVersion: '1.7',
    tagged: true,
    lang: 'en',
    displayTitle: true,
    info: { Title: title, Author: author, Subject: subject, CreationDate: madeAt, ModDate: madeAt },
  });
  const chunks: Buffer[] = [];
  doc.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise<Buffer>((resolve, reject) => {
    doc.on('end', () => resolve(Buffer.concat(chunks)));
    doc.on('error', reject);
  });
  for (const name of Object.keys(typefaces) as Typeface[])
    if (!name.endsWith('-more')) doc.registerFont(name, fontFile(name));
  const registered = new Set<string>();
  const body = doc.struct('Document');
  doc.addStructure(body);
  return {
    doc,
    body,
    missing: new Set(),
    fontName(face) {
      const name = `${face.name} shaped`;
      if (!registered.has(name)) {
        // The type declarations do not know that pdfkit takes a font that is open.
        doc.registerFont(name, pdfFont(face) as unknown as Buffer);
        registered.add(name);
      }
      return name;
    },
    finish() {
      body.end();
      doc.end();
      return ended;
    },
  };
}

/** Points left on the page above the bottom margin. */
export function roomLeft(doc: PDFKit.PDFDocument): number {
  return doc.page.height - doc.page.margins.bottom - doc.y;
}

/** Turns the page when less than `points` are left on it. */
export function keepTogether(doc: PDFKit.PDFDocument, points: number): void {
  if (roomLeft(doc) < points) doc.addPage();
}

/** The width between the margins, in points. */
export function measureOf({ page }: PDFKit.PDFDocument): number {
  return page.width - page.margins.left - page.margins.right;
}

/** Draws something that screen readers pass over: ornaments, page numbers. May use the margins. */
export function drawOrnament(doc: PDFKit.PDFDocument, type: 'Layout' | 'Pagination', draw: () => void): void {
  const { margins } = doc.page;
  const { x, y } = doc;
  doc.page.margins = { ...margins, bottom: 0 };
  doc.markContent('Artifact', { type });
  doc.save();
  draw();
  doc.restore();
  doc.endMarkedContent();
  doc.page.margins = margins;
  doc.x = x;
  doc.y = y;
  doc.fillColor(palette.ink);
}
