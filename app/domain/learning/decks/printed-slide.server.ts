import type { Slide, SlideOf } from '#app/domain/learning/decks/slides.ts';
import type { Typeface } from '#app/platform/documents/fonts.server.ts';
import { drawOrnament, type Pdf } from '#app/platform/documents/pdf.server.ts';
import { palette } from '#app/platform/palette.ts';

/** Where on a page a slide is drawn, in points. */
interface SlideBox {
  x: number;
  y: number;
  width: number;
}

/** A slide's height. */
export const slideHeight = ({ width }: SlideBox) => (width * 9) / 16;

interface TextOptions {
  x?: number;
  width?: number;
  /** In units of a slide that is 700 wide, as in app/ui/slides.css. */
  size?: number;
  font?: Typeface;
  color?: string;
  align?: 'left' | 'right' | 'center';
  gap?: number;
}

/** Writes into a slide from its top, one thing below the other. Lengths are units of a slide that is 700 wide. */
class Pen {
  y = 34;
  /** The lowest line that was written. */
  lowest = 0;
  readonly left = 42;
  readonly measure = 616;
  readonly ink: string;
  readonly pdf: Pdf;
  readonly #parent: PDFKit.PDFStructureElement;
  readonly #box: SlideBox;

  constructor(pdf: Pdf, parent: PDFKit.PDFStructureElement, box: SlideBox, ink: string) {
    this.pdf = pdf;
    this.#parent = parent;
    this.#box = box;
    this.ink = ink;
  }

