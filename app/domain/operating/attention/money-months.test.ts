import { expect, it } from 'vitest';
import { moneyMonths } from '#app/domain/operating/attention/money-months.server.ts';

const month = (name: string) => new Date(`${name}-01T00:00:00Z`);
const sums = { cents: 0, people: 0, joined: 0, churned: 0, received: 0 };

it('carries MRR and members on from month to month, from what there was before the first', () => {
  const months = moneyMonths(
    {
      movements: [
        { ...sums, month: null, cents: 9_400, people: 2 },
        { ...sums, month: '2026-03', cents: -4_700, people: -1, churned: 1, received: 4_700 },
        { ...sums, month: '2026-05', cents: 9_400, people: 2, joined: 2, received: 14_100 },
      ],
      commissions: { '2026-05': 7_050 },
    },
    [
      { month: month('2026-03'), cents: 4_700 },
      { month: month('2026-04'), cents: 0 },
      { month: month('2026-05'), cents: 14_100 },
    ],
  );
  expect(months.map(({ mrrCents }) => mrrCents)).toEqual([4_700, 4_700, 14_100]);
  expect(months.map(({ netCents }) => netCents)).toEqual([4_700, 0, 7_050]);
  expect(months.map(({ joined, lost }) => [joined, lost])).toEqual([
    [0, 1],
    [0, 0],
    [2, 0],
  ]);
  // Of the two who paid when March began one had stopped by its end; of the one left nobody.
  expect(months.map(({ churnPercent }) => churnPercent)).toEqual([50, 0, 0]);
});

it('has no churn where nobody paid, and no months before the first payment', () => {
  expect(moneyMonths({ movements: null, commissions: null }, [])).toEqual([]);
  const [first] = moneyMonths({ movements: null, commissions: null }, [
    { month: month('2026-05'), cents: 0 },
  ]);
  expect(first).toMatchObject({ mrrCents: 0, netCents: 0, churnPercent: null });
});
