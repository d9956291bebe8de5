import { describe, expect, it, vi } from 'vitest';
import { isEntitled } from '#app/domain/core/access/entitlements.server.ts';
import type { Viewer } from '#app/domain/core/access/viewer.ts';
import { findOwnTeam } from '#app/domain/selling/teams/own-team.server.ts';
import { changeSeats, planSeats, type SeatPlan } from '#app/domain/selling/teams/seat-changes.server.ts';
import { plannedReduction } from '#app/domain/selling/teams/seat-rules.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { provider } from '#app/platform/payments/payments.server.ts';
import { PaymentError } from '#app/platform/payments/port.ts';
import {
  card,
  openSandbox,
  renew,
  replaceCard,
  rowOf,
  sandbox,
  settled,
  stripe,
  withSandbox,
} from '#tests/integration/card-buyers.ts';
import { newViewer, subjectsTo } from '#tests/integration/people.ts';
import { ledgerOf, newSeller } from '#tests/integration/sellers.ts';
import { newTeamOwner, seat, withTeams } from '#tests/integration/team-owners.ts';

withSandbox();
withTeams();

async function planFor({ id }: Viewer, seats: number): Promise<SeatPlan> {
  const chance = await planSeats(id, seats);
  if (chance.kind === 'refused') throw new Error(chance.text);
  return chance;
}

/** Presses the button of what was shown. */
async function change(owner: Viewer, seats: number) {
  const plan = await planFor(owner, seats);
  const shown = plan.kind === 'more' ? plan.preview : { dueCents: 0, prorationAt: new Date(0) };
  const outcome = await changeSeats(owner, { seats, ...shown });
  await settled();
  return outcome;
}

const paidBy = async ({ id }: Viewer) =>
  (await prisma().payment.findMany({ where: { userId: id }, orderBy: { amountCents: 'asc' } })).map(
    ({ amountCents, kind }) => [amountCents, kind],
  );

describe('more seats', () => {
  it('are there at once, for exactly what was shown, and earn commission', async () => {
    const seller = await newSeller({ rate: 50 });
    const owner = await newTeamOwner(2);
    await prisma().user.update({ where: { id: owner.id }, data: { referredById: seller.id } });
    const plan = await planFor(owner, 5);
    expect(plan).toMatchObject({ kind: 'more', price: { totalCents: 15_000 } });
    expect(await change(owner, 5)).toBe('paid');
    const due = plan.kind === 'more' ? plan.preview.dueCents : 0;
    // Three seats for as good as a whole month.
    expect(due).toBeGreaterThan(8_900);
    expect(due).toBeLessThanOrEqual(9_000);
    expect(await paidBy(owner)).toEqual([
      [6_000, 'period'],
      [due, 'adjustment'],
    ]);
    expect(await rowOf(owner.id)).toMatchObject({ quantity: 5, amount: 15_000, toldCents: 15_000 });
    expect(await ledgerOf(seller.id)).not.toEqual([]);
    await renew(owner.id);
    expect((await paidBy(owner)).at(-1)).toEqual([15_000, 'period']);
    expect(await subjectsTo(owner.email)).toContain('Your team is ready');
  });

  it('that were pressed twice are paid once; at another price than shown nothing is taken', async () => {
    const owner = await newTeamOwner(2);
    const plan = await planFor(owner, 3);
    if (plan.kind !== 'more') throw new Error('not more');
    const shown = { seats: 3, ...plan.preview };
    await expect(changeSeats(owner, { ...shown, dueCents: shown.dueCents - 1 })).rejects.toMatchObject({
      kind: 'conflict',
    });
    expect(await changeSeats(owner, shown)).toBe('paid');
    expect(await changeSeats(owner, shown)).toBe('unchanged');
    await settled();
    expect(await changeSeats(owner, shown)).toBe('unchanged');
    expect(await paidBy(owner)).toHaveLength(2);
  });

  it('are not had where the card is refused, or the team has no such number', async () => {
    const owner = await newTeamOwner(2);
    expect(await planSeats(owner.id, 51)).toMatchObject({ kind: 'refused', text: 'Choose 2 to 50 seats.' });
    expect(await planSeats(owner.id, 1)).toMatchObject({ kind: 'refused' });
    await expect(planSeats((await newViewer()).id, 3)).rejects.toMatchObject({ kind: 'not_found' });
    await renew(owner.id, false);
    expect(await planSeats(owner.id, 3)).toMatchObject({ kind: 'refused' });
  });
});

