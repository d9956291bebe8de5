import { z } from 'zod';
import { requirePermission } from '#app/domain/core/access/admin-guard.server.ts';
import { type Actor, recordAudit } from '#app/domain/core/audit/record.server.ts';
import { Refusal } from '#app/domain/core/values/errors.ts';
import { mostQuestions } from '#app/domain/learning/quizzes/quiz.ts';
import { requireChangeable } from '#app/domain/publishing/authoring/list-items.server.ts';
import type { LessonPassages } from '#app/domain/publishing/authoring/passages-of-lessons.server.ts';
import {
  openQuestionEditor,
  openQuizEditor,
  questionList,
} from '#app/domain/publishing/authoring/quiz-editor.server.ts';
import { requireOutline } from '#app/domain/publishing/course-changes.server.ts';
import { costlyPiece, maxTextLength } from '#app/domain/publishing/document.server.ts';
import type { RawQuestion, ReadQuestions } from '#app/domain/publishing/exchange/foreign-question.ts';
import {
  finishImport,
  lockWaitingImport,
  requireUpload,
  stageImport,
} from '#app/domain/publishing/exchange/imports.server.ts';
import { numbersInRanges } from '#app/domain/publishing/exchange/number-ranges.ts';
import { type QuestionFormat, writeQuestions } from '#app/domain/publishing/exchange/question-files.ts';
import {
  type ReceivedFile,
  receiveWhole,
  refusedFile,
  refuseUnreadFile,
} from '#app/domain/publishing/exchange/receive-file.server.ts';
import { saveDraftWith } from '#app/domain/publishing/publish.server.ts';
import { withItems } from '#app/platform/content/yaml-list.server.ts';
import { transaction } from '#app/platform/database/client.server.ts';
import { runIsolated } from '#app/platform/runtime/workers/isolated-tasks.server.ts';
import { cutText } from '#app/platform/storable-text.ts';

/** A file of questions may have so many bytes. */
const maxFileBytes = 4_000_000;

/**
 * Reads a file of questions for a course's quiz. Nothing is added to the quiz yet.
 * @returns the import's id
 * @throws {Refusal} not_allowed, not_found; invalid (field files) in words for whoever sent it; unavailable
 * @throws {RateLimitExceeded}
 */
export async function receiveQuestions(actor: Actor, slug: string, file: ReceivedFile): Promise<string> {
  await requireUpload(actor);
  await requireOutline(slug);
  const { fileName, bytes, contentHash } = await receiveWhole(file, maxFileBytes);
  const reading = await refuseUnreadFile(
    runIsolated('read-questions', bytes, { lane: 'imports', timeoutMs: 20_000, transfer: [bytes.buffer] }),
  );
  if (reading.problem !== null) throw refusedFile(reading.problem);
  const { questions, skipped, format } = reading;
  const plan: ReadQuestions = { questions, skipped };
  return stageImport(actor, { kind: 'questions', fileName, contentHash, format, courseSlug: slug, plan });
}

/** What of a question tells it from others: not its explanation, and not where it is taught. */
function identityOf({ kind, ask, options, steps, lines, right }: RawQuestion): string {
  return JSON.stringify([kind, ask, options ?? steps ?? lines ?? null, right ?? null]);
}

interface Placed {
  /** From 1, in the file. */
  number: number;
  name: string;
  question: RawQuestion;
  notes: string[];
  /** Whether the quiz has the same question already. */
  isInQuiz: boolean;
}

/** What a file of questions would add to its quiz. */
export interface QuestionsReview {
  slug: string;
  courseTitle: string;
  questions: Placed[];
  skipped: ReadQuestions['skipped'];
  /** How many questions the quiz has, and how many more it can have. */
  quizCount: number;
  room: number;
  /** The numbers that are offered first, such as "1-12": those that are new, as far as there is room. */
  proposal: string;
  /** Where its questions can be taught. */
  lessons: LessonPassages[];
}

/** "1-3, 5": numbers as somebody types them. */
function rangesOf(numbers: readonly number[]): string {
  const ranges: [number, number][] = [];
  for (const number of numbers) {
    const last = ranges.at(-1);
    if (last && last[1] === number - 1) last[1] = number;
    else ranges.push([number, number]);
  }
  return ranges.map(([from, to]) => (from === to ? String(from) : `${from}-${to}`)).join(', ');
}

/** What a file of questions would add; null where its course is gone. One query. @throws {Refusal} unavailable */
export async function reviewQuestions(slug: string, plan: unknown): Promise<QuestionsReview | null> {
  const { questions, skipped } = plan as ReadQuestions;
  const editor = await openQuestionEditor(slug);
  if (!editor) return null;
  const { quiz, lessons } = editor;
  const present = new Set(quiz.items.map(({ raw }) => identityOf(raw)));
  const listedQuestions = questions.map((ready, index) => ({
    ...ready,
    number: index + 1,
    isInQuiz: present.has(identityOf(ready.question)),
  }));
  const room = Math.max(0, mostQuestions - quiz.items.length);
  return {
    slug,
    courseTitle: quiz.courseTitle,
    questions: listedQuestions,
    skipped,
    quizCount: quiz.items.length,
    room,
    proposal: rangesOf(
      listedQuestions
        .filter(({ isInQuiz }) => !isInQuiz)
        .slice(0, room)
        .map(({ number }) => number),
    ),
    lessons,
  };
}

