// What runs in threads apart from the one that serves: the file they load, see app/platform/runtime/workers. Each task loads what it needs when it
// is first asked for, so that a thread which reads mail holds no dictionary.
import { move, transferableSymbol, valueSymbol } from 'piscina';
import type {} from '#app/domain/assistant/meaning/isolated-tasks.ts';
import type {} from '#app/domain/learning/quizzes/isolated-tasks.ts';
import type {} from '#app/domain/operating/imports/isolated-tasks.ts';
import type {} from '#app/domain/programme/payouts/isolated-tasks.ts';
import type {} from '#app/domain/publishing/isolated-tasks.ts';
import type {} from '#app/domain/selling/receipts/isolated-tasks.ts';
import type {} from '#app/domain/talk/support/isolated-tasks.ts';
import type {} from '#app/platform/content/member-html.server.ts';
import type { InputOf, TaskHandlers, TaskName } from '#app/platform/runtime/workers/tasks.ts';

const handlers: TaskHandlers = {
  async 'check-spelling'({ words, most }) {
    const { misspelled } = await import('#app/domain/publishing/spelling.server.ts');
    return misspelled(words, most);
  },
  async 'count-repetitions'({ pieces }) {
    const { countRepetitions } = await import('#app/domain/publishing/quality/count-repetitions.server.ts');
    return countRepetitions(pieces);
  },
  async 'draw-certificate'(words) {
    const { drawCertificatePdf } = await import('#app/domain/learning/quizzes/certificate-drawing.server.ts');
    return drawCertificatePdf(words);
  },
  async 'draw-receipt'({ receipt, brandName }) {
    const { drawReceiptPdf } = await import('#app/domain/selling/receipts/receipt-drawing.server.ts');
    return drawReceiptPdf(receipt, brandName);
  },
  async 'draw-statement'({ owner, statement, issuer }) {
    const { drawStatementPdf } = await import('#app/domain/programme/payouts/statement-drawing.server.ts');
    return drawStatementPdf(owner, statement, issuer);
  },
  async 'encode-texts'(texts) {
    const { encodeTexts } = await import('#app/domain/assistant/meaning/encoder.server.ts');
    const vectors = await encodeTexts(texts);
    return handedOver(vectors, [vectors.buffer]);
  },
  async 'known-words'(words) {
    const { isKnown } = await import('#app/domain/publishing/spelling.server.ts');
    return words.filter((word) => isKnown(word));
  },
  async 'inspect-people-file'(input) {
    const { inspectFile } = await import('#app/domain/operating/imports/inspecting.ts');
    return inspectFile(input);
  },
  async 'match-boxes'({ before, after }) {
    const { matchBoxes } = await import('#app/domain/publishing/box-keys.ts');
    return matchBoxes(before, after);
  },
  async 'read-course-file'(bytes) {
    const { readCourseFile } = await import('#app/domain/publishing/exchange/read-course-file.ts');
    const course = await readCourseFile(bytes);
    return handedOver(
      course,
      course.problem === null ? course.pictures.map((picture) => picture.bytes.buffer) : [],
    );
  },
  async 'read-mail'(input) {
    const { readMailWords } = await import('#app/domain/talk/support/mail-words.ts');
    const mail = readMailWords(input);
    return handedOver(
      mail,
      mail.files.flatMap(({ bytes }) => (bytes ? [bytes.buffer] : [])),
    );
  },
  async 'read-table'(input) {
    const { readTable } = await import('#app/domain/operating/affiliate-imports/read-table.ts');
    return readTable(input);
  },
  async 'read-people-rows'(input) {
    const { readRows } = await import('#app/domain/operating/imports/reading.ts');
    return readRows(input);
  },
  async 'read-piece'({ path, text }) {
    const { readPiece } = await import('#app/domain/publishing/document.server.ts');
    return readPiece(path, text);
  },
  async 'read-questions'(bytes) {
    const { readQuestions } = await import('#app/domain/publishing/exchange/read-questions.ts');
    return readQuestions(bytes);
  },
  async 'render-member-text'(markdown) {
    const { renderMemberMarkdown } = await import('#app/platform/content/member-markdown.server.ts');
    return renderMemberMarkdown(markdown);
  },
};

/** A result whose buffers are handed over instead of copied. */
const handedOver = <Result>(result: Result, buffers: ArrayBuffer[]): Result =>
  move({ [transferableSymbol]: buffers, [valueSymbol]: result } as never) as Result;

/** Does one task; the pool calls it in its thread. */
export default function runTask<Name extends TaskName>({
  task,
  input,
}: {
  task: Name;
  input: InputOf<Name>;
}) {
  return handlers[task](input);
}
