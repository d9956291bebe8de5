import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { guides, renderGuide } from '#app/domain/learning/articles/articles.server.ts';
import { calculators, exampleOf } from '#app/domain/learning/calculators/calculators.ts';
import {
  keepResult,
  listKeptResults,
  maxKept,
  removeResult,
} from '#app/domain/learning/calculators/saved-results.server.ts';
import {
  applyTicks,
  checklistProgress,
  keepChecklist,
  tickBox,
  ticksOf,
  withTicks,
} from '#app/domain/learning/checklists/checklists.server.ts';
import { findCourse, renderLesson } from '#app/domain/learning/courses/catalogue.server.ts';
import { listProgress, markModuleComplete } from '#app/domain/learning/courses/completion.server.ts';
import { findLetter, renderLetter } from '#app/domain/learning/email-course/letters.server.ts';
import { findStanding } from '#app/domain/learning/quizzes/standing.server.ts';
import { allSeries, renderAbout } from '#app/domain/learning/series/series.server.ts';
import { dropCopy, findCopy, inputsOf, keepCopy } from '#app/domain/learning/templates/copies.server.ts';
import { templateFile } from '#app/domain/learning/templates/files.server.ts';
import { longestCell, longestCopy } from '#app/domain/learning/templates/limits.ts';
import { findTemplate } from '#app/domain/learning/templates/templates.server.ts';
import { withClock } from '#app/platform/clock.server.ts';
import { renderMarkdown } from '#app/platform/content/markdown.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { checklistAction } from '#app/routes/frame/piece-marks/checklist-action.server.ts';
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
    for (const odd of [id, randomUUID(), '', "' OR 1=1"]) expect(await removeResult(other, odd)).toBe(false);
    expect(await listKeptResults(viewer.id)).toHaveLength(1);
    expect(await removeResult(viewer, id)).toBe(true);
    expect(await removeResult(viewer, id)).toBe(false);
    expect(await listKeptResults(viewer.id)).toEqual([]);
  });
});

const course = findCourse('seo');
const module = course?.modules[0];
if (!course || !module) throw new Error('The tests need the lesson.');
const lesson = renderLesson(module);
const [first = '', second = ''] = lesson.tasks;
const piece = `courses/${course.slug}/module-${module.id}`;

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
    expect(await tickBox(viewer, piece, first, true)).toEqual({ done: 1, all });
    await Promise.all([1, 2, 3].map(() => tickBox(viewer, piece, second, true)));
    expect(await tickBox(viewer, piece, first, true)).toEqual({ done: 2, all });
    expect(await tickedBy(viewer)).toEqual([first, second]);
    expect(await tickedBy(other)).toEqual([]);
    expect(await tickBox(viewer, piece, first, false)).toEqual({ done: 1, all });
    expect(await tickBox(viewer, piece, first, false)).toEqual({ done: 1, all });
    const { ticks } = await findStanding(viewer.id, course.slug);
    expect(checklistProgress(module, ticks)).toBe(`1 of ${all} done`);
    expect(checklistProgress(module, [])).toBeNull();
    const shown = withTicks(lesson, await tickedBy(viewer));
    expect(shown.html.match(/ checked/g)).toHaveLength(1);
    expect(shown.html).toContain(`name="${second}" checked`);
    expect(shown.id).not.toBe(lesson.id);
    await markModuleComplete(viewer, course.slug, module.id);
    expect(await listProgress(viewer.id)).toMatchObject([{ ticks: [`${module.id} ${second}`] }]);
    expect(await statementsOf(() => findStanding(viewer.id, course.slug))).toHaveLength(1);
  });

  it('is kept as any browser sends its form, and one is back at its count', async () => {
    const viewer = await newViewer();
    await tickBox(viewer, piece, first, true);
    const send = async (fields: Record<string, string>) => {
      const body = new URLSearchParams(fields);
      const request = new Request('http://localhost:3000/checklist', { method: 'POST', body });
      const answer = await checklistAction(request, viewer, piece, '/courses/x/module-1');
      return [answer.status, answer.headers.get('Location'), answer.headers.get('Set-Cookie') !== null];
    };
    const back = [303, '/courses/x/module-1#ticked', true];
    expect(await send({ [second]: '1' })).toEqual(back);
    expect(await tickedBy(viewer)).toEqual([second]);
    expect(await send({})).toEqual(back);
    expect(await tickedBy(viewer)).toEqual([]);
  });

  it('is kept as its form has it, without what the lesson has not', async () => {
    const viewer = await newViewer();
    await tickBox(viewer, piece, first, true);
    await keepChecklist(viewer, piece, [second, 't_0000000000000000', 'other']);
    expect(await tickedBy(viewer)).toEqual([second]);
    expect(await prisma().checklistTick.count({ where: { userId: viewer.id } })).toBe(1);
    for (const [key, box] of [
      [piece, 't_0000000000000000'],
      ['courses/seo/module-99', first],
      ['courses/seo/module-01', first],
      ['courses/nothing/module-1', first],
      ['guides/seo-google', first],
      ['playbooks/keyword-map', first],
      ['series/nothing', ''],
      ['letters/13', ''],
      ['__proto__', ''],
    ] as const)
      await expect(tickBox(viewer, key, box, true)).rejects.toMatchObject({ kind: 'not_found' });
  });

  it('of a guide, a letter and a series is kept alike, each for itself', async () => {
    const viewer = await newViewer();
    const [guide, series] = [guides().get('seo-google'), allSeries().get('entrepreneurial')];
    const letter = findLetter(3);
    if (!guide || !series || !letter) throw new Error('The test needs the texts.');
    for (const [key, text] of [
      ['guides/seo-google', renderGuide(guide)],
      ['letters/3', renderLetter(letter)],
      ['series/entrepreneurial', renderAbout(series)],
    ] as const) {
      const [box = ''] = text.tasks;
      expect(text.html, key).toContain(`name="${box}"`);
      expect(await tickBox(viewer, key, box, true)).toEqual({ done: 1, all: text.tasks.length });
      const ticks = await prisma().checklistTick.findMany({ where: { userId: viewer.id, piece: key } });
      const shown = applyTicks(
        text,
        ticks.map(({ item }) => item),
      );
      expect(shown.ticked).toBe(`1 of ${text.tasks.length} done`);
      expect(shown.text.html).toContain(`name="${box}" checked`);
    }
    expect(await prisma().checklistTick.count({ where: { userId: viewer.id } })).toBe(3);
  });

  it('forgets nothing of a line that its lesson has dropped, and does not count it', async () => {
    const viewer = await newViewer();
    const key = { userId: viewer.id, piece };
    await prisma().checklistTick.create({
      data: { ...key, item: 't_ffffffffffffffff', tickedAt: new Date() },
    });
    expect(await tickedBy(viewer)).toEqual([]);
    expect(await tickBox(viewer, piece, first, true)).toMatchObject({ done: 1 });
    await keepChecklist(viewer, piece, []);
    expect(await prisma().checklistTick.findMany({ where: { userId: viewer.id } })).toMatchObject([
      { item: 't_ffffffffffffffff' },
    ]);
  });
});

