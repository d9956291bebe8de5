import { describe, expect, it } from 'vitest';
import { findMembershipState } from '#app/domain/selling/billing/billing-overview.server.ts';
import { applyPaymentEvent } from '#app/domain/selling/payment-events/apply.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { provider } from '#app/platform/payments/payments.server.ts';
import {
  atStripe,
  daysPass,
  rowOf,
  sandbox,
  settled,
  stripe,
  withSandbox,
} from '#tests/integration/card-buyers.ts';
import { paymentsOf } from '#tests/integration/ebook-buyers.ts';
import { membershipPrice, newFact } from '#tests/integration/facts.ts';
import { mailsTo, newUser, newViewer, subjectsTo } from '#tests/integration/people.ts';
import { startMembershipPayment } from '#tests/integration/purchases.ts';
import { newCustomer, payOnFile, product, startAs } from '#tests/integration/sandbox-calls.ts';

withSandbox();

const day = 24 * 3600;

/** A member whom an operator has put on trial at the provider, with a card on file. */
async function newTrialMember(days: number) {
  const viewer = await newViewer();
  const customer = await newCustomer();
  // The price is there once it was offered.
  await startAs('card_page', product, customer, {});
  const { data } = await stripe.prices.list({ lookup_keys: [product.lookupKey] });
  const { id } = await stripe.subscriptions.create({
    customer,
    items: [{ price: String(data[0]?.id) }],
    trial_period_days: days,
    metadata: { user_id: viewer.id, product: 'membership' },
  });
  await payOnFile(id, customer, '4242 4242 4242 4242');
  await settled();
  return { viewer, id, customer };
}

const trialMails = async (email: string) =>
  (await mailsTo(email)).filter(({ subject }) => subject.startsWith('Your trial ends'));

describe('a subscription on trial', () => {
  it('gives what it is to, for nothing, and is known as bought', async () => {
    const { viewer, id, customer } = await newTrialMember(10);
    expect(await rowOf(viewer.id)).toMatchObject({ status: 'trialing', amount: 4_700, heldReason: null });
    const { trialEnd, currentPeriodEnd } = await rowOf(viewer.id);
    expect(trialEnd).toEqual(currentPeriodEnd);
    // Billing says that the payment to come is the first.
    expect(await findMembershipState(viewer.id)).toMatchObject({
      kind: 'active',
      nextPayment: { at: trialEnd, isFirst: true },
    });
    expect(await paymentsOf(viewer.id)).toEqual([]);
    expect(await subjectsTo(viewer.email)).toEqual(['Welcome: your membership is active']);
    const found = await provider('stripe').findPaid({ customerId: customer, product, begunIds: [] });
    expect(found).toEqual([id]);
    expect(await provider('stripe').findOpenPurchase(id, product)).toBeNull();
    const told = await provider('stripe').findPresent({ subscriptionId: id });
    expect(told).toMatchObject([
      { kind: 'invoice_paid', amountCents: 0 },
      { kind: 'subscription_updated', status: 'trialing' },
    ]);
  });

  it('tells of its end three days before, with amount and day, and is paid then', async () => {
    const { viewer } = await newTrialMember(10);
    const { trialEnd } = await rowOf(viewer.id);
    await daysPass(6.9);
    expect(await trialMails(viewer.email)).toEqual([]);
    await daysPass(0.2);
    const [mail, ...others] = await trialMails(viewer.email);
    expect(others).toEqual([]);
    expect(mail?.text).toContain('$47.00');
    const endsOn = trialEnd?.toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' });
    expect(mail?.text).toContain(String(endsOn));
    expect(mail?.text).toContain('/profile/billing/cancel');
    await daysPass(3);
    expect(await paymentsOf(viewer.id)).toMatchObject([{ amountCents: 4_700, status: 'paid' }]);
    expect(await rowOf(viewer.id)).toMatchObject({ status: 'active', heldReason: null });
  });

  it('is over once it is paid, also where its end was to come later', async () => {
    const { viewer, id } = await newTrialMember(10);
    const { trialEnd } = await rowOf(viewer.id);
    await stripe.subscriptions.update(id, { trial_end: 'now' });
    await settled();
    expect(await paymentsOf(viewer.id)).toHaveLength(1);
    await prisma().subscription.updateMany({ where: { userId: viewer.id }, data: { trialEnd } });
    const { currentPeriodEnd } = await rowOf(viewer.id);
    const state = await findMembershipState(viewer.id);
    expect(state).toMatchObject({ kind: 'active', nextPayment: { at: currentPeriodEnd } });
    expect(state).not.toHaveProperty('nextPayment.isFirst');
  });

  it('tells nobody of a payment that will not be taken', async () => {
    const { viewer, id } = await newTrialMember(10);
    await provider('stripe').setCancelAtPeriodEnd(id, true);
    await daysPass(8);
    expect(await trialMails(viewer.email)).toEqual([]);
    await daysPass(3);
    expect(await rowOf(viewer.id)).toMatchObject({ status: 'canceled' });
    expect(await paymentsOf(viewer.id)).toEqual([]);
  });

  it('is as long as the operator says last', async () => {
    const { viewer, id } = await newTrialMember(20);
    const ends = async (seconds: number) => {
      await stripe.subscriptions.update(id, { trial_end: seconds });
      await settled();
      expect((await rowOf(viewer.id)).currentPeriodEnd).toEqual(new Date(seconds * 1000));
    };
    const now = await sandbox.now();
    await ends(now + 30 * day);
    await daysPass(0.01);
    await ends(now + 8 * day);
    await daysPass(0.01);
    await stripe.subscriptions.update(id, { trial_end: 'now' });
    await settled();
    expect(await rowOf(viewer.id)).toMatchObject({ status: 'active' });
    expect(await paymentsOf(viewer.id)).toMatchObject([{ amountCents: 4_700 }]);
    expect((await atStripe(viewer.id)).status).toBe('active');
  });

  it('may follow on what was paid', async () => {
    const viewer = await newViewer();
    await startMembershipPayment(viewer);
    const { providerSubscriptionId: id } = await rowOf(viewer.id);
    await stripe.subscriptions.update(id, { trial_end: (await sandbox.now()) + 90 * day });
    await settled();
    expect(await rowOf(viewer.id)).toMatchObject({ status: 'trialing', heldReason: null });
  });
});

