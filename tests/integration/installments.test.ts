import { describe, expect, it } from 'vitest';
import { isEntitled } from '#app/domain/core/access/entitlements.server.ts';
import { findSubscriptionStates } from '#app/domain/selling/billing/billing-overview.server.ts';
import {
  cancelMembership,
  findSubscribed,
  keepMembership,
  planCancellation,
} from '#app/domain/selling/billing/cancellation.server.ts';
import { announceRenewals } from '#app/domain/selling/billing/notices.server.ts';
import { startPurchase } from '#app/domain/selling/billing/purchase.server.ts';
import { planRefund } from '#app/domain/selling/billing/refund-request.server.ts';
import { findRefundable } from '#app/domain/selling/billing/user-money.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { dayMs } from '#app/platform/durations.ts';
import type { PaymentFact } from '#app/platform/payments/facts.ts';
import {
  atStripe,
  confirmPayment,
  loseWebhooks,
  pay,
  payHosted,
  renew,
  rowOf,
  settled,
  stripe,
  withSandbox,
} from '#tests/integration/card-buyers.ts';
import { deliverFacts } from '#tests/integration/delivered-facts.ts';
import { newFact, saleAt } from '#tests/integration/facts.ts';
import { atOnce, inThree, newPlanHolder, withInstallments } from '#tests/integration/installment-plans.ts';
import { at, mailsTo, newUser, newViewer, subjectsTo } from '#tests/integration/people.ts';
import { doQueued } from '#tests/integration/queued-jobs.ts';
import { newSeller } from '#tests/integration/sellers.ts';

withSandbox();
withInstallments();

const gives = inThree.gives as `only:${string}`;
const has = (userId: string) => isEntitled(userId, gives);
const limited = () => doQueued('settle-installments');

const paymentsOf = (userId: string) =>
  prisma().payment.findMany({ where: { userId }, orderBy: [{ paidAt: 'asc' }, { id: 'asc' }] });

/** Pays the two that are left of three. */
async function payRest(userId: string): Promise<void> {
  await renew(userId);
  await renew(userId);
  await limited();
  await settled();
}

