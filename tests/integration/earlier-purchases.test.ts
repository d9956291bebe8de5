import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Viewer } from '#app/domain/core/access/viewer.ts';
import { ebook, membership } from '#app/domain/core/catalogue/products.ts';
import { findEarlierPurchases } from '#app/domain/selling/billing/earlier-purchases.server.ts';
import { startPurchase } from '#app/domain/selling/billing/purchase.server.ts';
import { findPending, findUnconfirmed } from '#app/domain/selling/billing/unconfirmed.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import type { Purchase, Subscription } from '#app/platform/database/generated/client.ts';
import { connectPaypal, provider } from '#app/platform/payments/payments.server.ts';
import { newViewer } from '#tests/integration/people.ts';
import { takeQueued, withJobQueue } from '#tests/integration/queued-jobs.ts';

withJobQueue();

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3600 * 1000);
const stripe = () => provider('stripe');

beforeEach(() => {
  connectPaypal(null);
  vi.spyOn(stripe(), 'findPaid').mockResolvedValue([]);
});
afterEach(() => {
  vi.restoreAllMocks();
});

/** A subscription of somebody's to the membership, live and in order unless said otherwise. */
const newRow = (userId: string, data: Partial<Subscription> = {}) =>
  prisma().subscription.create({
    data: {
      userId,
      product: 'membership',
      provider: 'stripe',
      providerSubscriptionId: `sub_${randomUUID()}`,
      status: 'active',
      amount: 4_700,
      offeredCents: 4_700,
      subscribedAt: hoursAgo(0),
      ...data,
    },
  });

const newPurchase = (userId: string, data: Partial<Purchase> = {}) =>
  prisma().purchase.create({
    data: {
      userId,
      product: 'ebook',
      provider: 'stripe',
      providerPaymentId: `pi_${randomUUID()}`,
      amountCents: 700,
      ...data,
    },
  });

const statesOf = async (viewer: Viewer, product: typeof membership | typeof ebook = membership) =>
  (await findEarlierPurchases(viewer, product)).map(({ state }) => state);

describe('how far an earlier subscription has come, and what buying again is answered', () => {
  it.each<[string, Partial<Subscription>, string | null]>([
    ['owned', {}, 'You already have an active membership.'],
    ['owned', { status: 'past_due' }, 'You already have an active membership.'],
    ['disputed', { isDisputed: true }, 'in dispute'],
    ['ending', { isRefunded: true, isDisputed: true }, 'Your money has been returned'],
    ['held', { heldReason: 'another price' }, 'You need not pay again'],
    ['held', { heldReason: 'another price', status: 'incomplete' }, 'You need not pay again'],
    ['set_aside', { heldReason: 'a second one', status: 'incomplete', offeredCents: null }, null],
    ['begun', { status: 'incomplete' }, null],
    ['stopped', { status: 'paused', isDisputed: true }, null],
    ['settled', { status: 'canceled', heldReason: 'another price' }, null],
    ['settled', { status: 'incomplete_expired' }, null],
  ])('%s: %o', async (state, data, refusal) => {
    const viewer = await newViewer();
    const { providerSubscriptionId } = await newRow(viewer.id, data);
    expect(await statesOf(viewer)).toEqual([state]);
    expect(await statesOf(await newViewer()), 'of somebody else').toEqual([]);
    await takeQueued('end-subscription');
    const open = { id: providerSubscriptionId, clientSecret: 'secret' };
    vi.spyOn(stripe(), 'findOpenPurchase').mockResolvedValue(open);
    vi.spyOn(stripe(), 'createCustomer').mockResolvedValue(`cus_${randomUUID()}`);
    const begun = { id: `sub_${randomUUID()}`, clientSecret: 'another' };
    vi.spyOn(stripe(), 'startPurchase').mockResolvedValue(begun);
    const asked = startPurchase(viewer, membership, 'card_form');
    if (refusal) await expect(asked).rejects.toThrow(refusal);
    else expect(await asked).toEqual(state === 'begun' ? open : begun);
    expect(await takeQueued('end-subscription')).toEqual(
      state === 'ending' ? [{ provider: 'stripe', providerSubscriptionId }] : [],
    );
  });

  it('charged back, where the bank has kept the latest payment: it is asked to end once more', async () => {
    const viewer = await newViewer();
    const { id, providerSubscriptionId } = await newRow(viewer.id, { isDisputed: true });
    const paid = {
      userId: viewer.id,
      subscriptionId: id,
      product: 'membership',
      provider: 'stripe',
    } as const;
    for (const [status, paidAt] of [
      ['charged_back', hoursAgo(1)],
      ['paid', hoursAgo(800)],
    ] as const)
      await prisma().payment.create({
        data: { ...paid, providerInvoiceId: randomUUID(), amountCents: 4_700, status, paidAt },
      });
    expect(await statesOf(viewer)).toEqual(['charged_back']);
    await takeQueued('end-subscription');
    await expect(startPurchase(viewer, membership, 'card_form')).rejects.toThrow('was taken back');
    expect(await takeQueued('end-subscription')).toEqual([{ provider: 'stripe', providerSubscriptionId }]);
  });

  it('a checkout is gone on with while its provider holds it open, and at that provider alone', async () => {
    for (const data of [{ createdAt: hoursAgo(24 * 30) }, { provider: 'paypal' as const }]) {
      const viewer = await newViewer();
      await newRow(viewer.id, { status: 'incomplete', ...data });
      const findOpen = vi.spyOn(stripe(), 'findOpenPurchase');
      vi.spyOn(stripe(), 'createCustomer').mockResolvedValue(`cus_${randomUUID()}`);
      const begun = { id: `sub_${randomUUID()}`, clientSecret: 'another' };
      vi.spyOn(stripe(), 'startPurchase').mockResolvedValue(begun);
      expect(await startPurchase(viewer, membership, 'card_form')).toEqual(begun);
      expect(findOpen).not.toHaveBeenCalled();
    }
  });
});