const letter = findTemplate('positioning-statement');
const report = findTemplate('monthly-marketing-report');
if (!letter || !report?.sheet) throw new Error('The tests need the templates.');
const [visits, inquiries] = inputsOf(report.sheet);
if (!visits || !inquiries) throw new Error('The report has cells to fill in.');

describe('one’s copy of a template', () => {
  it('is kept, one for each member and playbook, in place of the one before, and deleted', async () => {
    const [viewer, other] = await Promise.all([newViewer(), newViewer()]);
    await Promise.all(['a', 'b', 'c'].map((text) => keepCopy(viewer, letter, { text: `For ${text}` })));
    await withClock(
      () => new Date('2026-03-01T12:00:00Z'),
      () => keepCopy(viewer, letter, { text: 'For nurses\r\nwho\u0001 change\ud800 shifts  \n' }),
    );
    expect(await findCopy(viewer.id, letter)).toEqual({
      text: 'For nurses\nwho change\ufffd shifts',
      cells: {},
      keptAt: new Date('2026-03-01T12:00:00Z'),
    });
    expect(await findCopy(viewer.id, report)).toBeNull();
    expect(await findCopy(other.id, letter)).toBeNull();
    expect(await prisma().activityLog.count({ where: { userId: viewer.id, type: 'template_kept' } })).toBe(1);
    expect(await statementsOf(() => findCopy(viewer.id, letter))).toHaveLength(1);
    await dropCopy(other, letter);
    expect(await findCopy(viewer.id, letter)).not.toBeNull();
    await dropCopy(viewer, letter);
    await dropCopy(viewer, letter);
    expect(await findCopy(viewer.id, letter)).toBeNull();
  });

  it('of a table has what its cells hold and nothing else, and opens as a file with any sign', async () => {
    const viewer = await newViewer();
    await keepCopy(viewer, report, {
      [visits.key]: ' 4,350 ',
      [inquiries.key]: '\u000b<&>\ufffe',
      c_0000000000000000: 'no cell',
      text: 'no text',
    });
    const copy = await findCopy(viewer.id, report);
    expect(copy).toMatchObject({ text: null, cells: { [visits.key]: '4,350', [inquiries.key]: '<&>' } });
    expect(Object.keys(copy?.cells ?? {})).toHaveLength(2);
    const site = { brandName: 'Academy', appUrl: 'https://example.com' };
    for (const kind of ['docx', 'xlsx', 'csv', 'txt'] as const)
      expect((await templateFile(report, kind, copy, site))?.byteLength).toBeGreaterThan(20);
  });

  it('is refused where it is empty or too long, beside its field', async () => {
    const viewer = await newViewer();
    for (const [template, typed, field] of [
      [letter, {}, 'text'],
      [letter, { text: ' \u0001\n' }, 'text'],
      [letter, { text: 'x'.repeat(longestCopy + 1) }, 'text'],
      [report, {}, undefined],
      [report, { [visits.key]: ' ' }, undefined],
      [report, { [visits.key]: 'x'.repeat(longestCell + 1) }, visits.key],
      [report, { [visits.key]: '1.000' }, visits.key],
      [
        report,
        Object.fromEntries(
          inputsOf(report.sheet ?? { widths: [], tables: [] }).map(({ key }) => [
            key,
            'x'.repeat(longestCell),
          ]),
        ),
        undefined,
      ],
    ] as const)
      await expect(keepCopy(viewer, template, typed)).rejects.toMatchObject({ kind: 'invalid', field });
    expect(await prisma().templateCopy.count({ where: { userId: viewer.id } })).toBe(0);
  });
});
