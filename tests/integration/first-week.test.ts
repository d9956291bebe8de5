import { describe, expect, it } from 'vitest';
import { markModuleComplete } from '#app/domain/learning/courses/completion.server.ts';
import { recordOpening } from '#app/domain/learning/courses/enrollment.server.ts';
import type { Answers } from '#app/domain/learning/first-week/answers.ts';
import { answersSchema } from '#app/domain/learning/first-week/answers-schema.server.ts';
import { findWeek, planMyWeek, putWeekAway } from '#app/domain/learning/first-week/week.server.ts';
import { markRead } from '#app/domain/learning/reading/marks.server.ts';
import { withClock } from '#app/platform/clock.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { newViewer } from '#tests/integration/people.ts';

const answers: Answers = {
  goal: 'found',
  stage: 'customers',
  minutesPerDay: 30,
  assets: ['website'],
  timeZone: 'America/Los_Angeles',
};
// In Los Angeles it is the evening of the 1st.
const evening = new Date('2026-12-02T04:00:00Z');
const hoursLater = (hours: number) => new Date(evening.getTime() + hours * 3_600_000);

/** Somebody's week at a moment, as its days, with what is done in brackets. */
async function daysAt(userId: string, at: Date): Promise<string> {
  const planned = await withClock(
    () => at,
    () => findWeek(userId),
  );
  return (planned?.week.tasks ?? [])
    .map(({ day, isDone }) => (isDone ? `(${day.slice(8)})` : day.slice(8)))
    .join(' ');
}

describe('a planned week', () => {
  it('begins on its owner’s today, is ticked by what they do, and moves over days that are left out', async () => {
    const viewer = await newViewer({ hasMembership: true });
    await withClock(
      () => evening,
      () => planMyWeek(viewer, answers),
    );
    const planned = await findWeek(viewer.id);
    expect(planned?.answers).toEqual(answers);
    expect(planned?.week.tasks.map(({ path }) => path)).toEqual([
      '/training/guides/keyword-research',
      '/courses/seo/module-1',
      '/courses/seo/module-2',
      '/playbooks/customer-interviews',
      '/courses/seo/module-3',
      '/courses/seo/module-4',
      '/courses/seo/module-5',
    ]);
    expect(await daysAt(viewer.id, evening)).toBe('01 02 03 04 05 06 07');

    await withClock(
      () => evening,
      () => markRead(viewer, 'guides/keyword-research', true),
    );
    expect(await daysAt(viewer.id, evening)).toBe('(01) 02 03 04 05 06 07');
    // Two days are left out, and then one module is completed.
    expect(await daysAt(viewer.id, hoursLater(72))).toBe('(01) 04 05 06 07 08 09');
    await withClock(
      () => hoursLater(72),
      () => markModuleComplete(viewer, 'seo', 1),
    );
    expect(await daysAt(viewer.id, hoursLater(72))).toBe('(01) (04) 05 06 07 08 09');
  });

  it('of a quarter of an hour has a lesson read when it was opened, and its exercise done when it is completed', async () => {
    const viewer = await newViewer({ hasMembership: true });
    await planMyWeek(viewer, { ...answers, minutesPerDay: 15 });
    const doneOf = async () =>
      (await findWeek(viewer.id))?.week.tasks.map(({ isDone }) => isDone).slice(0, 3);
    await recordOpening(viewer.id, 'seo', 1);
    expect(await doneOf()).toEqual([false, true, false]);
    await markModuleComplete(viewer, 'seo', 1);
    expect(await doneOf()).toEqual([false, true, true]);
  });

  it('is replaced by another, which leaves out what is done, and counts up once it is done', async () => {
    const viewer = await newViewer({ hasMembership: true });
    for (const id of [1, 2]) await markModuleComplete(viewer, 'seo', id);
    for (let time = 0; time < 2; time++) await planMyWeek(viewer, answers);
    const first = await findWeek(viewer.id);
    expect(first?.week).toMatchObject({ number: 1, doneCount: 0 });
    expect(first?.week.tasks[1]?.path).toBe('/courses/seo/module-3');
    expect(await prisma().firstWeek.count({ where: { userId: viewer.id } })).toBe(1);

    await prisma().firstWeek.update({
      where: { userId: viewer.id },
      data: { tasks: [{ kind: 'complete', course: 'seo', modules: [1, 2] }] },
    });
    expect((await findWeek(viewer.id))?.week).toMatchObject({ next: null, doneCount: 1 });
    await planMyWeek(viewer, answers);
    expect((await findWeek(viewer.id))?.week.number).toBe(2);
  });

  it('is put away and brought back; a piece that has left the library leaves the week', async () => {
    const viewer = await newViewer({ hasMembership: true });
    await planMyWeek(viewer, answers);
    await putWeekAway(viewer.id, true);
    expect((await findWeek(viewer.id))?.isPutAway).toBe(true);
    await putWeekAway(viewer.id, false);
    expect((await findWeek(viewer.id))?.isPutAway).toBe(false);
    await prisma().firstWeek.update({
      where: { userId: viewer.id },
      data: {
        tasks: [
          { kind: 'read', piece: 'guides/gone' },
          { kind: 'quiz', course: 'gone' },
        ],
      },
    });
    expect((await findWeek(viewer.id))?.week).toMatchObject({ tasks: [], next: null });
  });

  it('leaves out modules that only time opens', async () => {
    const viewer = await newViewer({ hasMembership: true });
    const release = { courseId: 'lead-generation', mode: 'weekly' as const, entries: { 2: 1, 3: 2 } };
    const at = new Date();
    await prisma().courseRelease.create({ data: { ...release, checkedAt: at, updatedAt: at } });
    try {
      await planMyWeek(viewer, { ...answers, goal: 'sales' });
      const paths = (await findWeek(viewer.id))?.week.tasks.map(({ path }) => path) ?? [];
      expect(paths.filter((path) => path.includes('lead-generation'))).toEqual([
        '/courses/lead-generation/module-1',
      ]);
    } finally {
      await prisma().courseRelease.delete({ where: { courseId: 'lead-generation' } });
    }
  });
});

describe('the form of the four questions', () => {
  it('asks for each answer, and for a time zone that exists', () => {
    const { error } = answersSchema.safeParse({ goal: 'more', timeZone: 'Mars/Olympus' });
    expect(error?.issues.map(({ path }) => path[0]).sort()).toEqual(['goal', 'minutes', 'stage', 'timeZone']);
  });
});
