import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { Viewer } from '#app/domain/core/access/viewer.ts';
import { soldProduct } from '#app/domain/core/catalogue/offer.ts';
import { lookupKeyOf } from '#app/domain/core/catalogue/products.ts';
import { addPrice } from '#app/domain/operating/products/prices.server.ts';
import { findMembershipState } from '#app/domain/selling/billing/billing-overview.server.ts';
import { cancelMembership, keepMembership } from '#app/domain/selling/billing/cancellation.server.ts';
import { announceRenewals } from '#app/domain/selling/billing/notices.server.ts';
import { pauseMembership, planPause } from '#app/domain/selling/pausing/pausing.server.ts';
import { countAudience, listAudience } from '#app/domain/selling/price-changes/move-audience.server.ts';
import { movePrices } from '#app/domain/selling/price-changes/move-prices.server.ts';
import { findMove, listMoved, listMoves } from '#app/domain/selling/price-changes/move-report.server.ts';
import { earliestMoveDay } from '#app/domain/selling/price-changes/move-rules.ts';
import {
  movablePrices,
  startPriceMove,
  stopPriceMove,
} from '#app/domain/selling/price-changes/moving.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { formatLongDay } from '#app/platform/date-format.ts';
import { periodAfter } from '#app/platform/payments/interval.ts';
import { provider } from '#app/platform/payments/payments.server.ts';
import { newActor } from '#tests/integration/admins.ts';
import {
  atStripe,
  newCardMember,
  renew,
  rowOf,
  sandbox,
  settled,
  stripe,
  webhooks,
  withSandbox,
} from '#tests/integration/card-buyers.ts';
import { at, mailsTo, subjectsTo } from '#tests/integration/people.ts';
import { cutOffStripe } from '#tests/integration/stripe-outage.ts';

withSandbox();

const dayMs = 864e5;
const owner = async () => (await newActor('owner')).actor;

const monthly = () => {
  const [price] = movablePrices('membership').filter(({ interval }) => interval === 'month');
  if (!price) throw new Error('no monthly price');
  return price;
};

/** Ends what runs, so that each test has its own move. */
async function clear(): Promise<void> {
  await prisma().priceMove.updateMany({ data: { stoppedAt: new Date() }, where: { stoppedAt: null } });
  await prisma().movedSubscription.deleteMany({});
  await prisma().subscription.updateMany({ data: { status: 'canceled' } });
}

async function start(dayFromNow = 31): Promise<string> {
  const day = new Date(Math.ceil((Date.now() + dayFromNow * dayMs) / dayMs) * dayMs);
  return startPriceMove(await owner(), 'membership', {
    price: lookupKeyOf(monthly()),
    day,
    reason: 'Costs have risen',
  });
}

const stateOfMoved = async ({ id: userId }: Viewer) => {
  const { state, problem } = await prisma().movedSubscription.findFirstOrThrow({ where: { userId } });
  return problem ? `${state}: ${problem}` : state;
};

/** A member of today's price, who pays an earlier one from the moment that the price is changed. */
let cents = 5_700;
async function raisePrice(): Promise<number> {
  cents += 100;
  await addPrice(await owner(), 'membership', { interval: 'month', amount: cents, reason: 'Costs' });
  return cents;
}

/** The renewal that follows on the second month, and the site's clock two days before it. */
async function renewTwice(viewer: Viewer): Promise<Date> {
  await renew(viewer.id);
  return (await rowOf(viewer.id)).currentPeriodEnd as Date;
}

beforeAll(clear);

