import { expect, it } from 'vitest';
import { rollUpFigures } from '#app/domain/operating/analytics/roll-up.server.ts';
import { businessFigures } from '#app/domain/operating/attention/figures.server.ts';
import { joined, paid } from '#tests/integration/paying-members.ts';
import { at } from '#tests/integration/people.ts';

// The period is April 11 to May 10, and it is compared with March 12 to April 10.
const now = Date.UTC(2026, 4, 10, 12);

it('has no money to compare with before the first payment', async () => {
  const { money } = await at(now, businessFigures);
  expect(money.mrr).toEqual({ value: 0, before: null });
  expect(money.monthlyChurn).toEqual({ value: null, before: null });
});

it('compares the last 30 days of money with the 30 days before', async () => {
  const [loyal, gone, fresh] = [
    await joined('2026-01-01'),
    await joined('2026-01-01'),
    await joined('2026-05-01'),
  ];
  const month = (userId: string, from: string, until: string, extra: object = {}) =>
    paid(userId, from, { periodStart: new Date(from), periodEnd: new Date(until), ...extra });
  // Without a subscription, a payment counts until its period ends: the one that is not followed is lost on April 20.
  await month(loyal.id, '2026-03-05', '2026-04-05');
  await month(loyal.id, '2026-04-05', '2026-06-05');
  await month(gone.id, '2026-03-20', '2026-04-20');
  await month(fresh.id, '2026-05-02', '2026-06-02');
  await paid(fresh.id, '2026-05-03', { product: 'ebook', amountCents: 700 });
  await rollUpFigures();
  const { money } = await at(now, businessFigures);
  expect(money).toEqual({
    others: [],
    mrr: { value: 9_400, before: 9_400 },
    revenue: { value: 4_700, before: 2 * 4_700 },
    net: { value: 4_700 + 700, before: 2 * 4_700 },
    newMembers: { value: 1, before: 1 },
    lostMembers: { value: 1, before: 0 },
    monthlyChurn: { value: 50, before: 0 },
  });
});

it('names what is paid in other currencies beside dollars, and counts the people who pay it (P356)', async () => {
  const { money: before } = await at(now, businessFigures);
  const member = await joined('2026-05-01');
  const euros = { currency: 'eur', amountCents: 4_500 };
  await paid(member.id, '2026-05-02', {
    ...euros,
    periodStart: new Date('2026-05-02'),
    periodEnd: new Date('2026-06-02'),
  });
  await paid(member.id, '2026-04-28', { currency: 'gbp', product: 'ebook', amountCents: 650 });
  await rollUpFigures();
  const { money } = await at(now, businessFigures);
  expect(money.others).toEqual([
    { currency: 'eur', mrr: 4_500, received: 4_500, monthReceived: 4_500 },
    { currency: 'gbp', mrr: 0, received: 650, monthReceived: 0 },
  ]);
  expect(money.mrr).toEqual(before.mrr);
  expect(money.net).toEqual(before.net);
  expect(money.newMembers.value).toBe(before.newMembers.value + 1);
});
