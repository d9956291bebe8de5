import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { drawQuestions } from '#app/domain/learning/quizzes/draws.ts';
import { usualSettings } from '#app/domain/learning/quizzes/quiz.ts';
import { takeQuiz } from '#app/domain/learning/quizzes/quiz-attempts.server.ts';
import { quizzes } from '#app/domain/learning/quizzes/quizzes.server.ts';
import { findStanding } from '#app/domain/learning/quizzes/standing.server.ts';
import {
  addQuestion,
  editQuestion,
  moveQuestion,
  publishQuiz,
  removeQuestion,
  saveQuizSettings,
} from '#app/domain/publishing/authoring/quiz-changes.server.ts';
import {
  checkQuiz,
  openQuestionEditor,
  openQuizEditor,
} from '#app/domain/publishing/authoring/quiz-editor.server.ts';
import { versionOfSettings } from '#app/domain/publishing/authoring/quiz-settings.ts';
import { connectSite } from '#app/domain/publishing/content-sync.server.ts';
import { addModule, renameCourse } from '#app/domain/publishing/course-changes.server.ts';
import { beginPiece } from '#app/domain/publishing/new-piece.server.ts';
import { saveDraft, scheduleText } from '#app/domain/publishing/publish.server.ts';
import { publishCourse, UnpublishableCourse } from '#app/domain/publishing/publish-course.server.ts';
import { withClock } from '#app/platform/clock.server.ts';
import { setOverrides } from '#app/platform/content/files.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { stopHearing } from '#app/platform/runtime/broadcast.server.ts';
import { startWorker } from '#app/program/worker.server.ts';
import { pagesOfRoutes } from '#tests/content/pages-of-routes.ts';
import { newActor } from '#tests/integration/admins.ts';
import { newViewer } from '#tests/integration/people.ts';
import { statementsOf } from '#tests/integration/statements.ts';

const slug = 'first-steps';
const path = `courses/${slug}/quiz.yaml`;
let manager: Awaited<ReturnType<typeof newActor>>['actor'];
let support: typeof manager;

beforeAll(async () => {
  connectSite({ findPage: await pagesOfRoutes(), hasPage: (page) => page.startsWith(`/courses/${slug}`) });
  await startWorker(false);
  manager = (await newActor('manager')).actor;
  support = (await newActor('support')).actor;
});
afterEach(async () => {
  await prisma().contentVersion.deleteMany();
  setOverrides(new Map());
});
afterAll(stopHearing);

const question = (number: number) => ({
  kind: 'choice',
  ask: `What is number ${number}?`,
  options: ['One', 'Two'],
  right: 1,
  why: 'The lesson says so.',
  passage: `/courses/${slug}/module-1#first`,
});

async function begin(questions: number): Promise<void> {
  await beginPiece(manager, { kind: 'courses', title: 'First steps', name: slug });
  await renameCourse(manager, slug, { title: 'First steps', promise: 'Take them.' });
  await addModule(manager, slug, 'One');
  for (let at = 1; at <= questions; at += 1) await addQuestion(manager, slug, question(at));
}
const asks = async () =>
  (await openQuizEditor(slug))?.items.map(({ raw }) => Number(/\d/.exec(String(raw.ask))));
const keyOf = async (number: number) => (await openQuizEditor(slug))?.items[number - 1]?.key ?? '';
const versions = () => prisma().contentVersion.count({ where: { path } });