it('more seats are refused as a whole where the card is, and had with another card', async () => {
  const owner = await newTeamOwner(2);
  await replaceCard(owner, '4000 0000 0000 0341', 'team');
  const plan = await planFor(owner, 4);
  const shown = {
    seats: 4,
    ...(plan.kind === 'more' ? plan.preview : { dueCents: 0, prorationAt: new Date(0) }),
  };
  for (let press = 0; press < 2; press += 1)
    await expect(changeSeats(owner, shown)).rejects.toThrow('Nothing was charged, and your seats stay');
  await settled();
  expect(await rowOf(owner.id)).toMatchObject({ quantity: 2, pastDueSince: null });
  expect(await paidBy(owner)).toHaveLength(1);
  await replaceCard(owner, card.number, 'team');
  expect(await change(owner, 4)).toBe('paid');
  expect(await rowOf(owner.id)).toMatchObject({ quantity: 4 });
});

describe('fewer seats', () => {
  it('count from the next payment on, are never fewer than are used, and can be taken back until then', async () => {
    const owner = await newTeamOwner(4);
    await seat(owner, await newViewer(), await newViewer());
    expect(await planSeats(owner.id, 1)).toMatchObject({ kind: 'refused' });
    await seat(owner, await newViewer());
    expect(await planSeats(owner.id, 2)).toMatchObject({
      kind: 'refused',
      text: expect.stringContaining('3 seats are taken'),
    });
    expect(await change(owner, 3)).toBe('planned');
    const team = await findOwnTeam(owner.id);
    expect(team && plannedReduction(team.subscription, new Date())).toMatchObject({ from: 4 });
    expect(await paidBy(owner), 'nothing is taken or credited').toEqual([[12_000, 'period']]);
    expect(await planSeats(owner.id, 5)).toMatchObject({
      kind: 'refused',
      text: expect.stringContaining('Choose 4'),
    });
    expect(await planSeats(owner.id, 4)).toMatchObject({ kind: 'kept' });
    expect(await change(owner, 4)).toBe('planned');
    expect(await rowOf(owner.id)).toMatchObject({ quantity: 4, paidQuantity: null });
    expect(await change(owner, 3)).toBe('planned');
    await renew(owner.id);
    expect((await paidBy(owner)).map(([cents]) => cents)).toEqual([9_000, 12_000]);
  });

  it('are taken back for nothing also where the provider’s answer did not come', async () => {
    const owner = await newTeamOwner(4);
    const seller = provider('stripe');
    const real = seller.setNextQuantity;
    const lost = vi.spyOn(seller, 'setNextQuantity').mockImplementation(async (...call) => {
      await real(...call);
      throw new PaymentError('no_answer', 'No answer came.', true);
    });
    await expect(change(owner, 2)).rejects.toMatchObject({ kind: 'unavailable' });
    lost.mockRestore();
    await settled();
    expect(await rowOf(owner.id)).toMatchObject({ quantity: 2 });
    expect(await planFor(owner, 4)).toMatchObject({ kind: 'kept' });
    expect(await change(owner, 4)).toBe('planned');
    expect(await paidBy(owner)).toHaveLength(1);
  });
});

it('what is told of a team late, twice and in another order comes to the same', async () => {
  await sandbox.close();
  await openSandbox({ disorder: { seed: 11 } });
  const owner = await newTeamOwner(2);
  const [one, other] = await Promise.all([newViewer(), newViewer()]);
  await seat(owner, one, other);
  for (const seats of [3, 5]) await change(owner, seats);
  await renew(owner.id);
  expect(await rowOf(owner.id)).toMatchObject({ quantity: 5, amount: 15_000 });
  const { providerSubscriptionId: id } = await rowOf(owner.id);
  const { data } = await stripe.invoices.list({ subscription: id, limit: 10 });
  const paid = data.reduce((sum, { amount_paid }) => sum + amount_paid, 0);
  expect((await paidBy(owner)).reduce((sum, [cents]) => sum + Number(cents), 0)).toBe(paid);
  expect(await isEntitled(other.id, 'membership')).toBe(true);
});

it('money that goes back closes the seats', async () => {
  const owner = await newTeamOwner(2);
  const one = await newViewer();
  await seat(owner, one);
  const payment = await prisma().payment.findFirstOrThrow({ where: { userId: owner.id } });
  await stripe.refunds.create({ payment_intent: String(payment.providerPaymentId) });
  await settled();
  expect(await isEntitled(one.id, 'membership')).toBe(false);
});
