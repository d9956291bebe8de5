import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { calculators, exampleOf } from '#app/domain/calculators/calculators.ts';
import {
  keepResult,
  listKeptResults,
  maxKept,
  removeResult,
} from '#app/domain/calculators/kept-results.server.ts';
import { withClock } from '#app/platform/clock.server.ts';
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
