import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { Viewer } from '#app/domain/core/access/viewer.ts';
import { lookupKeyOf } from '#app/domain/core/catalogue/products.ts';
import { addPrice } from '#app/domain/operating/products/prices.server.ts';
import { setStatusOfMany } from '#app/domain/operating/users/user-status.server.ts';
import { planMonthly, switchToMonthly } from '#app/domain/selling/price-changes/monthly-switch.server.ts';
import { countAudience } from '#app/domain/selling/price-changes/move-audience.server.ts';
import { movePrices } from '#app/domain/selling/price-changes/move-prices.server.ts';
import { movablePrices, startPriceMove } from '#app/domain/selling/price-changes/moving.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { provider } from '#app/platform/payments/payments.server.ts';
import { setAccountStatus } from '#tests/integration/account-status.ts';
import { newActor } from '#tests/integration/admins.ts';
import {
  atStripe,
  newCardMember,
  renew,
  rowOf,
  settled,
  stripe,
  webhooks,
  withSandbox,
} from '#tests/integration/card-buyers.ts';
import { activityOf, at, mailsTo, subjectsTo } from '#tests/integration/people.ts';
import { takeQueued } from '#tests/integration/queued-jobs.ts';
import { sellYears, switchOver, yearlyCents } from '#tests/integration/yearly-switches.ts';

withSandbox();

beforeAll(sellYears);

const dayMs = 864e5;
const monthKey = 'membership_usd_4700_month';

/** A member who pays by the year, and by the month once the year is over. */
async function newSwitchingMember(): Promise<Viewer> {
  const viewer = await newCardMember();
  await switchOver(viewer);
  const chance = await planMonthly(viewer.id);
  if (chance.kind !== 'offered') throw new Error(chance.kind);
  const { to, switchesAt } = chance.plan;
  await switchToMonthly(viewer, { price: to.lookupKey, switchesAt });
  await settled();
  return viewer;
}

const monthlySubjects = async ({ email }: Viewer) =>
  (await subjectsTo(email)).filter((subject) => /every month for/.test(subject));

const withdrawn = async ({ id }: Viewer) =>
  (await activityOf(id)).filter((line) => line.startsWith('Switch of the payment withdrawn'));

describe('a switch to the month, where the account is deactivated before it comes', () => {
  it.each(['in order', 'only after the account is active again'])(
    'is made all the same once the account is active again, its events told %s',
    async (order) => {
      const viewer = await newSwitchingMember();
      if (order !== 'in order') webhooks.areTaken = false;
      await setAccountStatus(viewer.id, 'inactive');
      expect(await atStripe(viewer.id)).toMatchObject({ schedule: null, cancel_at_period_end: true });
      await setAccountStatus(viewer.id, 'active');
      webhooks.areTaken = true;
      await settled();
      expect(await rowOf(viewer.id)).toMatchObject({
        nextPrice: monthKey,
        suspendedAt: null,
        cancelAtPeriodEnd: false,
        amount: yearlyCents,
      });
      // It was told when it was asked for; that it goes on tells it again, and nothing else does.
      expect(await monthlySubjects(viewer)).toHaveLength(1);
      expect(await withdrawn(viewer)).toEqual([]);
      const [mail] = await mailsTo(viewer.email);
      expect(mail?.subject).toBe('Your membership goes on');
      expect(mail?.text).toContain('is $47.00');
      await renew(viewer.id);
      expect(await rowOf(viewer.id)).toMatchObject({ interval: 'month', amount: 4_700, nextPrice: null });
      await renew(viewer.id);
      expect((await atStripe(viewer.id)).metadata).not.toHaveProperty('suspended');
    },
  );

  it.each(['after', 'before'])(
    'is told to be lost, to its member and in the activity, where the price is sold no more, its event taken %s the answer',
    async (order) => {
      const viewer = await newSwitchingMember();
      await setAccountStatus(viewer.id, 'inactive');
      const { data } = await stripe.prices.list({ lookup_keys: [monthKey] });
      const price = String(data[0]?.id);
      await stripe.prices.update(price, { active: false });
      const card = provider('stripe');
      const { activateSubscription } = card;
      if (order === 'before')
        vi.spyOn(card, 'activateSubscription').mockImplementationOnce(async (...input) => {
          const activation = await activateSubscription(...input);
          await settled();
          return activation;
        });
      await setAccountStatus(viewer.id, 'active');
      await stripe.prices.update(price, { active: true });
      expect(await atStripe(viewer.id)).toMatchObject({ schedule: null, cancel_at_period_end: false });
      expect(await rowOf(viewer.id)).toMatchObject({ nextPrice: null, suspendedAt: null });
      const [mail] = await mailsTo(viewer.email);
      expect(mail?.text).toContain('is $470.00');
      expect(mail?.text).toContain('We could not arrange that again');
      expect(await withdrawn(viewer)).toHaveLength(1);
    },
  );

  it('is arranged again where the answer was lost, and is the same however often Stripe is asked', async () => {
    const viewer = await newSwitchingMember();
    const { providerSubscriptionId: id } = await rowOf(viewer.id);
    const card = provider('stripe');
    for (const _ of [1, 2]) await card.suspendSubscription(id, 'Deactivated');
    // As far as a call came that was cut off: it is not to end any more, and nothing else.
    await stripe.subscriptions.update(id, { cancel_at_period_end: false });
    for (const _ of [1, 2])
      expect(await card.activateSubscription(id, 'Activated')).toEqual({ nextPrice: monthKey });
    expect((await atStripe(viewer.id)).schedule).not.toBeNull();
    await settled();
    expect(await rowOf(viewer.id)).toMatchObject({ nextPrice: monthKey });
  });

  it.each(['the mark was taken away', 'the switch was given up'])(
    'goes on where a call was cut off before %s, though Stripe takes no end of what a schedule holds',
    async (cut) => {
      const viewer = await newSwitchingMember();
      const { providerSubscriptionId: id } = await rowOf(viewer.id);
      const mark = () => stripe.subscriptions.update(id, { metadata: { suspended: 'true' } });
      if (cut === 'the mark was taken away') {
        await setAccountStatus(viewer.id, 'inactive');
        await provider('stripe').activateSubscription(id, 'Activated');
        await mark();
      } else {
        const { actor } = await newActor('owner');
        await setStatusOfMany(actor, [viewer.id], 'inactive');
        await takeQueued('cancel-renewals');
        await prisma().subscription.updateMany({
          where: { userId: viewer.id },
          data: { suspendedAt: new Date() },
        });
        await mark();
      }
      await settled();
      expect((await atStripe(viewer.id)).schedule).not.toBeNull();
      await setAccountStatus(viewer.id, 'active');
      expect((await atStripe(viewer.id)).metadata).not.toHaveProperty('suspended');
      expect(await rowOf(viewer.id)).toMatchObject({ nextPrice: monthKey, suspendedAt: null });
      expect(await subjectsTo(viewer.email)).toContain('Your membership goes on');
      await renew(viewer.id);
      expect(await rowOf(viewer.id)).toMatchObject({ interval: 'month', amount: 4_700, nextPrice: null });
    },
  );
});

