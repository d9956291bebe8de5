import { afterEach, describe, expect, it, vi } from 'vitest';
import { isEntitled } from '#app/domain/access/entitlements.server.ts';
import { findViewer } from '#app/domain/access/find-viewer.server.ts';
import { applyPaymentEvent } from '#app/domain/payment-events/apply.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { provider } from '#app/platform/payments/payments.server.ts';
import { PaymentError } from '#app/platform/payments/port.ts';
import {
  atStripe,
  newCardMember,
  renew,
  rowOf,
  settled,
  stripe,
  withSandbox,
} from '#tests/integration/card-buyers.ts';
import { newEbookSale, newFact, newSale, permutations, secondsAfter } from '#tests/integration/facts.ts';
import { newSession, newUser, subjectsTo } from '#tests/integration/people.ts';
import { doQueued, takeQueued } from '#tests/integration/queued-jobs.ts';
import { deliverFacts, newToldMember, stateOf } from '#tests/integration/told.ts';

withSandbox();

afterEach(() => {
  vi.restoreAllMocks();
});

const hasAccess = async ({ id }: { id: string }) =>
  (await findViewer(await newSession(id)))?.viewer.hasMembership;

const latestPayment = async (userId: string) =>
  String(
    (await prisma().payment.findFirstOrThrow({ where: { userId }, orderBy: { paidAt: 'desc' } }))
      .providerPaymentId,
  );

describe('a full refund of the latest membership payment (P43)', () => {
  it('ends the membership at once, at the provider too', async () => {
    const viewer = await newCardMember();
    await takeQueued('end-subscription');
    await stripe.refunds.create({ payment_intent: await latestPayment(viewer.id) });
    await settled();
    expect(await hasAccess(viewer)).toBe(false);
    await doQueued('end-subscription');
    await settled();
    expect((await atStripe(viewer.id)).status).toBe('canceled');
    expect(await rowOf(viewer.id)).toMatchObject({ status: 'canceled' });
    expect((await subjectsTo(viewer.email)).toSorted()).toEqual([
      'Welcome: your membership is active',
      'Your membership is canceled',
      'Your refund is on its way',
    ]);
  });

  it('is no end when it is of a part, or of an earlier payment', async () => {
    const viewer = await newCardMember();
    const first = await latestPayment(viewer.id);
    await stripe.refunds.create({ payment_intent: first, amount: 4_600 });
    await settled();
    expect(await hasAccess(viewer)).toBe(true);
    await renew(viewer.id);
    await stripe.refunds.create({ payment_intent: first });
    await settled();
    expect(await hasAccess(viewer)).toBe(true);
    expect(await takeQueued('end-subscription')).toEqual([]);
  });

  it('comes to the same in any order of its events', async () => {
    for (const order of permutations(['activated', 'paid', 'linked', 'refunded'] as const)) {
      const user = await newUser();
      const sale = newSale(user.id);
      const facts = { ...sale, refunded: sale.refunded(4_700) };
      await deliverFacts(order.map((name) => facts[name]));
      expect(await hasAccess(user), order.join()).toBe(false);
      expect((await stateOf(user)).subscriptions).toMatchObject([{ isRefunded: true }]);
    }
    await takeQueued('end-subscription');
  });

  it('ends nothing any more where the refund has failed meanwhile', async () => {
    const { user, sale } = await newToldMember();
    await takeQueued('end-subscription');
    await deliverFacts([sale.refunded(4_700, 'succeeded', `re_${user.id}`)]);
    expect(await hasAccess(user)).toBe(false);
    await deliverFacts([sale.refunded(4_700, 'failed', `re_${user.id}`)]);
    expect(await hasAccess(user)).toBe(true);
    // The provider knows no such subscription: asking it to end would fail.
    await doQueued('end-subscription');
  });
});