describe('three monthly payments (P336)', () => {
  it('are taken and no fourth one; what was bought is had from the first on, and for good after the last', async () => {
    const seller = await newSeller();
    const viewer = await newViewer();
    await prisma().user.update({ where: { id: viewer.id }, data: { referredById: seller.id } });
    const { clientSecret } = await startPurchase(viewer, inThree, 'card_form');
    expect(await has(viewer.id)).toBe(false);
    await pay(String(clientSecret));
    await limited();
    await settled();
    expect(await has(viewer.id)).toBe(true);
    expect(await rowOf(viewer.id)).toMatchObject({
      status: 'active',
      installments: 3,
      installmentsTaken: 1,
      paidOffAt: null,
      cancelAtPeriodEnd: false,
      heldReason: null,
    });
    // The provider knows the end itself, should the site be gone by then.
    const { cancel_at, start_date } = await atStripe(viewer.id);
    expect(Number(cancel_at) - start_date).toBeGreaterThan(88 * 24 * 3600);
    expect(Number(cancel_at) - start_date).toBeLessThan(93 * 24 * 3600);
    const { plans } = await findSubscriptionStates(viewer.id);
    expect(plans).toMatchObject([
      { installments: 3, installmentsTaken: 1, amountCents: 4_900, state: { kind: 'active' } },
    ]);

    await payRest(viewer.id);
    const row = await rowOf(viewer.id);
    expect(row).toMatchObject({ status: 'canceled', installmentsTaken: 3 });
    expect(row.paidOffAt).not.toBeNull();
    expect((await atStripe(viewer.id)).status).toBe('canceled');
    expect(await has(viewer.id)).toBe(true);
    const payments = await paymentsOf(viewer.id);
    expect(payments.map(({ installment, amountCents }) => [installment, amountCents])).toEqual([
      [1, 4_900],
      [2, 4_900],
      [3, 4_900],
    ]);
    const receipts = await prisma().receipt.findMany({
      where: { userId: viewer.id },
      orderBy: { sequence: 'asc' },
    });
    expect(receipts.map(({ lines }) => (lines as { description: string }[])[0]?.description)).toEqual([
      'SEO bundle, payment 1 of 3',
      'SEO bundle, payment 2 of 3',
      'SEO bundle, payment 3 of 3',
    ]);
    const subjects = await subjectsTo(viewer.email);
    expect(subjects.filter((subject) => subject === 'SEO bundle is paid in full')).toHaveLength(1);
    expect(subjects.some((subject) => /cancel|ended|renew/i.test(subject))).toBe(false);
    // Commission is on what was paid.
    const commissions = await prisma().commission.findMany({ where: { payment: { userId: viewer.id } } });
    expect(commissions.map(({ referrerId, basisCents }) => [referrerId, basisCents])).toEqual([
      [seller.id, 4_900],
      [seller.id, 4_900],
      [seller.id, 4_900],
    ]);
    await expect(startPurchase(viewer, inThree, 'card_form')).rejects.toThrow('already have');
    await expect(startPurchase(viewer, atOnce, 'card_form')).rejects.toThrow('already have');
  });

  it('end at the provider by themselves where the site hears nothing of it', async () => {
    const viewer = await newPlanHolder();
    await limited();
    await settled();
    await loseWebhooks(async () => {
      await renew(viewer.id);
      await renew(viewer.id);
      await renew(viewer.id);
    });
    const { status, id } = await atStripe(viewer.id);
    expect(status).toBe('canceled');
    const { data } = await stripe.invoices.list({ subscription: id, status: 'paid' });
    expect(data).toHaveLength(3);
  });

  it('begin on the provider’s page too, without a box for codes', async () => {
    const viewer = await newViewer();
    const { url } = await startPurchase(viewer, inThree, 'card_page');
    await payHosted(String(url));
    await limited();
    expect(await rowOf(viewer.id)).toMatchObject({ installments: 3, installmentsTaken: 1, heldReason: null });
    await expect(startPurchase(viewer, inThree, 'wallet')).rejects.toThrow('not offered');
  });

  it('come to the same when two tabs begin them, and when what is told comes twice', async () => {
    const viewer = await newViewer();
    const [first, second] = await Promise.all([
      startPurchase(viewer, inThree, 'card_form'),
      startPurchase(viewer, inThree, 'card_form'),
    ]);
    expect(first.clientSecret).toBe(second.clientSecret);
    await confirmPayment(String(first.clientSecret));
    await settled();
    await limited();
    await limited();
    expect(await paymentsOf(viewer.id)).toHaveLength(1);
    await expect(startPurchase(viewer, atOnce, 'card_form')).rejects.toThrow('already have');
  });
});

describe('what two tabs pay, each in another way', () => {
  it('is had once, and the other money goes back', async () => {
    const viewer = await newViewer();
    const plan = await startPurchase(viewer, inThree, 'card_form');
    const single = await startPurchase(viewer, atOnce, 'card_form');
    await pay(String(plan.clientSecret));
    await pay(String(single.clientSecret));
    await doQueued('refund-payment');
    await settled();
    expect((await paymentsOf(viewer.id)).map(({ product, status }) => [product, status]).toSorted()).toEqual([
      [atOnce.key, 'refunded'],
      [inThree.key, 'paid'],
    ]);
    const other = await newViewer();
    const [late, first] = [
      await startPurchase(other, inThree, 'card_form'),
      await startPurchase(other, atOnce, 'card_form'),
    ];
    await pay(String(first.clientSecret));
    await pay(String(late.clientSecret));
    await doQueued('undo-subscription');
    await settled();
    expect((await paymentsOf(other.id)).map(({ product, status }) => [product, status]).toSorted()).toEqual([
      [atOnce.key, 'paid'],
      [inThree.key, 'refunded'],
    ]);
    expect((await atStripe(other.id)).status).toBe('canceled');
    for (const { id } of [viewer, other]) expect(await has(id)).toBe(true);
  });
});