describe('a move to a new price, where an account is deactivated meanwhile', () => {
  const monthly = () => {
    const [price] = movablePrices('membership').filter(({ interval }) => interval === 'month');
    if (!price) throw new Error('no monthly price');
    return price;
  };

  async function start(): Promise<void> {
    const { actor } = await newActor('owner');
    const day = new Date(Math.ceil((Date.now() + 31 * dayMs) / dayMs) * dayMs);
    await startPriceMove(actor, 'membership', { price: lookupKeyOf(monthly()), day, reason: 'Costs' });
  }

  const stateOfMoved = async ({ id: userId }: Viewer) =>
    (await prisma().movedSubscription.findFirstOrThrow({ where: { userId } })).state;

  const toldPrices = async ({ email }: Viewer) =>
    (await subjectsTo(email)).filter((subject) => /costs \$57/.test(subject));

  it('waits for it, and takes the new price 30 days after its member was told', async () => {
    await prisma().subscription.updateMany({ data: { status: 'canceled' } });
    const [told, untold, ended] = [await newCardMember(), await newCardMember(), await newCardMember()];
    const { actor } = await newActor('owner');
    await addPrice(actor, 'membership', { interval: 'month', amount: 5_700, reason: 'Costs' });
    await setAccountStatus(untold.id, 'inactive');
    expect(await countAudience(monthly())).toMatchObject({ moved: 3, ending: 0 });
    await start();
    await movePrices();
    expect([await stateOfMoved(told), await stateOfMoved(untold)]).toEqual(['notified', 'waiting']);
    expect(await toldPrices(untold)).toEqual([]);
    await renew(told.id);
    await renew(ended.id);
    for (const { id } of [told, ended]) await setAccountStatus(id, 'inactive');
    const end = (await rowOf(told.id)).currentPeriodEnd as Date;
    await at(new Date(end.getTime() - 2 * dayMs), movePrices);
    expect(await stateOfMoved(told)).toBe('notified');

    for (const { id } of [told, untold]) await setAccountStatus(id, 'active');
    expect((await mailsTo(told.email))[0]?.text).toContain('is $57.00');
    await movePrices();
    expect(await toldPrices(untold)).toHaveLength(1);
    await at(new Date(end.getTime() - dayMs), movePrices);
    expect(await stateOfMoved(told)).toBe('moved');
    await prisma().subscription.updateMany({ where: { userId: ended.id }, data: { status: 'canceled' } });
    await movePrices();
    expect(await stateOfMoved(ended)).toBe('left_out');
    await settled();
    await renew(told.id);
    const payments = await prisma().payment.findMany({
      where: { userId: told.id },
      orderBy: { periodStart: 'asc' },
      select: { amountCents: true },
    });
    expect(payments.map(({ amountCents }) => amountCents)).toEqual([4_700, 4_700, 5_700]);
  });
});