  unit(length: number): number {
    return (length * this.#box.width) / 700;
  }

  at(x: number, y: number): [number, number] {
    return [this.#box.x + this.unit(x), this.#box.y + this.unit(y)];
  }

  /** Writes a text and goes below it. @returns its height. */
  text(text: string, options: TextOptions = {}): number {
    const { x = this.left, size = 22, font = 'sans', color = this.ink, align = 'left', gap = 12 } = options;
    const { doc } = this.pdf;
    const style = { width: this.unit(options.width ?? this.left + this.measure - x), align, lineGap: 0 };
    doc.font(font, this.unit(size));
    const height = doc.heightOfString(text, style) / this.unit(1);
    this.#parent.add(
      doc.struct('P', {}, () => {
        doc.fillColor(color).text(text, ...this.at(x, this.y), style);
        doc.fillColor(palette.ink);
      }),
    );
    this.lowest = Math.max(this.lowest, this.y + height);
    this.y += height + gap;
    return height;
  }

  /** Writes texts side by side, and goes below the highest. */
  row(texts: readonly [text: string, options: TextOptions][], gap = 12): void {
    const top = this.y;
    const heights = texts.map(([text, options]) => {
      this.y = top;
      return this.text(text, options);
    });
    this.y = top + Math.max(...heights) + gap;
  }

  /** Draws something that screen readers pass over. */
  draw(what: (doc: PDFKit.PDFDocument) => void): void {
    drawOrnament(this.pdf.doc, 'Layout', () => what(this.pdf.doc));
  }

  rule(): void {
    const [x, y] = this.at(this.left, this.y - 5);
    this.draw((doc) =>
      doc
        .moveTo(x, y)
        .lineTo(x + this.unit(this.measure), y)
        .lineWidth(0.5)
        .stroke(palette.lineStrong),
    );
  }

  title(text: string): void {
    this.text(text, { font: 'serif-bold', size: 29, gap: 14 });
  }
}

const plain = (text: string) => text.replaceAll('**', '');

/** A text whose marked words carry the numbers of their notes. */
function numbered(text: string): string {
  return text
    .split('**')
    .map((part, index) => (index % 2 === 0 ? part : `${part} [${(index + 1) / 2}]`))
    .join('');
}

function writeNotes(pen: Pen, notes: readonly string[], x: number): void {
  for (const [index, note] of notes.entries())
    pen.row(
      [
        [`${index + 1}`, { x, width: 24, font: 'sans-bold', size: 20, color: palette.accent }],
        [note, { x: x + 26, size: 20 }],
      ],
      8,
    );
}

function writeMarked(pen: Pen, items: readonly string[], isBoxes: boolean): void {
  for (const item of items) {
    const [x, y] = pen.at(pen.left + 2, pen.y + (isBoxes ? 4 : 13));
    pen.draw((doc) => {
      if (isBoxes) doc.rect(x, y, pen.unit(17), pen.unit(17)).lineWidth(1).stroke(palette.accent);
      else doc.circle(x + pen.unit(4), y, pen.unit(4)).fill(palette.accent);
    });
    pen.text(item, { x: pen.left + 32, gap: 10 });
  }
}

function writeColumns(pen: Pen, { title, left, right }: SlideOf<'columns'>): void {
  pen.title(title);
  const top = pen.y;
  for (const [index, side] of [left, right].entries()) {
    const x = pen.left + index * 316;
    pen.y = top;
    pen.text(side.title, { x, width: 290, font: 'sans-bold' });
    for (const item of side.items) pen.text(`\u2022 ${item}`, { x, width: 290, size: 21, gap: 8 });
  }
}

function writeTable(pen: Pen, { title, head, rows }: SlideOf<'table'>): void {
  pen.title(title);
  const width = pen.measure / head.length;
  const cells = (row: readonly string[], font: Typeface) =>
    row.map((cell, index): [string, TextOptions] => [
      cell,
      { x: pen.left + index * width, width: width - 10, font, size: 20 },
    ]);
  pen.row(cells(head, 'sans-bold'));
  for (const row of rows) {
    pen.rule();
    pen.row(cells(row, 'sans'));
  }
}

function writeBars(pen: Pen, { title, bars, mark }: SlideOf<'bars'>): void {
  pen.title(title);
  const most = Math.max(...bars.map(({ value }) => value)) || 1;
  for (const { label, value, text } of bars) {
    const [x, y] = pen.at(pen.left + 230, pen.y + 2);
    const color = label === mark ? palette.accent : palette.lineStrong;
    pen.draw((doc) => doc.rect(x, y, pen.unit((value / most) * 290), pen.unit(24)).fill(color));
    pen.row([
      [label, { width: 220, size: 20 }],
      [text, { x: pen.left + 530, font: 'sans-bold', size: 20 }],
    ]);
  }
}

function writeLine(pen: Pen, { title, points, note }: SlideOf<'line'>): void {
  pen.title(title);
  const most = Math.max(...points.map(({ value }) => value)) || 1;
  const top = pen.y;
  const width = pen.measure / points.length;
  const places = points.map(({ value }, index) =>
    pen.at(pen.left + (index + 0.5) * width, top + 170 - (value / most) * 130),
  );
  pen.draw((doc) => {
    for (const [index, [x, y]] of places.entries()) index === 0 ? doc.moveTo(x, y) : doc.lineTo(x, y);
    doc.lineWidth(1.6).stroke(palette.accent);
    for (const [x, y] of places) doc.circle(x, y, pen.unit(6)).fill(palette.accent);
  });
  const words = (of: (point: (typeof points)[number]) => string) =>
    points.map((point, index): [string, TextOptions] => [
      of(point),
      { x: pen.left + index * width, width, align: 'center', size: 20, font: 'sans' },
    ]);
  pen.y = top + 178;
  pen.row(
    words(({ label, text }) => (text ? `${label}: ${text}` : label)),
    6,
  );
  if (note) pen.text(note, { size: 20, color: palette.muted });
}

function writeDrawing(pen: Pen, { title, parts }: SlideOf<'drawing'>): void {
  pen.title(title);
  const top = pen.y;
  const noted = parts.filter(({ note }) => note);
  pen.y = top + 10;
  for (const part of parts) {
    const number = noted.indexOf(part) + 1;
    const font = part.block === 'title' ? 'serif-bold' : part.block === 'button' ? 'sans-bold' : 'sans';
    const text = number > 0 ? `${part.says} [${number}]` : part.says;
    pen.text(text, { x: pen.left + 12, width: 270, font, size: 20, gap: 8 });
  }
  const [x, y] = pen.at(pen.left, top);
  const height = pen.unit(pen.y - top);
  pen.draw((doc) => doc.rect(x, y, pen.unit(290), height).lineWidth(1).stroke(palette.lineStrong));
  pen.y = top + 4;
  writeNotes(
    pen,
    noted.flatMap(({ note }) => note ?? []),
    pen.left + 314,
  );
}

function writeSlide(pen: Pen, slide: Slide): void {
  switch (slide.layout) {
    case 'statement':
      pen.y = 110;
      pen.text(plain(slide.text), { font: 'serif-bold', size: 43, gap: 16 });
      if (slide.note) pen.text(slide.note, { color: palette.muted });
      return;
    case 'list':
    case 'checklist':
      pen.title(slide.title);
      writeMarked(pen, slide.items, slide.layout === 'checklist');
      return;
    case 'number':
      pen.text(slide.number, { font: 'serif', size: 80, color: palette.accent, gap: 4 });
      pen.text(slide.label, { gap: 16 });
      for (const line of slide.sum) {
        const at = line.lastIndexOf(' = ');
        pen.rule();
        pen.row([
          [line.slice(0, at), { width: 440, size: 20 }],
          [`= ${line.slice(at + 3)}`, { x: pen.left + 440, align: 'right', font: 'sans-bold', size: 20 }],
        ]);
      }
      return;
    case 'columns':
      writeColumns(pen, slide);
      return;
    case 'procedure':
      pen.title(slide.title);
      for (const [index, step] of slide.steps.entries()) {
        pen.row([[`${index + 1}. ${step.do}`, { font: 'sans-bold' }]], step.why ? 0 : 10);
        if (step.why) pen.text(step.why, { x: pen.left + 26, size: 20, color: palette.muted, gap: 9 });
      }
      return;
    case 'table':
      writeTable(pen, slide);
      return;
    case 'bars':
      writeBars(pen, slide);
      return;
    case 'line':
      writeLine(pen, slide);
      return;
    case 'drawing':
      writeDrawing(pen, slide);
      return;
    case 'marks':
      pen.title(slide.title);
      pen.text(numbered(slide.text), { font: 'serif', size: 24, gap: 16 });
      writeNotes(pen, slide.notes, pen.left);
      return;
    case 'question':
      pen.y = 90;
      pen.text(slide.question, { font: 'serif', size: 34, gap: 20 });
      pen.text(slide.answer, { size: 23 });
  }
}

const soft = new Set<Slide['layout']>(['number', 'checklist']);

/**
 * Draws a slide for print, all its steps at once; tagged for screen readers below `parent`.
 * @returns the share of its height that is written on: more than 1 would leave the slide.
 */
export function drawSlide(pdf: Pdf, parent: PDFKit.PDFStructureElement, slide: Slide, box: SlideBox): number {
  const isQuestion = slide.layout === 'question';
  const ground = isQuestion ? palette.accent : soft.has(slide.layout) ? palette.accentSoft : palette.surface;
  drawOrnament(pdf.doc, 'Layout', () =>
    pdf.doc
      .roundedRect(box.x, box.y, box.width, slideHeight(box), 5)
      .lineWidth(0.7)
      .fillAndStroke(ground, palette.lineStrong),
  );
  const pen = new Pen(pdf, parent, box, isQuestion ? palette.onAccent : palette.ink);
  writeSlide(pen, slide);
  return pen.lowest / (700 * (9 / 16));
}