describe('the questions of a quiz', () => {
  it('are added, edited, moved and removed as drafts, each once however often its form is sent', async () => {
    await begin(3);
    await addQuestion(manager, slug, question(3));
    expect(await asks()).toEqual([1, 2, 3]);
    const key = await keyOf(3);
    await moveQuestion(manager, slug, { key, number: 3, by: -1 });
    await expect(moveQuestion(manager, slug, { key, number: 3, by: -1 })).rejects.toMatchObject({
      kind: 'conflict',
    });
    expect(await asks()).toEqual([1, 3, 2]);
    const first = await keyOf(1);
    await moveQuestion(manager, slug, { key: first, number: 1, by: -1 });
    for (const _ of [1, 2]) await editQuestion(manager, slug, first, question(7));
    expect(await asks()).toEqual([7, 3, 2]);
    for (const _ of [1, 2]) await removeQuestion(manager, slug, key);
    expect(await asks()).toEqual([7, 2]);
    expect(await versions()).toBe(6);
    expect(quizzes().has(slug)).toBe(false);
    await removeQuestion(manager, slug, await keyOf(1));
    await expect(removeQuestion(manager, slug, await keyOf(1))).rejects.toMatchObject({ kind: 'conflict' });
  });

  it('of two authors are both kept, and one that was changed meanwhile is not overwritten', async () => {
    await begin(2);
    const [first, second] = [await keyOf(1), await keyOf(2)];
    await editQuestion(manager, slug, first, question(8));
    await editQuestion(manager, slug, second, question(9));
    expect(await asks()).toEqual([8, 9]);
    await expect(editQuestion(manager, slug, first, question(7))).rejects.toMatchObject({ kind: 'conflict' });
    expect(await asks()).toEqual([8, 9]);
  });

  it('keep what an author has written around them as text', async () => {
    await begin(2);
    const { text = '', seen = 0 } = (await openQuizEditor(slug)) ?? {};
    await saveDraft(manager, { path, seen, text: `# Ours\n${text}` });
    await editQuestion(manager, slug, await keyOf(2), question(5));
    expect((await openQuizEditor(slug))?.text).toMatch(/^# Ours\nquestions:\n/);
    await saveDraft(manager, { path, seen: seen + 2, text: 'questions: [' });
    expect(await openQuizEditor(slug)).toMatchObject({ items: [], problem: expect.any(String) });
    await expect(addQuestion(manager, slug, question(1))).rejects.toMatchObject({ kind: 'conflict' });
  });

  it('are changed by managers and owners alone, of a course there is', async () => {
    await begin(1);
    await expect(addQuestion(support, slug, question(2))).rejects.toMatchObject({ kind: 'not_allowed' });
    await expect(addQuestion(manager, 'nowhere', question(2))).rejects.toMatchObject({ kind: 'not_found' });
    expect(await openQuizEditor('nowhere')).toBeNull();
  });

  it('lead to headings of the lessons as they were last saved; the page costs one query', async () => {
    await begin(1);
    const statements = await statementsOf(async () => {
      const opened = await openQuestionEditor(slug);
      expect(opened?.lessons).toMatchObject([
        {
          title: 'One',
          to: `/courses/${slug}/module-1`,
          headings: [{ text: 'First' }, { text: 'Exercise' }],
        },
      ]);
    });
    expect(statements).toHaveLength(1);
  });
});

const publishSeen = async () => publishQuiz(manager, slug, (await openQuizEditor(slug))?.seen ?? 0);

describe('publishing a quiz', () => {
  it('is told from the first question what it needs, and is refused until it has that', async () => {
    await begin(1);
    expect((await openQuizEditor(slug))?.needs).toEqual([expect.stringContaining('Add 4 more')]);
    const error = await publishCourse(manager, slug).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(UnpublishableCourse);
    expect((error as UnpublishableCourse).problems[path]?.join()).toContain('Add 4 more');
    for (const number of [2, 3, 4, 5]) await addQuestion(manager, slug, question(number));
    expect((await openQuizEditor(slug))?.needs).toEqual([]);
    expect(await checkQuiz(slug)).toEqual([]);
    await expect(publishSeen()).rejects.toMatchObject({
      message: expect.stringContaining('its course'),
    });
    await publishCourse(manager, slug);
    expect(quizzes().get(slug)?.questions).toHaveLength(5);
    await expect(publishSeen()).rejects.toMatchObject({ kind: 'conflict' });
    await editQuestion(manager, slug, await keyOf(1), question(6));
    const { seen = 0 } = (await openQuizEditor(slug)) ?? {};
    await editQuestion(manager, slug, await keyOf(2), question(7));
    // What another author has saved since this one looked is not published by them.
    await expect(publishQuiz(manager, slug, seen)).rejects.toThrow('Someone changed this quiz');
    await publishSeen();
    expect(quizzes().get(slug)?.questions[0]?.ask).toBe('What is number 6?');
  });

  it('leaves a quiz alone that is scheduled', async () => {
    await begin(5);
    await publishCourse(manager, slug);
    const { seen = 0, text = '' } = (await openQuizEditor(slug)) ?? {};
    await scheduleText(manager, { path, seen, text, publishAt: new Date(Date.now() + 3_600_000) });
    await expect(addQuestion(manager, slug, question(6))).rejects.toMatchObject({ kind: 'conflict' });
  });
});

describe('how a quiz is taken', () => {
  const answers = (userId: string, attempt: number, isRight: boolean) => {
    const quiz = quizzes().get(slug);
    const { questions } = quiz ? drawQuestions(quiz, userId, attempt) : { questions: [] };
    return questions.map((one) => (isRight && one.kind !== 'order' ? String(one.right) : '2'));
  };

  it('follows its settings: how much a try asks, what passes, and how often', async () => {
    await begin(3);
    const settings = { draw: 2, pass: 2, attempts: { most: 2, per: 'day' as const } };
    const shown = versionOfSettings(usualSettings);
    for (const _ of [1, 2]) await saveQuizSettings(manager, slug, settings, shown);
    // Somebody else had the same page open.
    await expect(saveQuizSettings(manager, slug, { ...settings, draw: 3 }, shown)).rejects.toMatchObject({
      kind: 'conflict',
    });
    expect(await versions()).toBe(4);
    expect(await openQuizEditor(slug)).toMatchObject({ needs: [], settings: { draw: 2, pass: 2 } });
    await publishCourse(manager, slug);
    const viewer = await newViewer();
    const at = (day: string) => () => new Date(`2026-03-${day}T12:00:00Z`);
    const take = (attempt: number, isRight: boolean) =>
      takeQuiz(viewer, slug, answers(viewer.id, attempt, isRight), attempt);
    const result = () => findStanding(viewer.id, slug).then(({ quiz }) => quiz);
    await withClock(at('01'), async () => {
      expect(await take(0, false)).toMatchObject({ score: 0, isPassed: false });
      await take(1, false);
      expect(await result()).toMatchObject({ best: 0, outOf: 2, tries: 2, dayTries: 2 });
      await expect(take(2, true)).rejects.toMatchObject({ kind: 'conflict' });
      // The same form once more is no other try.
      expect(await take(1, false)).toMatchObject({ score: 0 });
    });
    await withClock(at('02'), async () => {
      expect(await take(2, true)).toMatchObject({ score: 2, isPassed: true });
      expect(await result()).toMatchObject({ best: 2, tries: 3, dayTries: 1 });
      for (const attempt of [3, 4]) await take(attempt, false);
    });
    expect(await result()).toMatchObject({ best: 2, outOf: 2, tries: 5, dayTries: 3 });
  });

  it('cannot be set before there is a question', async () => {
    await begin(0);
    const settings = { draw: 2, pass: 2, attempts: null };
    await expect(saveQuizSettings(manager, slug, settings, '')).rejects.toMatchObject({ kind: 'conflict' });
  });
});