describe('canceling them', () => {
  it('takes no more, leaves the month that is paid, and is taken back with the end that was agreed', async () => {
    const viewer = await newPlanHolder();
    await limited();
    await settled();
    const agreed = (await atStripe(viewer.id)).cancel_at;
    expect(await findSubscribed(viewer.id)).toContain(gives);
    expect(await planCancellation(viewer.id, gives)).toMatchObject({ canBeKept: true, endsAtOnce: false });
    await cancelMembership(viewer, {}, gives);
    await settled();
    expect((await findSubscriptionStates(viewer.id)).plans).toMatchObject([
      { state: { kind: 'running_out' } },
    ]);
    expect(await subjectsTo(viewer.email)).toContain('Your payments for SEO bundle are canceled');
    await keepMembership(viewer, gives);
    await settled();
    expect((await findSubscriptionStates(viewer.id)).plans).toMatchObject([{ state: { kind: 'active' } }]);
    expect((await atStripe(viewer.id)).cancel_at).toBe(agreed);
    // Somebody takes the end off at the provider: the next payment has it set again.
    await stripe.subscriptions.update((await atStripe(viewer.id)).id, { cancel_at: '' });
    await settled();
    await renew(viewer.id);
    await limited();
    await settled();
    expect((await atStripe(viewer.id)).cancel_at).toBe(agreed);
    await cancelMembership(viewer, {}, gives);
    await renew(viewer.id);
    expect(await has(viewer.id)).toBe(false);
    expect(await paymentsOf(viewer.id)).toHaveLength(2);
    // Begun again it is begun anew.
    const { clientSecret } = await startPurchase(viewer, inThree, 'card_form');
    await pay(String(clientSecret));
    expect(await has(viewer.id)).toBe(true);
  });
});

