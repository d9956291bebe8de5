import { describe, expect, it } from 'vitest';
import { findViewer } from '#app/domain/core/access/find-viewer.server.ts';
import { plainViewer } from '#app/domain/core/access/viewer.ts';
import { findMembershipState } from '#app/domain/selling/billing/billing-overview.server.ts';
import { cancelMembership, planCancellation } from '#app/domain/selling/billing/cancellation.server.ts';
import { endPaidPeriods } from '#app/domain/selling/billing/paid-periods.server.ts';
import { applyPaymentEvent } from '#app/domain/selling/payment-events/apply.server.ts';
import { deliverFacts, newToldMember, stateOf } from '#tests/integration/delivered-facts.ts';
import { newFact, newSale, permutations, secondsAfter, someOrders } from '#tests/integration/facts.ts';
import { deliver, fake, newPaypalMember, withPaypal } from '#tests/integration/paypal-buyers.ts';
import { mailsTo, newSession, newUser } from '#tests/integration/people.ts';
import { openHostedCheckout } from '#tests/integration/purchases.ts';

withPaypal();

/** Whether a request of this user is one of a member's. */
async function hasAccess(user: { id: string }): Promise<boolean | undefined> {
  return (await findViewer(await newSession(user.id)))?.viewer.hasMembership;
}

type Sale = ReturnType<typeof newSale>;

const opened = (sale: Sale) => sale.disputed({ createdAt: secondsAfter(60) });
const won = (sale: Sale) => sale.decided('won', { createdAt: secondsAfter(120) });
const lost = (sale: Sale) => sale.decided('lost', { createdAt: secondsAfter(120) });

describe('a disputed payment of a membership', () => {
  it.each([
    ['open', [opened], false, 'disputed'],
    ['won', [opened, won], true, 'paid'],
    ['lost', [opened, lost], false, 'charged_back'],
  ] as const)('that is %s comes to the same in any order, told twice', async (_, news, isOpen, status) => {
    for (const order of someOrders([0, 1, 2, 3, 4].slice(0, 3 + news.length))) {
      const user = await newUser();
      const sale = newSale(user.id);
      const facts = [sale.activated, sale.paid, sale.linked, ...news.map((fact) => fact(sale))];
      const told = order.flatMap((index) => facts[index] ?? []);
      await deliverFacts([...told, ...told]);
      expect(await hasAccess(user), order.join()).toBe(isOpen);
      const state = await stateOf(user);
      expect(state).toMatchObject({
        plan: 'membership',
        subscriptions: [{ status: 'active', isDisputed: !isOpen }],
        payments: [{ status }],
      });
      expect(state.mails).toEqual(['Welcome: your membership is active']);
    }
  });

  it('closes nothing any more once the next one is there', async () => {
    const { user, sale } = await newToldMember();
    await deliverFacts([opened(sale), lost(sale)]);
    expect(await hasAccess(user)).toBe(false);
    const { subscriptionId, metadata } = sale;
    const next = { subscriptionId, metadata, invoiceId: `${sale.invoiceId}_2`, amountCents: 4_700 };
    await applyPaymentEvent(newFact('invoice_paid', { ...next, createdAt: secondsAfter(2_592_000) }));
    expect(await hasAccess(user)).toBe(true);
    await applyPaymentEvent(sale.disputed({ disputeId: `dp_late_${user.id}` }));
    expect(await hasAccess(user)).toBe(true);
  });

  it('is told on the billing page, and at a checkout as what it is', async () => {
    const { user, sale } = await newToldMember();
    await applyPaymentEvent(opened(sale));
    expect(await findMembershipState(user.id)).toEqual({
      kind: 'disputed',
      provider: 'stripe',
      isCanceled: false,
      until: null,
    });
    expect(await planCancellation(user.id)).toMatchObject({ isDisputed: true, endsAtOnce: false });
    const viewer = { ...plainViewer, ...user, sessionId: user.id };
    await expect(openHostedCheckout(viewer)).rejects.toMatchObject({
      kind: 'conflict',
      message: expect.stringContaining('on hold'),
    });
  });
});

describe('a case at PayPal', () => {
  it.each([
    ['RESOLVED_SELLER_FAVOUR', true],
    ['CANCELED_BY_BUYER', true],
    ['RESOLVED_BUYER_FAVOUR', false],
  ])('closes the membership while it is open, and then decides: %s', async (outcome, isOpen) => {
    const { viewer, saleId } = await newPaypalMember();
    const disputeId = await fake.dispute(saleId);
    await deliver();
    expect(await hasAccess(viewer)).toBe(false);
    await fake.resolve(disputeId, outcome);
    await deliver();
    expect(await hasAccess(viewer)).toBe(isOpen);
  });

  it('that is won undoes the reversal before it, in whatever order they are told', async () => {
    for (const order of permutations([0, 1, 2])) {
      const { viewer, saleId } = await newPaypalMember();
      const disputeId = await fake.dispute(saleId);
      await fake.reverse(saleId);
      await fake.resolve(disputeId, 'RESOLVED_SELLER_FAVOUR');
      const told = await fake.take();
      await deliver(order.flatMap((index) => told[index] ?? []));
      expect(await hasAccess(viewer), order.join()).toBe(true);
      expect((await stateOf(viewer)).payments).toMatchObject([{ status: 'paid' }]);
    }
  });

  it('of a membership that is canceled ends it when it is lost, and not before', async () => {
    const { viewer, id, saleId } = await newPaypalMember();
    const disputeId = await fake.dispute(saleId);
    await deliver();
    await cancelMembership(viewer, {});
    await deliver();
    const [mail] = await mailsTo(viewer.email);
    expect(mail?.text).toContain('is in dispute');
    await endPaidPeriods();
    expect(await findMembershipState(viewer.id)).toMatchObject({ kind: 'disputed', isCanceled: true });
    expect((await fake.subscription(id))?.status).toBe('CANCELLED');
    await fake.resolve(disputeId, 'RESOLVED_BUYER_FAVOUR');
    await deliver();
    await endPaidPeriods();
    expect(await findMembershipState(viewer.id)).toMatchObject({
      kind: 'charged_back',
      endedAt: expect.any(Date),
    });
  });
});
