import type { Certificate } from '#app/domain/learning/quizzes/certificates.server.ts';
import { formatLongDay } from '#app/platform/date-format.ts';
import { beginPdf, drawOrnament, measureOf, type Pdf } from '#app/platform/documents/pdf.server.ts';
import { writeLines, writeMissingNote } from '#app/platform/documents/pdf-lines.server.ts';
import { layOut } from '#app/platform/documents/text-layout.server.ts';
import { palette } from '#app/platform/palette.ts';

/** A4 on its side, in points. */
const size: [number, number] = [841.89, 595.28];
const margin = 84;

/** Writes a text in the middle of the page. */
function write(
  pdf: Pdf,
  tag: string,
  text: string,
  { points, isBold = false, color = palette.ink }: { points: number; isBold?: boolean; color?: string },
): Promise<void> {
  const typeface = isBold ? 'sans-bold' : 'sans';
  const width = measureOf(pdf.doc);
  return writeLines(pdf, pdf.body, tag, text, {
    x: margin,
    width,
    size: points,
    typeface,
    color,
    align: 'center',
  });
}

/** The largest size at which a name takes one line, then two, then three, and so on down to 13 points. */
async function sizeOfName(name: string, width: number): Promise<number> {
  for (const [index, points] of [34, 27, 22, 17].entries()) {
    const { lines } = await layOut(name, { base: 'sans-bold', width: width / points });
    if (lines.length <= index + 1) return points;
  }
  return 13;
}

/** What a certificate says, with the address that verifies it. */
export interface CertificateWords extends Pick<Certificate, 'name' | 'earnedAt'> {
  courseTitle: string;
  address: string;
  brandName: string;
}

/** A certificate as a tagged PDF of one page. It runs in a thread: see `writeCertificatePdf`. */
export async function drawCertificatePdf(words: CertificateWords): Promise<Buffer> {
  const { name, courseTitle, earnedAt, address, brandName } = words;
  const pdf = beginPdf({
    size,
    margins: { top: margin, bottom: 60, left: margin, right: margin },
    title: `Certificate: ${courseTitle}`,
    author: brandName,
    subject: `${courseTitle}, completed by ${name}`,
    madeAt: earnedAt,
  });
  const { doc, body } = pdf;
  doc.addPage();
  const [width, height] = size;
  drawOrnament(doc, 'Layout', () => {
    doc
      .rect(28, 28, width - 56, height - 56)
      .lineWidth(1.2)
      .stroke(palette.accent);
    doc
      .rect(34, 34, width - 68, height - 68)
      .lineWidth(0.5)
      .stroke(palette.line);
    doc.rect(28, 28, width - 56, 9).fill(palette.accent);
  });
  doc.y = 96;
  await write(pdf, 'P', brandName, { points: 12, isBold: true, color: palette.accent });
  doc.y += 34;
  body.add(
    doc.struct('H1', {}, () => {
      doc.font('serif-bold', 46).fillColor(palette.ink);
      doc.text('Certificate', margin, doc.y, { width: measureOf(doc), align: 'center' });
    }),
  );
  doc.y += 20;
  await write(pdf, 'P', 'This certifies that', { points: 12, color: palette.muted });
  doc.y += 10;
  await write(pdf, 'P', name, { points: await sizeOfName(name, measureOf(doc)), isBold: true });
  doc.y += 12;
  await write(pdf, 'P', 'has completed every module and passed the quiz of the course', {
    points: 12,
    color: palette.muted,
  });
  doc.y += 10;
  body.add(
    doc.struct('H2', {}, () => {
      doc.font('serif-bold', 28).fillColor(palette.accent);
      doc.text(courseTitle, margin, doc.y, { width: measureOf(doc), align: 'center' });
    }),
  );
  doc.y += 16;
  await write(pdf, 'P', formatLongDay(earnedAt), { points: 13, isBold: true });
  doc.y = height - 112;
  await write(pdf, 'P', 'Verify this certificate at', { points: 9, color: palette.muted });
  await write(pdf, 'P', address, { points: 10 });
  const note = { x: margin, width: measureOf(doc), size: 9, typeface: 'sans', align: 'center' } as const;
  await writeMissingNote(pdf, { ...note, color: palette.muted }, 'The page of your certificate');
  return pdf.finish();
}