/** What the form of the import has to hold. */
export const importQuestionsSchema = z.object({
  which: z
    .string({ error: 'Type which questions to add, such as 1-12' })
    .trim()
    .min(1, 'Type which questions to add, such as 1-12')
    .max(400, 'Please shorten this'),
  passage: z.string({ error: 'Choose a lesson' }).min(1, 'Choose a lesson').max(300),
});

/** What came of an import of questions. */
export interface QuestionsResult {
  added: number;
  /** How many the quiz had already. */
  present: number;
}

/** The place in the course's lessons that teaches a question: what its tag says where that is there, else what was chosen. */
function passageFor(
  { passage }: RawQuestion,
  slug: string,
  places: ReadonlySet<string>,
  chosen: string,
): string {
  const own = typeof passage === 'string' ? `/courses/${slug}/${passage}` : '';
  return places.has(own) ? own : chosen;
}

/**
 * Adds questions of a file to the draft of its quiz. Those that the quiz has already are left out, so that a file that is imported again
 * adds none twice.
 * @throws {Refusal} not_allowed, not_found; conflict once it is imported, and where the quiz cannot be changed; invalid (fields which,
 * passage)
 */
export async function importQuestions(
  actor: Actor,
  id: string,
  slug: string,
  { which, passage }: z.output<typeof importQuestionsSchema>,
): Promise<QuestionsResult> {
  const editor = await openQuestionEditor(slug);
  if (!editor) throw new Refusal('not_found', 'There is no such course.');
  const { quiz, lessons } = editor;
  requireChangeable(quiz, quiz.problem, questionList);
  const places = new Set(lessons.flatMap(({ to, headings }) => [to, ...headings.map((one) => one.to)]));
  if (!places.has(passage)) throw new Refusal('invalid', 'Choose a lesson of this course.', 'passage');
  return transaction(async (tx) => {
    await requirePermission(tx, actor, 'content:edit');
    const row = await lockWaitingImport(tx, id);
    if (row.kind !== 'questions' || row.courseSlug !== slug)
      throw new Refusal('not_found', 'There is no such import.');
    const { questions } = row.plan as unknown as ReadQuestions;
    const numbers = numbersInRanges(which, questions.length);
    if (!numbers)
      throw new Refusal('invalid', `Type numbers from 1 to ${questions.length}, such as 1-12, 15.`, 'which');
    const present = new Set(quiz.items.map(({ raw }) => identityOf(raw)));
    const values: RawQuestion[] = [];
    for (const number of numbers) {
      const question = questions[number - 1]?.question ?? {};
      const identity = identityOf(question);
      if (present.has(identity)) continue;
      present.add(identity);
      values.push({ ...question, passage: passageFor(question, slug, places, passage) });
    }
    const room = mostQuestions - quiz.items.length;
    if (values.length > room)
      throw new Refusal(
        'invalid',
        room > 0
          ? `The quiz has room for ${room} more, and these are ${values.length}. Choose fewer.`
          : `The quiz has ${mostQuestions} questions, which is the most it can have. Remove some first.`,
        'which',
      );
    if (values.length > 0) {
      const text = withItems(quiz.text, questionList.list, [
        ...quiz.items.map(({ number }) => ({ from: number - 1 })),
        ...values.map((value) => ({ value })),
      ]);
      if (text.length > maxTextLength || costlyPiece(quiz.path, text))
        throw new Refusal(
          'invalid',
          'With these the quiz would be too long for its file. Choose fewer.',
          'which',
        );
      const note = `${values.length} ${values.length === 1 ? 'question' : 'questions'} imported from ${row.fileName}`;
      await saveDraftWith(tx, actor, { path: quiz.path, seen: quiz.seen, text, note: cutText(note, 200) });
    }
    const result = { added: values.length, present: numbers.length - values.length };
    await finishImport(tx, actor, id, { courseSlug: slug, result });
    return result;
  });
}

/**
 * The questions of a quiz as they were last saved, as a file for other systems; null for a course that is not there.
 * @throws {Refusal} not_allowed, unavailable
 */
export async function exportQuestions(
  actor: Actor,
  slug: string,
  format: QuestionFormat,
): Promise<string | null> {
  const quiz = await openQuizEditor(slug);
  if (!quiz) return null;
  const { text } = writeQuestions(
    format,
    quiz.items.map(({ raw }) => raw),
  );
  await transaction(async (tx) => {
    await requirePermission(tx, actor, 'content:edit');
    await recordAudit(tx, actor, {
      action: 'content_exported',
      subject: { type: 'content', id: quiz.path },
      after: { format },
    });
  });
  return text;
}