describe('the end of a trial', () => {
  it.each([
    ['membership', '/profile/billing/cancel\n'],
    ['reseller_pro', '/profile/billing/cancel?product=pro\n'],
  ])('of the %s names the page that cancels just that', async (product, cancelPage) => {
    const user = await newUser();
    const trialEnd = new Date(Date.now() + day * 1000);
    const metadata = { user_id: user.id, product };
    const told = newFact('trial_ending', { subscriptionId: `sub_${user.id}`, metadata, trialEnd });
    expect(await applyPaymentEvent(told)).toBe('applied');
    expect((await mailsTo(user.email))[0]?.text).toContain(`http://localhost:3000${cancelPage}`);
  });

  it('is told to nobody for what is none of ours, or over', async () => {
    const user = await newUser();
    const trialEnd = new Date(Date.now() + day * 1000);
    const metadata = { user_id: user.id };
    const fact = { subscriptionId: 'sub_other', metadata, trialEnd };
    expect(await applyPaymentEvent(newFact('trial_ending', fact))).toBe('ignored');
    const ours = { ...fact, price: membershipPrice };
    const gone = { ...ours, trialEnd: new Date(Date.now() - 1000) };
    expect(await applyPaymentEvent(newFact('trial_ending', gone))).toBe('applied');
    expect(await mailsTo(user.email)).toEqual([]);
    const told = newFact('trial_ending', ours);
    expect(await applyPaymentEvent(told)).toBe('applied');
    expect(await applyPaymentEvent(told)).toBe('duplicate');
    expect(await mailsTo(user.email)).toHaveLength(1);
    const nobody = { ...ours, metadata: { user_id: '018f0000-0000-7000-8000-000000000000' } };
    expect(await applyPaymentEvent(newFact('trial_ending', nobody))).toBe('orphan');
  });
});