describe('moving subscribers to a new price', () => {
  it('tells everyone, leaves out who cancels, and takes the new price with the first renewal after 30 days', async () => {
    const [stays, leaves, returns] = [await newCardMember(), await newCardMember(), await newCardMember()];
    const price = await raisePrice();
    expect(await countAudience(monthly())).toMatchObject({ moved: 3, ending: 0, fromCents: 14_100 });
    expect((await listAudience(monthly(), null)).rows).toHaveLength(3);
    const id = await start();
    await movePrices();
    await movePrices();
    const [mail, ...others] = (await mailsTo(stays.email)).filter(({ subject }) => /costs \$5/.test(subject));
    expect(others).toEqual([]);
    expect(mail?.text).toContain('$47.00 every month');
    expect(mail?.text).toContain(`$${price / 100}.00`);
    expect(mail?.text).toContain('/profile/billing/cancel');
    // The month that is paid ends before the day: its renewal takes the old price.
    const firstEnd = (await rowOf(stays.id)).currentPeriodEnd as Date;
    await at(new Date(firstEnd.getTime() - dayMs), movePrices);
    expect(await stateOfMoved(stays)).toBe('notified');
    expect((await atStripe(stays.id)).items.data[0]?.price.unit_amount).toBe(4_700);
    const secondEnd = await renewTwice(stays);
    for (const { id: userId } of [leaves, returns]) await renew(userId);
    expect(await findMembershipState(stays.id)).toMatchObject({
      nextPayment: { amountCents: price, coming: { amountCents: price } },
    });
    for (const viewer of [leaves, returns]) await cancelMembership(viewer, {});
    await settled();
    await at(new Date(secondEnd.getTime() - 2 * dayMs), movePrices);
    expect(await stateOfMoved(stays)).toBe('moved');
    // Until it ends either can keep the membership, at the price that was announced.
    for (const viewer of [leaves, returns]) expect(await stateOfMoved(viewer)).toBe('notified');
    expect(await keepMembership(returns)).toBe(true);
    await stripe.subscriptions.cancel((await rowOf(leaves.id)).providerSubscriptionId);
    await settled();
    await at(new Date(secondEnd.getTime() - dayMs), async () => {
      await movePrices();
      expect(await stateOfMoved(returns)).toBe('moved');
      expect(await stateOfMoved(leaves)).toBe('left_out: Ended');
      await announceRenewals();
    });
    await settled();
    expect(await rowOf(stays.id)).toMatchObject({ amount: price, toldCents: price, heldReason: null });
    await renew(stays.id);
    const payments = await prisma().payment.findMany({
      where: { userId: stays.id },
      orderBy: { paidAt: 'asc' },
    });
    expect(payments.map(({ amountCents }) => amountCents).sort()).toEqual([4_700, 4_700, price].sort());
    const subjects = await subjectsTo(stays.email);
    expect(subjects.filter((subject) => /costs \$/.test(subject))).toHaveLength(1);
    expect(await findMove('membership', id)).toMatchObject({
      finishedAt: expect.anything(),
      counts: { moved: 2, left_out: 1, notified: 0 },
    });
    expect((await listMoved(id, null)).rows).toHaveLength(3);
    expect(await findMove('ebook', id)).toBeNull();
    expect((await listMoves('membership'))[0]).toMatchObject({ id });
  });

  it('goes on where it was cut off: the provider has the price, the site does not know', async () => {
    await clear();
    const viewer = await newCardMember();
    const price = await raisePrice();
    await start();
    await movePrices();
    const end = await renewTwice(viewer);
    const before = new Date(end.getTime() - 2 * dayMs);
    await at(before, movePrices);
    await settled();
    await prisma().movedSubscription.updateMany({
      where: { userId: viewer.id },
      data: { state: 'notified', settledAt: null },
    });
    await prisma().priceMove.updateMany({ where: { stoppedAt: null }, data: { finishedAt: null } });
    await at(before, movePrices);
    await settled();
    expect(await stateOfMoved(viewer)).toBe('moved');
    await renew(viewer.id);
    expect(await rowOf(viewer.id)).toMatchObject({ amount: price, status: 'active' });
  });

  it('is named by the notice of a renewal only where that renewal takes it', async () => {
    await clear();
    const viewer = await newCardMember();
    const { amount } = await rowOf(viewer.id);
    const price = await raisePrice();
    await start();
    await movePrices();
    const end = await renewTwice(viewer);
    const noticeAfter = async (daysBefore: number) => {
      await prisma().movedSubscription.updateMany({
        where: { userId: viewer.id },
        data: { notifiedAt: new Date(end.getTime() - daysBefore * dayMs) },
      });
      await prisma().subscription.updateMany({ where: { userId: viewer.id }, data: { toldCents: 100 } });
      await at(new Date(end.getTime() - 5 * dayMs), announceRenewals);
      return (await mailsTo(viewer.email))[0]?.text;
    };
    expect(await noticeAfter(29)).toContain(`costs $${amount / 100}.00`);
    expect(await noticeAfter(30)).toContain(`costs $${price / 100}.00`);
  });

  it('waits for a provider that does not answer', async () => {
    await clear();
    const viewer = await newCardMember();
    await raisePrice();
    await start();
    await movePrices();
    const end = await renewTwice(viewer);
    cutOffStripe();
    await at(new Date(end.getTime() - 2 * dayMs), movePrices);
    expect(await stateOfMoved(viewer)).toBe('notified');
  });

  it('tells nobody that their price stays whom the provider moved already, as its answer was lost', async () => {
    await clear();
    const viewer = await newCardMember();
    const price = await raisePrice();
    const id = await start();
    await movePrices();
    const end = await renewTwice(viewer);
    const before = new Date(end.getTime() - 2 * dayMs);
    // The process is killed before it writes down what the provider did, and no webhook comes.
    webhooks.areTaken = false;
    const { providerSubscriptionId } = await rowOf(viewer.id);
    const sold = { ...soldProduct(monthly()), lookupKey: lookupKeyOf(monthly()) };
    expect(await provider('stripe').setNextPrice(providerSubscriptionId, sold, end)).toBe('set');
    await at(before, async () => stopPriceMove(await owner(), 'membership', id));
    await at(before, movePrices);
    webhooks.areTaken = true;
    expect(await stateOfMoved(viewer)).toBe('moved');
    expect((await subjectsTo(viewer.email)).filter((subject) => /stays as it is/.test(subject))).toEqual([]);
    await renew(viewer.id);
    expect(await rowOf(viewer.id)).toMatchObject({ amount: price });
  });

  it('leaves a price as it is where it is stopped while others are moved', async () => {
    await clear();
    const viewers = [await newCardMember(), await newCardMember()];
    const price = await raisePrice();
    const id = await start();
    await movePrices();
    for (const viewer of viewers) await renewTwice(viewer);
    const end = (await rowOf(String(viewers[0]?.id))).currentPeriodEnd as Date;
    const seller = provider('stripe');
    const setNextPrice = vi.spyOn(seller, 'setNextPrice');
    setNextPrice.mockImplementationOnce(async (...args) => {
      setNextPrice.mockRestore();
      const outcome = await seller.setNextPrice(...args);
      void stopPriceMove(await owner(), 'membership', id);
      await new Promise((resolve) => setTimeout(resolve, 300));
      return outcome;
    });
    await at(new Date(end.getTime() - 2 * dayMs), movePrices);
    await at(new Date(end.getTime() - 2 * dayMs), movePrices);
    expect((await Promise.all(viewers.map(stateOfMoved))).sort()).toEqual(['left_out: Stopped', 'moved']);
    const prices = await Promise.all(
      viewers.map(async ({ id: userId }) => (await atStripe(userId)).items.data[0]?.price.unit_amount),
    );
    expect(prices.filter((cents) => cents === price)).toHaveLength(1);
  });

  it('takes the present price where a pause ends, and names the renewal after that', async () => {
    await clear();
    const viewer = await newCardMember();
    const before = await planPause(viewer.id);
    if (before.kind !== 'offered') throw new Error('no pause');
    await pauseMembership(viewer, { months: 2, from: before.plan.from });
    await settled();
    const { pausedFrom, pausedUntil, amount } = await rowOf(viewer.id);
    const until = pausedUntil as Date;
    const price = await raisePrice();
    await start();
    await movePrices();
    const [mail] = (await mailsTo(viewer.email)).filter(({ subject }) => /costs \$/.test(subject));
    expect(mail?.subject).toContain(`from ${formatLongDay(periodAfter(until, 'month', until))}`);
    const turnTo = async (moment: Date | null, hours: number) => {
      await sandbox.turnClock(Number(moment) / 1000 + hours * 3600);
      await settled();
      await at(new Date(Number(moment) + hours * 36e5), movePrices);
    };
    await turnTo(pausedFrom, 3);
    await turnTo(until, -0.5);
    await turnTo(until, 3);
    expect(await stateOfMoved(viewer)).toBe('notified');
    const { currentPeriodEnd } = await rowOf(viewer.id);
    await turnTo(currentPeriodEnd, -48);
    expect(await stateOfMoved(viewer)).toBe('moved');
    await turnTo(currentPeriodEnd, 3);
    const payments = await prisma().payment.findMany({
      where: { userId: viewer.id },
      orderBy: { paidAt: 'asc' },
    });
    expect(payments.map(({ amountCents }) => amountCents)).toEqual([amount, amount, price]);
  });

  it('is begun once, however often and by whomever, and stopped once', async () => {
    await clear();
    const viewer = await newCardMember();
    await raisePrice();
    const presses = await Promise.allSettled([start(), start(), start()]);
    expect(presses.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const [move] = await listMoves('membership');
    await movePrices();
    expect(await stopPriceMove(await owner(), 'membership', String(move?.id))).toBe(true);
    expect(await stopPriceMove(await owner(), 'membership', String(move?.id))).toBe(false);
    await expect(stopPriceMove(await owner(), 'ebook', String(move?.id))).rejects.toMatchObject({
      kind: 'not_found',
    });
    await movePrices();
    await movePrices();
    expect(await stateOfMoved(viewer)).toBe('left_out: Stopped');
    const subjects = await subjectsTo(viewer.email);
    expect(subjects.filter((subject) => /stays as it is/.test(subject))).toHaveLength(1);
    const { amount: amountCents } = await rowOf(viewer.id);
    expect(await findMembershipState(viewer.id)).toMatchObject({ nextPayment: { amountCents } });
  });

  it('refuses days that are too near or too far, a price that was not shown, and who may not', async () => {
    await clear();
    await newCardMember();
    await raisePrice();
    await expect(start(28)).rejects.toMatchObject({ kind: 'invalid', field: 'day' });
    await expect(start(500)).rejects.toMatchObject({ kind: 'invalid', field: 'day' });
    const form = {
      price: 'membership_usd_100_month',
      day: earliestMoveDay(new Date()),
      reason: 'Costs have risen',
    };
    await expect(startPriceMove(await owner(), 'membership', form)).rejects.toMatchObject({
      kind: 'conflict',
    });
    const { actor } = await newActor('manager');
    await expect(
      startPriceMove(actor, 'membership', { ...form, price: lookupKeyOf(monthly()) }),
    ).rejects.toMatchObject({ kind: 'not_allowed' });
    expect(await prisma().movedSubscription.count()).toBe(0);
  });

  it('counts who pays with PayPal, and who has canceled, and moves neither', async () => {
    await clear();
    const paypal = await newCardMember();
    await prisma().subscription.updateMany({ where: { userId: paypal.id }, data: { provider: 'paypal' } });
    const canceled = await newCardMember();
    await cancelMembership(canceled, {});
    await settled();
    await raisePrice();
    expect(await countAudience(monthly())).toMatchObject({ moved: 0, ending: 1, elsewhere: 1 });
    await expect(start()).rejects.toThrow('Nobody pays another price');
  });
});
