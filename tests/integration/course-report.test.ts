import { describe, expect, it } from 'vitest';
import { commandLine } from '#app/domain/core/audit/record.server.ts';
import { type Course, findCourse } from '#app/domain/learning/courses/catalogue.server.ts';
import { markModuleComplete } from '#app/domain/learning/courses/completion.server.ts';
import { recordOpening } from '#app/domain/learning/courses/enrollment.server.ts';
import { drawQuestions } from '#app/domain/learning/quizzes/draws.ts';
import { takeQuiz } from '#app/domain/learning/quizzes/quiz-attempts.server.ts';
import { findQuiz, type Quiz } from '#app/domain/learning/quizzes/quizzes.server.ts';
import {
  beginLearnerExport,
  findCourseReport,
  type Learner,
  listLearners,
} from '#app/domain/operating/analytics/course-report.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { at, newViewer } from '#tests/integration/people.ts';
import { statementsOf } from '#tests/integration/statements.ts';

const slug = 'cold-calling';
const course = findCourse(slug) as Course;
const quiz = findQuiz(slug) as Quiz;
const longAgo = Date.parse('2026-01-05T12:00:00Z');
const today = Date.parse('2026-06-01T12:00:00Z');

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
    const rows: Learner[] = [];
    for await (const batch of await beginLearnerExport(commandLine, course)) rows.push(...batch);
    expect(rows).toHaveLength(await prisma().courseEnrollment.count({ where: { courseId: slug } }));
    expect(await prisma().auditEntry.count({ where: { action: 'users_exported' } })).toBe(1);
    const support = await newViewer({ role: 'admin', adminLevel: 'support' });
    await expect(beginLearnerExport({ ...commandLine, id: support.id }, course)).rejects.toMatchObject({
      kind: 'not_allowed',
    });
  });
});
