import { type Certificate, certificateAddress } from '#app/domain/quizzes/certificates.server.ts';
import { config } from '#app/platform/config.server.ts';
import { legibleRuns, textWidth } from '#app/platform/documents/outlines.server.ts';
import { beginPdf, drawOrnament, measureOf, type Pdf } from '#app/platform/documents/pdf.server.ts';
import { palette } from '#app/platform/palette.ts';

/** A4 on its side, in points. */
const size: [number, number] = [841.89, 595.28];
const margin = 84;

const day = (at: Date) => at.toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' });

/** How wide a text is in the letters that it is shown with, in points. */
const widthOf = (text: string, base: 'sans' | 'sans-bold', points: number) =>
  legibleRuns(text, base).reduce((sum, run) => sum + textWidth(run.text, run.font, points), 0);

/** A text in lines of at most this width; a word that is longer goes on in the next. */
function linesOf(text: string, base: 'sans' | 'sans-bold', points: number, width: number): string[] {
  const lines: string[] = [];
  const isFitting = (line: string) => widthOf(line, base, points) <= width;
  for (const word of text.split(/\s+/)) {
    const longer = `${lines.at(-1)} ${word}`;
    if (lines.length > 0 && isFitting(longer)) lines[lines.length - 1] = longer;
    else if (isFitting(word)) lines.push(word);
    else {
      lines.push('');
      for (const letter of word) {
        if (isFitting(`${lines.at(-1)}${letter}`)) lines[lines.length - 1] += letter;
        else lines.push(letter);
      }
    }
  }
  return lines;
}

/** A text in the middle of the page, in letters that the typefaces have: each of its pieces stands at its own place. */
function write(
  { doc, body }: Pdf,
  tag: string,
  text: string,
  { points, isBold = false, color = palette.ink }: { points: number; isBold?: boolean; color?: string },
): void {
  const base = isBold ? 'sans-bold' : 'sans';
  const draw = () => {
    const lines = linesOf(text, base, points, measureOf(doc));
    const { y } = doc;
    for (const [index, line] of lines.entries()) {
      let x = margin + (measureOf(doc) - widthOf(line, base, points)) / 2;
      for (const run of legibleRuns(index < lines.length - 1 ? `${line} ` : line, base)) {
        doc.font(run.font, points).fillColor(color);
        doc.text(run.text, x, y + index * points * 1.25, { lineBreak: false });
        x += textWidth(run.text, run.font, points);
      }
    }
    doc.y = y + lines.length * points * 1.25;
  };
  body.add(doc.struct(tag, {}, draw));
}

/** The largest size at which a name takes one line, then two, then three, and so on down to 13 points. */
function sizeOfName(name: string, width: number): number {
  const sizes = [34, 27, 22, 17];
  const fitting = sizes.find((points, at) => linesOf(name, 'sans-bold', points, width).length <= at + 1);
  return fitting ?? 13;
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
  doc.y = 96;
  write(pdf, 'P', config().brandName, { points: 12, isBold: true, color: palette.accent });
  doc.y += 34;
  body.add(
    doc.struct('H1', {}, () => {
      doc.font('serif-bold', 46).fillColor(palette.ink);
      doc.text('Certificate', margin, doc.y, { width: measureOf(doc), align: 'center' });
    }),
  );
  doc.y += 20;
  write(pdf, 'P', 'This certifies that', { points: 12, color: palette.muted });
  doc.y += 10;
  write(pdf, 'P', name, { points: sizeOfName(name, measureOf(doc)), isBold: true });
  doc.y += 12;
  write(pdf, 'P', 'has completed every module and passed the quiz of the course', {
    points: 12,
    color: palette.muted,
  });
  doc.y += 10;
  body.add(
    doc.struct('H2', {}, () => {
      doc.font('serif-bold', 28).fillColor(palette.accent);
      doc.text(course.title, margin, doc.y, { width: measureOf(doc), align: 'center' });
    }),
  );
  doc.y += 16;
  write(pdf, 'P', day(earnedAt), { points: 13, isBold: true });
  doc.y = height - 112;
  write(pdf, 'P', 'Verify this certificate at', { points: 9, color: palette.muted });
  write(pdf, 'P', certificateAddress(code), { points: 10 });
  return pdf.finish();
}
