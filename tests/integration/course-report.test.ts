import { describe, expect, it } from 'vitest';
import { commandLine } from '#app/domain/core/audit/record.server.ts';
import { type Course, findCourse } from '#app/domain/learning/courses/catalogue.server.ts';
import { markModuleComplete } from '#app/domain/learning/courses/completion.server.ts';
import { recordOpening } from '#app/domain/learning/courses/enrollment.server.ts';
import { drawQuestions } from '#app/domain/learning/quizzes/draws.ts';
import { countAnswers } from '#app/domain/learning/quizzes/question-counts.server.ts';
import { takeQuiz } from '#app/domain/learning/quizzes/quiz-attempts.server.ts';
import { findQuiz, type Quiz } from '#app/domain/learning/quizzes/quizzes.server.ts';
import {
  beginAnswerExport,
  beginLearnerExport,
  beginModuleExport,
  beginProgressExport,
  beginQuestionExport,
} from '#app/domain/operating/analytics/course-exports.server.ts';
import { findCourseReport, listLearners } from '#app/domain/operating/analytics/course-report.server.ts';
import { prisma, transaction } from '#app/platform/database/client.server.ts';
import { at, newViewer } from '#tests/integration/people.ts';
import { statementsOf } from '#tests/integration/statements.ts';

const slug = 'cold-calling';
const course = findCourse(slug) as Course;
const quiz = findQuiz(slug) as Quiz;
const longAgo = Date.parse('2026-01-05T12:00:00Z');
const today = Date.parse('2026-06-01T12:00:00Z');

async function all<Row>(batches: Promise<AsyncIterable<Row[]>>): Promise<Row[]> {
  const rows: Row[] = [];
  for await (const batch of await batches) rows.push(...batch);
  return rows;
}

