import { describe, expect, it } from 'vitest';
import { findMembershipState } from '#app/domain/selling/billing/billing-overview.server.ts';
import { listHeld } from '#app/domain/selling/billing/held-payments.server.ts';
import { releaseHeld } from '#app/domain/selling/payment-events/release.server.ts';
import { reconcilePayments } from '#app/domain/selling/reconciliation/reconcile.server.ts';
import { listRuns } from '#app/domain/selling/reconciliation/runs.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { connectPaypal } from '#app/platform/payments/payments.server.ts';
import { newActor } from '#tests/integration/admins.ts';
import {
  loseWebhooks,
  newCardMember,
  pay,
  rowOf,
  settled,
  stripe,
  withSandbox,
} from '#tests/integration/card-buyers.ts';
import { activityOf, mailsTo, newViewer } from '#tests/integration/people.ts';
import { startEbookPayment, startMembershipPayment } from '#tests/integration/purchases.ts';
import { takeQueued } from '#tests/integration/queued-jobs.ts';

withSandbox();

/** The provider's customer of a user who has bought nothing but has been to the checkout. */
async function newCustomer() {
  const viewer = await newViewer();
  await startEbookPayment(viewer);
  return viewer;
}

let prices = 0;

/** What an operator sells to a customer of the site's at Stripe itself, paid. */
async function sellAtStripe(
  userId: string,
  unit_amount: number,
  options: { lookup_key?: string; metadata?: Record<string, string> } = {},
) {
  const { customerId: customer } = await prisma().providerCustomer.findFirstOrThrow({ where: { userId } });
  prices += 1;
  const { lookup_key = `consulting_${prices}`, metadata } = options;
  const price = await stripe.prices.create({
    currency: 'usd',
    unit_amount,
    recurring: { interval: 'month' },
    product_data: { name: 'Something of the operator’s' },
    lookup_key,
    transfer_lookup_key: true,
  });
  const { id, latest_invoice } = await stripe.subscriptions.create({
    customer,
    items: [{ price: price.id }],
    payment_behavior: 'default_incomplete',
    ...(metadata ? { metadata } : {}),
    expand: ['latest_invoice.confirmation_secret'],
  });
  const invoice = latest_invoice as { id: string; confirmation_secret: { client_secret: string } };
  await pay(invoice.confirmation_secret.client_secret);
  return id;
}

const hasMembership = async (userId: string) =>
  (await prisma().subscription.count({
    where: { userId, status: 'active', heldReason: null, isRefunded: false },
  })) > 0;

describe('a subscription that names nothing of the catalogue (P41)', () => {
  it('is left alone beside a membership: neither cancelled nor refunded nor recorded', async () => {
    const viewer = await newCardMember();
    await takeQueued('undo-subscription');
    const id = await sellAtStripe(viewer.id, 50_000);
    expect(await stripe.subscriptions.retrieve(id)).toMatchObject({ status: 'active' });
    expect(await takeQueued('undo-subscription')).toEqual([]);
    expect(await prisma().payment.count({ where: { userId: viewer.id } })).toBe(1);
    expect(await prisma().subscription.count({ where: { userId: viewer.id } })).toBe(1);
    expect(await mailsTo(viewer.email)).toHaveLength(1);
  });

  it('grants nothing, and is noted as none of ours', async () => {
    const viewer = await newCustomer();
    const since = new Date();
    await sellAtStripe(viewer.id, 2_995);
    expect(await prisma().subscription.count({ where: { userId: viewer.id } })).toBe(0);
    expect(await mailsTo(viewer.email)).toEqual([]);
    const events = await prisma().webhookEvent.findMany({ where: { receivedAt: { gte: since } } });
    expect(events.map(({ outcome }) => outcome)).not.toContain('applied');
    expect(events.filter(({ note }) => note === 'not_ours').map(({ type }) => type)).toEqual(
      expect.arrayContaining(['customer.subscription.created', 'invoice.paid']),
    );
  });

  it('grants nothing by the name of something that is not sold, or is paid once', async () => {
    for (const product of ['yacht', 'ebook']) {
      const viewer = await newCustomer();
      await sellAtStripe(viewer.id, 4_700, { metadata: { product, user_id: viewer.id } });
      expect(await prisma().subscription.count({ where: { userId: viewer.id } })).toBe(0);
    }
  });
});

