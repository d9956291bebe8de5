import { type Certificate, certificateAddress } from '#app/domain/quizzes/certificates.server.ts';
import { config } from '#app/platform/config.server.ts';
import { legibleRuns, textWidth } from '#app/platform/documents/outlines.server.ts';
import { beginPdf, drawOrnament, measureOf, type Pdf } from '#app/platform/documents/pdf.server.ts';
import { palette } from '#app/platform/palette.ts';

/** A4 on its side, in points. */
const size: [number, number] = [841.89, 595.28];
const margin = 84;

const day = (at: Date) => at.toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' });

/** A line of text in the middle of the page, in letters that the typefaces have. */
function write(
  { doc, body }: Pdf,
  tag: string,
  text: string,
  { points, isBold = false, color = palette.ink }: { points: number; isBold?: boolean; color?: string },
): void {
  const base = isBold ? 'sans-bold' : 'sans';
  const draw = () => {
    const runs = legibleRuns(text, base);
    runs.forEach((run, at) => {
      doc.font(run.font, points).fillColor(color);
      const options = { width: measureOf(doc), align: 'center' as const, continued: at < runs.length - 1 };
      if (at === 0) doc.text(run.text, margin, doc.y, options);
      else doc.text(run.text, options);
    });
  };
  body.add(doc.struct(tag, {}, draw));
}

/** The largest size, from 34 points down, in which a name fits its line. */
function sizeOfName(name: string, width: number): number {
  const sizes = [34, 28, 22, 17];
  return sizes.find((points) => textWidth(name, 'sans-bold', points) <= width) ?? 13;
}

/** A certificate as a tagged PDF of one page, with the address that verifies it. */
export function writeCertificatePdf({ name, course, earnedAt, code }: Certificate): Promise<Buffer> {
  const pdf = beginPdf({
    size,
    margins: { top: margin, bottom: 60, left: margin, right: margin },
    title: `Certificate: ${course.title}`,
    author: config().brandName,
    subject: `${course.title}, completed by ${name}`,
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
  write(pdf, 'P', config().brandName, { points: 12, isBold: true, color: palette.accent });
  doc.y += 26;
  body.add(
    doc.struct('H1', {}, () => {
      doc.font('serif-bold', 40).fillColor(palette.ink);
      doc.text('Certificate', margin, doc.y, { width: measureOf(doc), align: 'center' });
    }),
  );
  doc.y += 14;
  write(pdf, 'P', 'This certifies that', { points: 12, color: palette.muted });
  doc.y += 8;
  write(pdf, 'P', name, { points: sizeOfName(name, measureOf(doc)), isBold: true });
  doc.y += 12;
  write(pdf, 'P', 'has completed every module and passed the quiz of the course', {
    points: 12,
    color: palette.muted,
  });
  doc.y += 8;
  body.add(
    doc.struct('H2', {}, () => {
      doc.font('serif-bold', 26).fillColor(palette.accent);
      doc.text(course.title, margin, doc.y, { width: measureOf(doc), align: 'center' });
    }),
  );
  doc.y += 14;
  write(pdf, 'P', day(earnedAt), { points: 13, isBold: true });
  doc.y = height - 112;
  write(pdf, 'P', 'Verify this certificate at', { points: 9, color: palette.muted });
  write(pdf, 'P', certificateAddress(code), { points: 10 });
  return pdf.finish();
}
