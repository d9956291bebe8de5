import { describe, expect, it } from 'vitest';
import { courses } from '#app/domain/learning/courses/catalogue.server.ts';
import { listProgress, markModuleComplete } from '#app/domain/learning/courses/completion.server.ts';
import { recordOpening } from '#app/domain/learning/courses/enrollment.server.ts';
import { takeCertificate } from '#app/domain/learning/quizzes/certificates.server.ts';
import { findStanding } from '#app/domain/learning/quizzes/standing.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { newViewer } from '#tests/integration/people.ts';
import { countOf, statementsOf } from '#tests/integration/statements.ts';

const course = [...courses().values()].find(({ modules }) => modules.length === 3);
if (!course) throw new Error('The tests need a course of three modules.');
const { slug } = course;

describe('completing modules', () => {
  it('goes from none through in_progress to completed', async () => {
    const viewer = await newViewer();
    expect(await findStanding(viewer.id, slug)).toMatchObject({
      percentDone: 0,
      status: 'none',
      completedModuleIds: [],
    });
    expect(await markModuleComplete(viewer, slug, 1)).toEqual({ percentDone: 33, status: 'in_progress' });
    expect(await markModuleComplete(viewer, slug, 3)).toEqual({ percentDone: 67, status: 'in_progress' });
    expect(await markModuleComplete(viewer, slug, 2)).toEqual({ percentDone: 100, status: 'completed' });
    expect(await findStanding(viewer.id, slug)).toMatchObject({
      percentDone: 100,
      status: 'completed',
      completedModuleIds: [1, 2, 3],
    });
  });

  it('takes two statements for a module that was opened, and one that changes nothing', async () => {
    const viewer = await newViewer();
    await recordOpening(viewer.id, slug, 1);
    for (const statements of [2, 1])
      expect(countOf(await statementsOf(() => markModuleComplete(viewer, slug, 1)))).toBe(statements);
  });

  it('is idempotent: again changes nothing, not even the time', async () => {
    const viewer = await newViewer();
    await markModuleComplete(viewer, slug, 1);
    const [first] = await listProgress(viewer.id);
    await markModuleComplete(viewer, slug, 1);
    expect(await listProgress(viewer.id)).toEqual([first]);
    expect(await prisma().activityLog.findMany({ where: { userId: viewer.id } })).toMatchObject([
      {
        type: 'module_completed',
        actorId: viewer.id,
        subjectType: 'course',
        subjectId: slug,
        details: { module: 1 },
        description: null,
      },
    ]);
  });

  it('leaves one row when two tabs complete the same module at once', async () => {
    const viewer = await newViewer();
    await Promise.all(Array.from({ length: 5 }, () => markModuleComplete(viewer, slug, 2)));
    expect(await prisma().userModuleCompletion.count({ where: { userId: viewer.id } })).toBe(1);
    expect(await prisma().activityLog.count({ where: { userId: viewer.id } })).toBe(1);
  });

  it('reckons right when all modules are completed at once', async () => {
    const viewer = await newViewer();
    await Promise.all([1, 2, 3].map((id) => markModuleComplete(viewer, slug, id)));
    expect(await findStanding(viewer.id, slug)).toMatchObject({
      percentDone: 100,
      status: 'completed',
    });
  });

  it('keeps a course completed that has grown since, and its certificate within reach', async () => {
    const viewer = await newViewer();
    const key = { userId: viewer.id, courseId: slug };
    // As it was when the course had two modules.
    await prisma().userProgress.create({ data: { ...key, percentDone: 100, status: 'completed' } });
    await prisma().userModuleCompletion.createMany({
      data: [1, 2].map((moduleId) => ({ ...key, moduleId })),
    });
    await prisma().quizResult.create({
      data: { ...key, best: 5, last: 5, answers: [], version: '', passedAt: new Date(), triedAt: new Date() },
    });
    const completed = { percentDone: 100, status: 'completed' };
    expect(await findStanding(viewer.id, slug)).toMatchObject({ ...completed, completedModuleIds: [1, 2] });
    await takeCertificate(viewer, slug, false);
    expect(await markModuleComplete(viewer, slug, 3)).toEqual(completed);
    expect(await listProgress(viewer.id)).toMatchObject([completed]);
  });

  it('tells who is under way the share of the course as it is today', async () => {
    const viewer = await newViewer();
    const key = { userId: viewer.id, courseId: slug };
    // One of two then, one of three now.
    await prisma().userProgress.create({ data: { ...key, percentDone: 50, status: 'in_progress' } });
    await prisma().userModuleCompletion.create({ data: { ...key, moduleId: 1 } });
    const today = { percentDone: 33, status: 'in_progress' };
    expect(await findStanding(viewer.id, slug)).toMatchObject(today);
    expect(await listProgress(viewer.id)).toMatchObject([today]);
  });

  it('knows no module or course that does not exist', async () => {
    const viewer = await newViewer();
    await expect(markModuleComplete(viewer, slug, 99)).rejects.toMatchObject({ kind: 'not_found' });
    await expect(markModuleComplete(viewer, 'no-such-course', 1)).rejects.toMatchObject({
      kind: 'not_found',
    });
    expect(await listProgress(viewer.id)).toEqual([]);
  });
});