describe('a refund that fails at the bank', () => {
  it('is no refund, in whatever order it is told', async () => {
    const statuses = ['pending', 'succeeded', 'failed'] as const;
    for (const order of permutations(statuses)) {
      const user = await newUser();
      const sale = newEbookSale(user.id);
      const told = order.map((status) => sale.refunded(700, status, `re_${user.id}`));
      await deliverFacts([sale.paid, ...told]);
      expect((await stateOf(user)).payments, order.join()).toMatchObject([
        { status: 'paid', amountRefundedCents: 0 },
      ]);
      expect(await isEntitled(user.id, 'ebook')).toBe(true);
      expect(
        await prisma().paymentRefund.findMany({ where: { payment: { userId: user.id } } }),
      ).toMatchObject([{ status: 'failed', amountCents: 700 }]);
    }
  });
});

describe('a dispute', () => {
  it('that is an inquiry changes no access; once it takes the money it does, in any order', async () => {
    const { user, sale } = await newToldMember();
    await deliverFacts([sale.inquired({ createdAt: secondsAfter(60) })]);
    expect(await hasAccess(user)).toBe(true);
    expect((await stateOf(user)).payments).toMatchObject([{ status: 'paid' }]);
    await deliverFacts([sale.disputed({ createdAt: secondsAfter(120) })]);
    expect(await hasAccess(user)).toBe(false);

    const { user: other, sale: late } = await newToldMember();
    await deliverFacts([late.disputed({ createdAt: secondsAfter(120) })]);
    await deliverFacts([late.inquired({ createdAt: secondsAfter(60) })]);
    expect(await hasAccess(other)).toBe(false);
  });

  it('of a part closes nothing, and is known when it is lost', async () => {
    const { user, sale } = await newToldMember();
    await deliverFacts([sale.disputed({ amountCents: 500, createdAt: secondsAfter(60) })]);
    expect(await hasAccess(user)).toBe(true);
    await deliverFacts([sale.decided('lost', { amountCents: 500, createdAt: secondsAfter(90) })]);
    expect(await hasAccess(user)).toBe(true);
    expect((await stateOf(user)).payments).toMatchObject([
      { status: 'partially_charged_back', chargedBackCents: 500 },
    ]);
  });

  it('that is an inquiry, closed, leaves nothing behind', async () => {
    const { user, sale } = await newToldMember();
    const closed = sale.decided('inquiry_closed', { createdAt: secondsAfter(90) });
    await deliverFacts([closed, sale.inquired({ createdAt: secondsAfter(60) })]);
    expect((await stateOf(user)).payments).toMatchObject([{ status: 'paid' }]);
  });
});

describe('cancel and keep within one second', () => {
  it('ends as it stands at the provider, in either order', async () => {
    for (const isToEnd of [false, true])
      for (const order of permutations([true, false])) {
        const viewer = await newCardMember();
        const { providerSubscriptionId: subscriptionId } = await rowOf(viewer.id);
        await provider('stripe').setCancelAtPeriodEnd(subscriptionId, isToEnd);
        await settled();
        // The provider tells times in whole seconds.
        const createdAt = new Date(Math.ceil(Date.now() / 1000) * 1000 + 60_000);
        const state = await provider('stripe').findSubscription(subscriptionId);
        if (!state) throw new Error('no subscription');
        const told = order.map((cancelAtPeriodEnd) =>
          newFact('subscription_updated', { ...state, subscriptionId, createdAt, cancelAtPeriodEnd }),
        );
        await deliverFacts(told);
        expect(await rowOf(viewer.id), `${isToEnd} ${order}`).toMatchObject({ cancelAtPeriodEnd: isToEnd });
      }
  });

  it('is asked for again while the provider cannot say', async () => {
    const { user, sale } = await newToldMember();
    const at = secondsAfter(60);
    await applyPaymentEvent(sale.status('active', at, { cancelAtPeriodEnd: true }));
    vi.spyOn(provider('stripe'), 'findSubscription').mockRejectedValue(
      new PaymentError('down', 'Not reached.', true),
    );
    expect(await applyPaymentEvent(sale.status('active', at))).toBe('retry');
    expect((await stateOf(user)).subscriptions).toMatchObject([{ cancelAtPeriodEnd: true }]);
  });
});
