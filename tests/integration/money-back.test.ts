import { afterEach, describe, expect, it, vi } from 'vitest';
import { isEntitled } from '#app/domain/core/access/entitlements.server.ts';
import { findViewer } from '#app/domain/core/access/find-viewer.server.ts';
import { endRefundedSubscription } from '#app/domain/selling/billing/undo.server.ts';
import { applyPaymentEvent } from '#app/domain/selling/payment-events/apply.server.ts';
import {
  leaveFailedRefund,
  listFailedRefunds,
  resolveFailedRefund,
} from '#app/domain/selling/payment-events/failed-refunds.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { log } from '#app/platform/log.server.ts';
import { provider } from '#app/platform/payments/payments.server.ts';
import { PaymentError } from '#app/platform/payments/port.ts';
import { runCommand } from '#app/program/operator-commands.server.ts';
import {
  atStripe,
  newCardMember,
  renew,
  rowOf,
  settled,
  stripe,
  withSandbox,
} from '#tests/integration/card-buyers.ts';
import { deliverFacts, newToldMember, stateOf } from '#tests/integration/delivered-facts.ts';
import {
  newEbookSale,
  newFact,
  newSale,
  permutations,
  secondsAfter,
  someOrders,
} from '#tests/integration/facts.ts';
import { activityOf, mailsTo, newSession, newUser, subjectsTo } from '#tests/integration/people.ts';
import { doQueued, takeQueued } from '#tests/integration/queued-jobs.ts';
import { ledgerOf, newSeller, sellMembership } from '#tests/integration/sellers.ts';

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
    for (const order of someOrders(['activated', 'paid', 'linked', 'refunded'] as const)) {
      const user = await newUser();
      const sale = newSale(user.id);
      const facts = { ...sale, refunded: sale.refunded(4_700) };
      await deliverFacts(order.map((name) => facts[name]));
      expect(await hasAccess(user), order.join()).toBe(false);
      expect((await stateOf(user)).subscriptions).toMatchObject([{ isRefunded: true }]);
    }
    await takeQueued('end-subscription');
  });

  it('ends nothing that is not known here', async () => {
    await endRefundedSubscription({ provider: 'stripe', providerSubscriptionId: 'sub_of_nobody' });
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

describe('a refund of a membership that fails later', () => {
  const failedOf = async ({ id }: { id: string }) =>
    (await listFailedRefunds()).filter(({ userId }) => userId === id);

  it('opens the membership again while its subscription has not ended, and tells member and operator', async () => {
    const { user, sale } = await newToldMember();
    const refundId = `re_${user.id}`;
    await deliverFacts([sale.refunded(4_700, 'pending', refundId)]);
    expect(await hasAccess(user)).toBe(false);
    expect(await failedOf(user)).toEqual([]);
    const error = vi.spyOn(log(), 'error').mockImplementation(() => undefined);
    await deliverFacts([sale.refunded(4_700, 'failed', refundId)]);
    expect(await hasAccess(user)).toBe(true);
    expect(error.mock.calls.map(([said]) => said)).toMatchObject([
      { event: 'refund_failed', provider: 'stripe', refundId },
    ]);
    expect(await failedOf(user)).toEqual([
      {
        provider: 'stripe',
        providerRefundId: refundId,
        settledAt: null,
        userId: user.id,
        product: 'membership',
        amountCents: 4_700,
        currency: 'usd',
        createdAt: expect.any(Date),
      },
    ]);
    const [mail] = await mailsTo(user.email);
    expect(mail?.subject).toBe('Your refund did not go through');
    expect(mail?.text).toContain('We tried to give you back $47.00');
    expect(mail?.text).toContain('make the refund in another way');
    expect(mail?.text).toContain('Meanwhile your membership goes on as before');
    expect(mail?.text).not.toContain('stays yours');
    // Told twice, or late, it is said once.
    await deliverFacts([
      sale.refunded(4_700, 'failed', refundId),
      sale.refunded(4_700, 'succeeded', refundId),
    ]);
    expect(await mailsTo(user.email)).toHaveLength(3);
    await takeQueued('end-subscription');
  });

  it('leaves one ended that has ended at the provider, and is on the operator’s list until it is made otherwise', async () => {
    const { user, sale } = await newToldMember();
    const refundId = `re_${user.id}`;
    await deliverFacts([sale.refunded(4_700, 'succeeded', refundId)]);
    await deliverFacts([sale.status('canceled', secondsAfter(90))]);
    await deliverFacts([sale.refunded(4_700, 'failed', refundId)]);
    expect(await hasAccess(user)).toBe(false);
    const [mail] = await mailsTo(user.email);
    expect(mail?.subject).toBe('Your refund did not go through');
    expect(mail?.text).not.toContain('goes on');
    expect(mail?.text).toContain('/support');
    expect(await failedOf(user)).toHaveLength(1);
    expect(await runCommand(['resolve-refund', 'stripe', refundId])).toBe('The refund is off the list.');
    expect(await failedOf(user)).toEqual([]);
    expect((await activityOf(user.id)).at(-1)).toBe(
      'A refund of $47 that had failed was made in another way',
    );
    await expect(runCommand(['resolve-refund', 'stripe', refundId])).rejects.toThrow('not on the list');
    await takeQueued('end-subscription');
  });

  it('leaves the list by itself once another refund has given the money back', async () => {
    const { user, sale } = await newToldMember();
    await deliverFacts([sale.refunded(4_700, 'failed', `re_${user.id}`)]);
    expect(await failedOf(user)).toHaveLength(1);
    await deliverFacts([sale.refunded(4_700)]);
    expect(await failedOf(user)).toEqual([]);
    await takeQueued('end-subscription');
  });

  it('says nothing where another refund had given the money back before', async () => {
    const { user, sale } = await newToldMember();
    await deliverFacts([sale.refunded(4_700), sale.refunded(4_700, 'failed')]);
    expect(await failedOf(user)).toEqual([]);
    expect(await subjectsTo(user.email)).not.toContain('Your refund did not go through');
    await takeQueued('end-subscription');
  });

  it('leaves a book with its buyer, and says so', async () => {
    const user = await newUser();
    const sale = newEbookSale(user.id);
    const refundId = `re_${user.id}`;
    await deliverFacts([sale.paid, sale.refunded(700, 'succeeded', refundId)]);
    await deliverFacts([sale.refunded(700, 'failed', refundId)]);
    expect((await mailsTo(user.email))[0]?.text).toContain('what you bought stays yours');
  });
});

describe('a failed refund that was made in another way', () => {
  it('counts as a refund: of what was bought, commissions, credit note and the payer’s mail', async () => {
    const seller = await newSeller({ rate: 50 });
    const { buyer: user, ...sale } = await sellMembership(seller.id);
    const refundId = `re_${user.id}`;
    await deliverFacts([
      sale.refunded(4_700, 'succeeded', refundId),
      sale.refunded(4_700, 'failed', refundId),
    ]);
    await takeQueued('end-subscription');
    expect(await hasAccess(user)).toBe(true);
    expect((await ledgerOf(seller.id)).at(-1)).toBe('restoration 2350 refund_failed');
    const resolve = () => resolveFailedRefund({ provider: 'stripe', refundId });
    const presses = await Promise.allSettled([resolve(), resolve()]);
    expect(presses.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(await hasAccess(user)).toBe(false);
    expect((await stateOf(user)).payments).toMatchObject([
      { status: 'refunded', amountRefundedCents: 4_700 },
    ]);
    expect(await ledgerOf(seller.id)).toEqual([
      'earning 2350',
      'reversal -2350 refund',
      'restoration 2350 refund_failed',
      'reversal -2350 refund',
    ]);
    expect(await takeQueued('end-subscription')).toHaveLength(1);
    const [mail] = await mailsTo(user.email);
    expect(mail?.text).toContain('in another way');
    expect(mail?.text).toContain('CN-');
    // What the provider still says of the first one changes nothing.
    await deliverFacts([
      sale.refunded(4_700, 'failed', refundId),
      sale.refunded(4_700, 'succeeded', refundId),
    ]);
    expect((await stateOf(user)).payments).toMatchObject([{ amountRefundedCents: 4_700 }]);
  });

  it('is never of more than is left of the payment', async () => {
    const { user, sale } = await newToldMember();
    const refundId = `re_${user.id}`;
    await deliverFacts([sale.refunded(4_700, 'failed', refundId), sale.refunded(4_000)]);
    await resolveFailedRefund({ provider: 'stripe', refundId });
    expect((await stateOf(user)).payments).toMatchObject([
      { status: 'refunded', amountRefundedCents: 4_700 },
    ]);
    const made = await prisma().paymentRefund.findMany({
      where: { payment: { userId: user.id }, status: 'succeeded' },
    });
    expect(made.map(({ amountCents }) => amountCents).toSorted()).toEqual([4_000, 700]);
    await takeQueued('end-subscription');
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

describe('a failed refund that was settled before that counted', () => {
  /** A buyer whose failed refund was taken off the list, as releases before P340 did: nothing followed. */
  async function newUncounted() {
    const seller = await newSeller({ rate: 50 });
    const { buyer, ...sale } = await sellMembership(seller.id);
    const refundId = `re_${buyer.id}`;
    await deliverFacts([
      sale.refunded(4_700, 'succeeded', refundId),
      sale.refunded(4_700, 'failed', refundId),
    ]);
    await takeQueued('end-subscription');
    const resolvedAt = new Date('2026-05-01');
    await prisma().paymentRefund.updateMany({
      where: { providerRefundId: refundId },
      data: { resolvedAt },
    });
    const listed = async () => (await listFailedRefunds()).filter(({ userId }) => userId === buyer.id);
    return { buyer, sellerId: seller.id, refundId, resolvedAt, listed };
  }

  it('is on the list again, and counted by one press: access, commission and credit note follow', async () => {
    const { buyer, sellerId, refundId, resolvedAt, listed } = await newUncounted();
    expect(await listed()).toMatchObject([{ amountCents: 4_700, settledAt: resolvedAt }]);
    expect(await runCommand(['failed-refunds'])).toContain(
      `stripe ${refundId}: $47, taken off the list on 2026-05-01`,
    );
    const mails = (await mailsTo(buyer.email)).length;
    const resolve = () => resolveFailedRefund({ provider: 'stripe', refundId });
    const presses = await Promise.allSettled([resolve(), resolve()]);
    expect(presses.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(await hasAccess(buyer)).toBe(false);
    expect((await stateOf(buyer)).payments).toMatchObject([{ status: 'refunded' }]);
    expect((await ledgerOf(sellerId)).at(-1)).toBe('reversal -2350 refund');
    expect(
      await prisma().receipt.count({ where: { payment: { userId: buyer.id }, kind: 'credit_note' } }),
    ).toBe(2);
    // They have had the money for long: no email says that it is on its way.
    expect(await mailsTo(buyer.email)).toHaveLength(mails);
    expect(await listed()).toEqual([]);
    await takeQueued('end-subscription');
  });

  it('is left as paid by another press, for good', async () => {
    const { buyer, sellerId, refundId, listed } = await newUncounted();
    expect(await runCommand(['leave-refund', 'stripe', refundId])).toBe('Its payment stays paid.');
    expect(await listed()).toEqual([]);
    expect(await hasAccess(buyer)).toBe(true);
    expect((await stateOf(buyer)).payments).toMatchObject([{ status: 'paid', amountRefundedCents: 0 }]);
    expect((await ledgerOf(sellerId)).at(-1)).toBe('restoration 2350 refund_failed');
    for (const command of ['resolve-refund', 'leave-refund'])
      await expect(runCommand([command, 'stripe', refundId])).rejects.toThrow('not on the list');
  });

  it('is not left as paid where its buyer still waits for the money', async () => {
    const { user, sale } = await newToldMember();
    const refundId = `re_${user.id}`;
    await deliverFacts([sale.refunded(4_700, 'failed', refundId)]);
    await expect(leaveFailedRefund({ provider: 'stripe', refundId })).rejects.toMatchObject({
      kind: 'conflict',
    });
    expect(await listFailedRefunds()).toContainEqual(
      expect.objectContaining({ providerRefundId: refundId, settledAt: null }),
    );
  });
});