describe('a subscription that an operator makes at a price of ours', () => {
  it('is the membership, at what it costs', async () => {
    const viewer = await newCustomer();
    await sellAtStripe(viewer.id, 2_000, { lookup_key: 'membership_usd_2000_month' });
    expect(await hasMembership(viewer.id)).toBe(true);
    expect(await rowOf(viewer.id)).toMatchObject({ product: 'membership', amount: 2_000 });
    expect(await prisma().payment.findMany({ where: { userId: viewer.id } })).toMatchObject([
      { product: 'membership', amountCents: 2_000 },
    ]);
  });

  it('is held beside another, not undone: it was not begun on the site', async () => {
    const viewer = await newCardMember();
    await takeQueued('undo-subscription');
    const id = await sellAtStripe(viewer.id, 2_000, { lookup_key: 'membership_usd_2000_month' });
    expect(await takeQueued('undo-subscription')).toEqual([]);
    expect(await stripe.subscriptions.retrieve(id)).toMatchObject({ status: 'active' });
    expect((await listHeld()).filter(({ userId }) => userId === viewer.id)).toHaveLength(1);
    expect(await hasMembership(viewer.id)).toBe(true);
    connectPaypal(null);
    await reconcilePayments();
    const [run] = await listRuns();
    expect(run?.notes.filter((note) => note.includes(id))).toEqual([]);
  });
});

describe('a second one that was held, once the first has ended', () => {
  async function newHeldSecond() {
    const viewer = await newCardMember();
    const first = await rowOf(viewer.id);
    const id = await sellAtStripe(viewer.id, 2_000, { lookup_key: 'membership_usd_2000_month' });
    const held = (await listHeld()).find(({ userId }) => userId === viewer.id);
    if (!held) throw new Error('nothing is held');
    const endFirst = async () => {
      await stripe.subscriptions.cancel(first.providerSubscriptionId);
      await settled();
    };
    const { actor: operator } = await newActor('owner');
    return { viewer: { ...viewer, hasMembership: false }, id, held, endFirst, operator };
  }
  const secondOf = (providerSubscriptionId: string) =>
    prisma().subscription.findFirstOrThrow({ where: { providerSubscriptionId } });

  it('does not keep the member from buying again', async () => {
    const { viewer, id, endFirst } = await newHeldSecond();
    await endFirst();
    // A month later it is told again, and stays aside.
    await stripe.rawRequest('POST', `/v1/test_helpers/subscriptions/${id}/renew`, { succeeds: 'true' });
    await settled();
    expect(await findMembershipState(viewer.id)).toMatchObject({ kind: 'ended' });
    await takeQueued('undo-subscription');
    await pay((await startMembershipPayment(viewer)).clientSecret);
    expect(await takeQueued('undo-subscription')).toEqual([]);
    expect(await hasMembership(viewer.id)).toBe(true);
    expect(await secondOf(id)).toMatchObject({ status: 'incomplete', heldReason: expect.any(String) });
    await reconcilePayments().catch(() => undefined);
    const [run] = await listRuns();
    expect(run?.notes.filter((note) => note.includes(id))).toEqual([]);
  });

  it('is the membership once it is released, and not while the first is live', async () => {
    const { viewer, id, held, endFirst, operator } = await newHeldSecond();
    await expect(releaseHeld(operator, held)).rejects.toMatchObject({ kind: 'conflict' });
    await endFirst();
    expect(await hasMembership(viewer.id)).toBe(false);
    expect(await releaseHeld(operator, held)).toBe(true);
    expect(await hasMembership(viewer.id)).toBe(true);
    expect(await secondOf(id)).toMatchObject({ status: 'active', heldReason: null, amount: 2_000 });
    expect(await releaseHeld(operator, held)).toBe(false);
  });

  it('opens nothing where it has ended at the provider', async () => {
    const { viewer, id, held, endFirst, operator } = await newHeldSecond();
    await endFirst();
    await loseWebhooks(() => stripe.subscriptions.cancel(id));
    expect(await releaseHeld(operator, held)).toBe(true);
    expect(await secondOf(id)).toMatchObject({ status: 'canceled', heldReason: null });
    expect(await hasMembership(viewer.id)).toBe(false);
  });
});

describe('a subscription by the name of ours at another price', () => {
  it('is held for the operator: it gives nothing, and nothing is given back', async () => {
    const viewer = await newCustomer();
    await sellAtStripe(viewer.id, 2_995, { metadata: { product: 'membership', user_id: viewer.id } });
    expect(await hasMembership(viewer.id)).toBe(false);
    expect(await rowOf(viewer.id)).toMatchObject({
      status: 'active',
      amount: 2_995,
      heldReason: 'offered 47.00 USD a month, taken 29.95 USD a month',
    });
    expect((await activityOf(viewer.id)).some((line) => line.includes('is held'))).toBe(true);
    expect(await mailsTo(viewer.email)).toEqual([]);
    expect(await prisma().payment.findMany({ where: { userId: viewer.id } })).toMatchObject([
      { amountCents: 2_995, status: 'paid' },
    ]);
  });
});