describe('the report of a course', () => {
  it('counts who opened, completed, stopped and finished, in one query', async () => {
    const [stopped, finished, recent] = await Promise.all([newViewer(), newViewer(), newViewer()]);
    await at(longAgo, () => recordOpening(stopped.id, slug, 1));
    await at(longAgo, () => recordOpening(stopped.id, slug, 2));
    for (const { id } of course.modules) await at(longAgo, () => markModuleComplete(finished, slug, id));
    await at(today, () => recordOpening(recent.id, slug, 1));
    const report = await at(today, () => findCourseReport(course));
    expect(report).toMatchObject({ started: 3, finished: 1 });
    expect(report.modules).toMatchObject([
      { opened: 3, completed: 1, stopped: 0 },
      { opened: 2, completed: 1, stopped: 1 },
    ]);
    expect(await statementsOf(() => findCourseReport(course))).toHaveLength(1);
    expect(await statementsOf(() => listLearners(course, null))).toHaveLength(1);
    const { rows } = await listLearners(course, null);
    expect(rows.find(({ id }) => id === finished.id)).toMatchObject({
      completed: 2,
      isFinished: true,
      quizBest: null,
    });
    expect(rows[0]?.id).toBe(recent.id);
    // A module that was taken away counts for nobody, and finishes the course for whoever has completed the rest.
    await at(today, () => markModuleComplete(recent, slug, 1));
    const [first] = course.modules;
    const shorter = { slug, modules: first ? [first] : [] };
    const shown = (await listLearners(shorter, null)).rows.map(({ id, completed, isFinished }) => [
      id,
      completed,
      isFinished,
    ]);
    expect(shown).toContainEqual([finished.id, 1, true]);
    expect(shown).toContainEqual([recent.id, 1, true]);
    expect(shown).toContainEqual([stopped.id, 0, false]);
    expect(await at(today, () => findCourseReport(shorter))).toMatchObject({ started: 3, finished: 2 });
  });

  it('names the questions that are answered wrongly, counted once for each try', async () => {
    const viewer = await newViewer();
    await recordOpening(viewer.id, slug, 1);
    const draw = drawQuestions(quiz, viewer.id, 0);
    expect(draw.places).toHaveLength(5);
    const wrong = draw.questions.map(() => 'nothing');
    await takeQuiz(viewer, slug, wrong, 0);
    // The same form again is the same try.
    await takeQuiz(viewer, slug, wrong, 0);
    const { questions, quiz: figures } = await findCourseReport(course);
    expect(questions.map(({ ask }) => ask).sort()).toEqual(draw.questions.map(({ ask }) => ask).sort());
    for (const question of questions) expect(question).toMatchObject({ asked: 1, wrong: 1 });
    expect(figures).toEqual({ tried: 1, passed: 0, averageShare: 0 });
  });

  it('keeps counting where many try at once', async () => {
    await prisma().quizQuestionCount.deleteMany();
    const viewers = await Promise.all(Array.from({ length: 6 }, () => newViewer()));
    await Promise.all(viewers.map((viewer) => takeQuiz(viewer, slug, ['x', 'x', 'x', 'x', 'x'], 0)));
    const { _sum } = await prisma().quizQuestionCount.aggregate({ _sum: { asked: true, wrong: true } });
    expect(_sum).toEqual({ asked: 30, wrong: 30 });
  });

  it('gives everyone as a file, for whoever may export people, and records it', async () => {
    const rows = await all(beginLearnerExport(commandLine, course));
    expect(rows).toHaveLength(await prisma().courseEnrollment.count({ where: { courseId: slug } }));
    expect(await prisma().auditEntry.count({ where: { action: 'users_exported' } })).toBe(1);
    const support = await newViewer({ role: 'admin', adminLevel: 'support' });
    await expect(beginLearnerExport({ ...commandLine, id: support.id }, course)).rejects.toMatchObject({
      kind: 'not_allowed',
    });
  });

  it('gives each part as a file: progress by module, answers of the last try, modules and questions', async () => {
    await prisma().quizResult.deleteMany();
    await prisma().quizQuestionCount.deleteMany();
    const viewer = await newViewer();
    const [first] = course.modules;
    await at(today, () => markModuleComplete(viewer, slug, first?.id ?? 1));
    await prisma().assignmentSubmission.create({
      data: {
        userId: viewer.id,
        courseId: slug,
        moduleId: first?.id ?? 1,
        title: 'A call',
        handedInAt: new Date(today),
      },
    });
    const draw = drawQuestions(quiz, viewer.id, 0);
    const answers = draw.questions.map(({ kind }) => (kind === 'number' ? 'ring me: 555' : '2'));
    await at(today, () => takeQuiz(viewer, slug, answers, 0));

    const progress = (await all(beginProgressExport(commandLine, course))).filter(
      ({ id }) => id === viewer.id,
    );
    expect(progress.map(({ module, isOpened, completedAt }) => [module, isOpened, completedAt])).toEqual(
      course.modules.map((_, index) => (index === 0 ? [1, true, new Date(today)] : [index + 1, false, null])),
    );

    expect(progress.map(({ assignment }) => assignment)).toEqual(
      course.modules.map((_, index) => (index === 0 ? 'waiting' : null)),
    );

    const given = await all(beginAnswerExport(commandLine, course));
    expect(given.map(({ id, number, explanation }) => [id, number, explanation?.ask])).toEqual(
      draw.questions.map(({ ask }, index) => [viewer.id, index + 1, ask]),
    );
    for (const [index, { explanation }] of given.entries()) {
      const question = draw.questions[index];
      if (question?.kind === 'choice')
        expect(explanation).toMatchObject({
          answerLines: [question.options[1]],
          right: [question.options[question.right - 1]],
          isRight: question.right === 2,
        });
    }

    const questions = await all(beginQuestionExport(commandLine, course));
    expect(questions).toHaveLength(draw.questions.length);
    for (const { ask, wrong, wrongAnswer, wrongAnswerCount } of questions) {
      const question = draw.questions.find((each) => each.ask === ask);
      // What was typed and is no number is not kept.
      if (question?.kind === 'number') expect([wrong, wrongAnswer]).toEqual([1, null]);
      if (question?.kind !== 'choice') continue;
      const isWrong = question.right !== 2;
      expect([wrongAnswer, wrongAnswerCount]).toEqual(isWrong ? [question.options[1], 1] : [null, null]);
    }
    expect((await all(beginModuleExport(commandLine, course))).map(({ number }) => number)).toEqual(
      course.modules.map((_, index) => index + 1),
    );

    // Answers to questions that were edited since are not told beside others.
    await prisma().quizResult.updateMany({ data: { version: 'earlier' } });
    expect(await all(beginAnswerExport(commandLine, course))).toMatchObject([
      { number: null, explanation: null },
    ]);
    const { narrowed_to: narrowed } = (
      await prisma().auditEntry.findFirstOrThrow({ where: { action: 'course_report_exported' } })
    ).after as Record<string, unknown>;
    expect(String(narrowed)).toContain(slug);
  });

  it('names the wrong answer that was given most', async () => {
    await prisma().quizQuestionCount.deleteMany();
    const question = {
      kind: 'number',
      ask: 'How many?',
      right: 3,
      tolerance: 0,
      why: '',
      passage: '',
    } as const;
    const drawn = { courseSlug: slug, attempt: 0, seed: 's', token: '', questions: [question], places: [0] };
    const answer = (text: string) => transaction((tx) => countAnswers(tx, [question], drawn, [text]));
    for (const text of ['4', '5', '5', '3', ...Array.from({ length: 60 }, (_, index) => String(100 + index))])
      await answer(text);
    expect(await all(beginQuestionExport(commandLine, course))).toMatchObject([
      { asked: 64, wrong: 63, wrongAnswer: '5', wrongAnswerCount: 2 },
    ]);
    const { wrongAnswers } = await prisma().quizQuestionCount.findFirstOrThrow();
    expect(Object.keys(wrongAnswers as object)).toHaveLength(50);
  });
});