describe('money that goes back', () => {
  it('ends a plan, whichever payment it is of; in part it changes nothing', async () => {
    const viewer = await newPlanHolder();
    await renew(viewer.id);
    const [first] = await paymentsOf(viewer.id);
    const of = { payment_intent: first?.providerPaymentId ?? '' };
    expect(await planRefund(viewer.id, first?.id ?? '')).toMatchObject({ ends: 'subscription' });
    expect(await findRefundable(viewer.id, first?.id ?? '')).toMatchObject({ endsSubscription: true });
    await stripe.refunds.create({ ...of, amount: 900 });
    await settled();
    expect(await has(viewer.id)).toBe(true);
    await stripe.refunds.create(of);
    await settled();
    expect(await has(viewer.id)).toBe(false);
    await limited();
    await settled();
    expect((await atStripe(viewer.id)).status).toBe('canceled');
  });

  it('closes what is paid in full while a payment is in dispute, and for good where the bank keeps it', async () => {
    const viewer = await newPlanHolder();
    await payRest(viewer.id);
    const [first] = await paymentsOf(viewer.id);
    await stripe.rawRequest(
      'POST',
      `/v1/test_helpers/payment_intents/${first?.providerPaymentId}/dispute`,
      {},
    );
    await settled();
    expect(await has(viewer.id)).toBe(false);
    const { data } = await stripe.disputes.list({ payment_intent: first?.providerPaymentId ?? '' });
    await stripe.rawRequest('POST', `/v1/test_helpers/disputes/${data[0]?.id}/close`, { status: 'won' });
    await settled();
    expect(await has(viewer.id)).toBe(true);
    // Told once, though it was unpaid for a while.
    const subjects = await subjectsTo(viewer.email);
    expect(subjects.filter((subject) => subject === 'SEO bundle is paid in full')).toHaveLength(1);
  });

  it('is what becomes of a fourth payment, in whatever order they are told', async () => {
    const month = 30.44 * 24 * 3600_000;
    const orders = [
      [0, 1, 2, 3],
      [3, 2, 1, 0],
      [2, 3, 0, 1],
    ];
    for (const order of orders) {
      const user = await newUser();
      const subscriptionId = `sub_${user.id}`;
      const metadata = { user_id: user.id, product: inThree.key, offer: '4900 usd month', installments: '3' };
      const at = (number: number) => new Date(saleAt.getTime() + number * month);
      const price = {
        id: 'price_three',
        lookupKey: 'seo_bundle_installments_usd_4900_month',
        amountCents: 4_900,
        currency: 'usd',
        interval: 'month',
      };
      const told = (number: number): PaymentFact[] => {
        const paid = { invoiceId: `in_${user.id}_${number}`, createdAt: at(number) };
        return [
          newFact('invoice_paid', {
            ...paid,
            subscriptionId,
            metadata,
            amountCents: 4_900,
            billingReason: number === 0 ? 'subscription_create' : 'subscription_cycle',
            periodStart: at(number),
            periodEnd: at(number + 1),
          }),
          newFact('payment_linked', { ...paid, paymentId: `pi_${user.id}_${number}` }),
          newFact('subscription_updated', {
            subscriptionId,
            metadata,
            price,
            createdAt: at(number),
            startedAt: saleAt,
            currentPeriodStart: at(number),
            currentPeriodEnd: at(number + 1),
          }),
        ];
      };
      const facts = order.flatMap(told);
      await deliverFacts([...facts, ...facts]);
      expect(await rowOf(user.id)).toMatchObject({ installmentsTaken: 3, isRefunded: false });
      expect((await paymentsOf(user.id)).map(({ installment }) => installment)).toEqual([1, 2, 3, 4]);
      const { rows } = await prisma().$queryRaw<{ data: { providerPaymentId: string } }[]>`
        SELECT data FROM pgboss.job WHERE name = 'refund-payment'`.then((jobs) => ({ rows: jobs }));
      const returned = rows.map(({ data }) => data.providerPaymentId).filter((id) => id.includes(user.id));
      expect([...new Set(returned)]).toEqual([`pi_${user.id}_3`]);
      expect(await has(user.id)).toBe(true);
    }
  });
});

describe('a payment of installments that is to come', () => {
  it('is told by email a week before, once, with how many are left, and none after the last', async () => {
    const viewer = await newPlanHolder();
    await limited();
    const told = async () =>
      (await subjectsTo(viewer.email)).filter((subject) => subject.startsWith('Payment '));
    for (const number of [2, 3]) {
      const due = (await rowOf(viewer.id)).currentPeriodEnd as Date;
      await at(due.getTime() - 8 * dayMs, announceRenewals);
      expect(await told()).toHaveLength(number - 2);
      await at(due.getTime() - 6.5 * dayMs, announceRenewals);
      await at(due.getTime() - 3 * dayMs, announceRenewals);
      expect(await told()).toHaveLength(number - 1);
      const mail = (await mailsTo(viewer.email)).find(({ subject }) =>
        subject.startsWith(`Payment ${number} of 3 for your SEO bundle is due on `),
      );
      expect(mail?.text).toContain('$49.00 from your card');
      expect(mail?.text).toContain(number === 3 ? 'It is the last one.' : 'One payment is left after it.');
      expect(mail?.text).toContain('replace it on your billing page');
      await renew(viewer.id);
    }
    const end = (await rowOf(viewer.id)).currentPeriodEnd as Date;
    await at(end.getTime() - 2 * dayMs, announceRenewals);
    expect(await told()).toHaveLength(2);
  });

  it('is not told to who has canceled: nothing more is taken', async () => {
    const viewer = await newPlanHolder();
    await cancelMembership(viewer, {}, gives);
    await settled();
    const end = (await rowOf(viewer.id)).currentPeriodEnd as Date;
    await at(end.getTime() - 3 * dayMs, announceRenewals);
    expect((await subjectsTo(viewer.email)).filter((subject) => subject.startsWith('Payment '))).toEqual([]);
  });
});
