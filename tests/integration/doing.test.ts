import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { calculators, exampleOf } from '#app/domain/calculators/calculators.ts';
import {
  keepResult,
  listKeptResults,
  maxKept,
  removeResult,
} from '#app/domain/calculators/kept-results.server.ts';
import {
  keepChecklist,
  tickBox,
  tickedIn,
  ticksOf,
  withTicks,
} from '#app/domain/checklists/checklists.server.ts';
import { findCourse, renderLesson } from '#app/domain/courses/catalogue.server.ts';
import { listProgress, markModuleComplete } from '#app/domain/courses/completion.server.ts';
import { findStanding } from '#app/domain/quizzes/standing.server.ts';
import { withClock } from '#app/platform/clock.server.ts';
import { renderMarkdown } from '#app/platform/content/markdown.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { newViewer } from '#tests/integration/people.ts';
import { statementsOf } from '#tests/integration/statements.ts';

const calculator = calculators.get('break-even-click');
if (!calculator) throw new Error('The tests need the calculator.');
const example = exampleOf(calculator);

describe('results of calculators', () => {
  it('are kept with their numbers, listed with their figure, the newest first', async () => {
    const viewer = await newViewer();
    const day = (date: string) => () => new Date(`${date}T12:00:00Z`);
    await withClock(day('2026-03-01'), () => keepResult(viewer, calculator, example, 'Sharpening kit'));
    await withClock(day('2026-03-02'), () =>
      keepResult(viewer, calculator, { ...example, rate: ' 5 ', other: 'x' }, 'Twice as many buy'),
    );
    const kept = await listKeptResults(viewer.id);
    expect(kept).toMatchObject([
      { name: 'Twice as many buy', figure: '$1.65', query: 'price=68&costs=35&keep=11&rate=5' },
      { name: 'Sharpening kit', figure: '$0.825', slug: 'break-even-click' },
    ]);
    expect(await listKeptResults(viewer.id, 'funnel')).toEqual([]);
    expect(await statementsOf(() => listKeptResults(viewer.id))).toHaveLength(1);
    expect(await prisma().activityLog.count({ where: { userId: viewer.id, type: 'calculation_kept' } })).toBe(
      2,
    );
  });

  it('are kept once, however often and at once the form is sent; the last name counts', async () => {
    const viewer = await newViewer();
    await Promise.all([1, 2, 3, 4].map(() => keepResult(viewer, calculator, example, 'Same')));
    await keepResult(viewer, calculator, example, 'Another name');
    expect(await listKeptResults(viewer.id)).toMatchObject([{ name: 'Another name' }]);
    expect(await prisma().activityLog.count({ where: { userId: viewer.id } })).toBe(1);
  });

  it('are not kept where there is none, and no more than a list shows', async () => {
    const viewer = await newViewer();
    for (const typed of [{ ...example, price: '1e308' }, { ...example, costs: '99' }, {}])
      await expect(keepResult(viewer, calculator, typed, 'Odd')).rejects.toMatchObject({ kind: 'invalid' });
    await prisma().keptCalculation.createMany({
      data: Array.from({ length: maxKept }, (_, at) => ({
        userId: viewer.id,
        calculator: 'funnel',
        name: `${at}`,
        inputs: `profit=${at}`,
        keptAt: new Date(),
      })),
    });
    await expect(keepResult(viewer, calculator, example, 'One more')).rejects.toMatchObject({
      kind: 'conflict',
    });
  });

  it('are their owner’s: nobody else sees or removes them', async () => {
    const [viewer, other] = await Promise.all([newViewer(), newViewer()]);
    await keepResult(viewer, calculator, example, 'Mine');
    const [{ id } = { id: '' }] = await listKeptResults(viewer.id);
    expect(await listKeptResults(other.id)).toEqual([]);
    for (const odd of [id, randomUUID(), '', "' OR 1=1"])
      await expect(removeResult(other, odd)).rejects.toMatchObject({ kind: 'not_found' });
    expect(await listKeptResults(viewer.id)).toHaveLength(1);
    await removeResult(viewer, id);
    await expect(removeResult(viewer, id)).rejects.toMatchObject({ kind: 'not_found' });
    expect(await listKeptResults(viewer.id)).toEqual([]);
  });
});

const course = findCourse('seo');
const module = course?.modules[0];
if (!course || !module) throw new Error('The tests need the lesson.');
const lesson = renderLesson(module);
const [first = '', second = ''] = lesson.tasks;