it('how far a purchase has come that is paid once goes by its status, and by whether it was refused', async () => {
  const viewer = await newViewer();
  const rows: [string, Partial<Purchase>][] = [
    ['begun', { status: 'begun' }],
    ['stopped', { status: 'begun', refusedAt: hoursAgo(1) }],
    ['owned', { status: 'paid', isGranted: true, refusedAt: hoursAgo(1) }],
    ['settled', { status: 'not_granted' }],
  ];
  for (const [index, [, data]] of rows.entries())
    await newPurchase(viewer.id, {
      ...data,
      createdAt: hoursAgo(index),
      purchasedAt: data.status === 'begun' ? null : hoursAgo(index),
    });
  expect(await statesOf(viewer, ebook)).toEqual(rows.map(([state]) => state));
  expect(await statesOf(await newViewer(), ebook)).toEqual([]);
});

describe('what was paid and is not known here', () => {
  it('is asked of a provider by what was begun there of late, less what is over here', async () => {
    const viewer = await newViewer();
    const begun = await newRow(viewer.id, { status: 'incomplete' });
    await newRow(viewer.id, { status: 'incomplete', createdAt: hoursAgo(73) });
    await newRow(viewer.id, { status: 'incomplete', provider: 'paypal' });
    const over = await newRow(viewer.id, { status: 'canceled' });
    const aside = { status: 'incomplete', heldReason: 'a second one', offeredCents: null } as const;
    const setAside = await newRow(viewer.id, aside);
    const ids = [begun, over, setAside].map(({ providerSubscriptionId }) => providerSubscriptionId);
    const findPaid = vi.spyOn(stripe(), 'findPaid').mockResolvedValue([...ids, 'sub_hosted']);
    const found = await findUnconfirmed(viewer, membership);
    expect(found.map(({ id }) => id)).toEqual([ids[0], 'sub_hosted']);
    expect(findPaid.mock.calls.map(([{ begunIds }]) => begunIds)).toEqual([[ids[0]]]);
    await expect(startPurchase(viewer, membership, 'card_form')).rejects.toThrow('You have paid already');
  });

  it('is waited for by who comes back from paying what they have begun of late, and by nobody who has it', async () => {
    const pending = async (hasReturned: boolean, ...rows: Partial<Subscription>[]) => {
      const viewer = await newViewer();
      for (const row of rows) await newRow(viewer.id, row);
      return findPending(viewer, membership, hasReturned);
    };
    const begun = { status: 'incomplete' } as const;
    expect(await pending(true, begun)).toEqual([]);
    expect(await pending(false, begun)).toBeNull();
    expect(await pending(true, { ...begun, createdAt: hoursAgo(73) })).toBeNull();
    for (const known of [{}, { isDisputed: true }, { isRefunded: true }])
      expect(await pending(true, begun, known), JSON.stringify(known)).toBeNull();
  });
});
