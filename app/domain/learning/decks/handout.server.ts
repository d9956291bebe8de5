import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Course, findCourse } from '#app/domain/learning/courses/catalogue.server.ts';
import { introModuleId } from '#app/domain/learning/courses/videos.server.ts';
import { type Deck, deckKey, findDeck, hasDeck } from '#app/domain/learning/decks/decks.server.ts';
import { beatsOf } from '#app/domain/learning/decks/narration.ts';
import { drawSlide, slideHeight } from '#app/domain/learning/decks/printed-slide.server.ts';
import { config } from '#app/platform/config.server.ts';
import { perContent } from '#app/platform/content/files.server.ts';
import { beginPdf, drawOrnament, measureOf, type Pdf } from '#app/platform/documents/pdf.server.ts';
import { palette } from '#app/platform/palette.ts';

const margins = { top: 54, bottom: 46, left: 78, right: 78 };

/** The keys of a course's decks in their order: the introduction, then the lessons; without those that are not written yet. */
const deckKeysOf = ({ slug, modules }: Course, closed: ReadonlySet<number> = new Set()): string[] =>
  [introModuleId, ...modules.map(({ id }) => id)]
    .filter((id) => !closed.has(id))
    .map((id) => deckKey(slug, id))
    .filter(hasDeck);

/** Whether a course has slides to be printed. */
export const hasHandout = (course: Course): boolean => deckKeysOf(course).length > 0;

const handoutCache = perContent(() => new Map<string, Promise<Buffer>>());

/** The slides of a course as a PDF, two to a page with what is said below; made once for each content. Null without slides. Of modules that are
 * `closed` for its reader nothing is in it. */
export async function findHandout(
  courseSlug: string,
  closed: ReadonlySet<number> = new Set(),
): Promise<Buffer | null> {
  const course = findCourse(courseSlug);
  if (!course || deckKeysOf(course, closed).length === 0) return null;
  const key = [courseSlug, ...closed].join(' ');
  const handouts = handoutCache();
  let handout = handouts.get(key);
  if (!handout) {
    handout = afterOthers(() => writeHandout(course, closed));
    // A failure is told to whoever waited, and the next call tries again.
    handout.catch(() => handouts.delete(key));
    handouts.set(key, handout);
  }
  return handout;
}

let lastHandout: Promise<unknown> = Promise.resolve();

/** One handout after another: each lets others in between its pages, but of thirty at once every one would draw a page in between. */
function afterOthers(write: () => Promise<Buffer>): Promise<Buffer> {
  const handout = lastHandout.then(write);
  lastHandout = handout.catch(() => undefined);
  return handout;
}

async function writeHandout(course: Course, closed: ReadonlySet<number>): Promise<Buffer> {
  const pdf = beginPdf({
    size: 'A4',
    margins,
    title: `${course.title}: slides`,
    author: config().brandName,
    subject: course.promise,
    // Of no day: the file follows the content.
    madeAt: new Date(0),
  });
  for (const key of deckKeysOf(course, closed)) {
    const deck = findDeck(key);
    // Reading a deck and drawing it take some 10 ms each; whoever else waits for the process is answered in between.
    await nextTurn();
    if (deck) await writeDeck(pdf, deck);
  }
  numberPages(pdf.doc, course.title);
  return pdf.finish();
}

async function writeDeck(pdf: Pdf, deck: Deck): Promise<void> {
  const { doc, body } = pdf;
  const part = doc.struct('Sect');
  body.add(part);
  for (const [index, slide] of deck.slides.entries()) {
    const isFirst = index % 2 === 0;
    if (isFirst) {
      await nextTurn();
      doc.addPage();
    }
    const { left, top } = doc.page.margins;
    if (index === 0) {
      doc.outline.addItem(deck.title);
      part.add(
        doc.struct('H1', {}, () => {
          doc.font('serif-bold', 15).fillColor(palette.ink);
          doc.text(deck.title, left, top - 24, { width: measureOf(doc), lineGap: 0 });
        }),
      );
    }
    const box = { x: left, y: top + (isFirst ? 4 : 372), width: measureOf(doc) };
    drawSlide(pdf, part, slide, box);
    part.add(
      doc.struct('P', {}, () => {
        doc.font('serif', 10.5).fillColor(palette.ink);
        const narration = beatsOf(slide.narration).join(' ');
        doc.text(narration, left, box.y + slideHeight(box) + 10, { width: box.width, lineGap: 1.5 });
      }),
    );
  }
  part.end();
}

function numberPages(doc: PDFKit.PDFDocument, title: string): void {
  const { start, count } = doc.bufferedPageRange();
  for (let page = start; page < start + count; page += 1) {
    doc.switchToPage(page);
    drawOrnament(doc, 'Pagination', () => {
      const y = doc.page.height - 34;
      doc.font('sans', 8.5).fillColor(palette.muted);
      doc.text(title, margins.left, y, { lineBreak: false });
      doc.text(`${page - start + 1} / ${count}`, margins.left, y, { width: measureOf(doc), align: 'right' });
    });
  }
}