describe('the checklist of a lesson', () => {
  const tickedBy = async ({ id }: { id: string }) =>
    ticksOf((await findStanding(id, course.slug)).ticks, module.id, lesson);

  it('has a box with a label for each line, which keeps its name while other lines change', () => {
    expect(lesson.tasks).toHaveLength(module.lesson.match(/^- \[ \]/gm)?.length ?? -1);
    expect(lesson.html.match(/<label><input type="checkbox"/g)).toHaveLength(lesson.tasks.length);
    const tasksOf = (lines: string[]) =>
      renderMarkdown(lines.map((line) => `- [ ] ${line}`).join('\n'), '', true).tasks;
    const [one, two, again] = tasksOf(['One', 'Two', 'One']);
    expect(new Set([one, two, again]).size).toBe(3);
    expect(tasksOf(['New', 'Two, said otherwise', 'One'])).toContain(one);
    expect(tasksOf(['Two', 'One'])).toEqual([two, one]);
    expect(tasksOf(['**One** with [a link](/courses)'])).toEqual(tasksOf(['One with a link']));
    // Where nobody keeps them, boxes are drawn.
    expect(renderMarkdown('- [ ] One').html).not.toContain('<input');
  });

  it('is kept box by box for each member, and counted', async () => {
    const [viewer, other] = await Promise.all([newViewer(), newViewer()]);
    const all = lesson.tasks.length;
    expect(await tickBox(viewer, course.slug, module.id, first, true)).toEqual({ done: 1, all });
    await Promise.all([1, 2, 3].map(() => tickBox(viewer, course.slug, module.id, second, true)));
    expect(await tickBox(viewer, course.slug, module.id, first, true)).toEqual({ done: 2, all });
    expect(await tickedBy(viewer)).toEqual([first, second]);
    expect(await tickedBy(other)).toEqual([]);
    expect(await tickBox(viewer, course.slug, module.id, first, false)).toEqual({ done: 1, all });
    expect(await tickBox(viewer, course.slug, module.id, first, false)).toEqual({ done: 1, all });
    const { ticks } = await findStanding(viewer.id, course.slug);
    expect(tickedIn(module, ticks)).toBe(`1 of ${all} done`);
    expect(tickedIn(module, [])).toBeNull();
    const shown = withTicks(lesson, await tickedBy(viewer));
    expect(shown.html.match(/ checked/g)).toHaveLength(1);
    expect(shown.html).toContain(`name="${second}" checked`);
    expect(shown.id).not.toBe(lesson.id);
    await markModuleComplete(viewer, course.slug, module.id);
    expect(await listProgress(viewer.id)).toMatchObject([{ ticks: [`${module.id} ${second}`] }]);
    expect(await statementsOf(() => findStanding(viewer.id, course.slug))).toHaveLength(1);
  });

  it('is kept as its form has it, without what the lesson has not', async () => {
    const viewer = await newViewer();
    await tickBox(viewer, course.slug, module.id, first, true);
    await keepChecklist(viewer, course.slug, module.id, [second, 't_0000000000000000', 'other']);
    expect(await tickedBy(viewer)).toEqual([second]);
    expect(await prisma().checklistTick.count({ where: { userId: viewer.id } })).toBe(1);
    for (const [slug, id, box] of [
      ['seo', 1, 't_0000000000000000'],
      ['seo', 99, first],
      ['nothing', 1, first],
      ['seo', 0, ''],
    ] as const)
      await expect(tickBox(viewer, slug, id, box, true)).rejects.toMatchObject({ kind: 'not_found' });
  });

  it('forgets nothing of a line that its lesson has dropped, and does not count it', async () => {
    const viewer = await newViewer();
    const key = { userId: viewer.id, piece: `courses/${course.slug}/module-${module.id}` };
    await prisma().checklistTick.create({
      data: { ...key, item: 't_ffffffffffffffff', tickedAt: new Date() },
    });
    expect(await tickedBy(viewer)).toEqual([]);
    expect(await tickBox(viewer, course.slug, module.id, first, true)).toMatchObject({ done: 1 });
    await keepChecklist(viewer, course.slug, module.id, []);
    expect(await prisma().checklistTick.findMany({ where: { userId: viewer.id } })).toMatchObject([
      { item: 't_ffffffffffffffff' },
    ]);
  });
});
