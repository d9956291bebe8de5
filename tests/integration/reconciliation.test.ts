import { describe, expect, it, vi } from 'vitest';
import { findViewer } from '#app/domain/core/access/find-viewer.server.ts';
import { ebook, membership } from '#app/domain/core/catalogue/products.ts';
import { confirmAtProviders } from '#app/domain/selling/payment-events/confirm.server.ts';
import { reconcilePayments } from '#app/domain/selling/reconciliation/reconcile.server.ts';
import { listRuns } from '#app/domain/selling/reconciliation/runs.server.ts';
import { databasePool, prisma } from '#app/platform/database/client.server.ts';
import { connectPayments, provider } from '#app/platform/payments/payments.server.ts';
import {
  card,
  forgetEvents,
  loseWebhooks,
  newCardMember,
  payUnheard,
  renew,
  rowOf,
  sandbox,
  settled,
  stripe,
  withSandbox,
} from '#tests/integration/card-buyers.ts';
import { fake, newBuyer, newPaypalMember, withPaypal } from '#tests/integration/paypal-buyers.ts';
import { newSession, newViewer, subjectsTo } from '#tests/integration/people.ts';
import {
  openHostedCheckout,
  startEbookPayment,
  startMembershipPayment,
} from '#tests/integration/purchases.ts';
import { cutOffStripe } from '#tests/integration/stripe-outage.ts';

withSandbox();
withPaypal();

const hourMs = 3600 * 1000;
const dayMs = 24 * hourMs;
const lastRun = async (provider: 'stripe' | 'paypal' = 'stripe') =>
  (await listRuns()).find((run) => run.provider === provider);

/** Whether a request of this user is one of a member's. */
const hasAccess = async (userId: string) =>
  (await findViewer(await newSession(userId)))?.viewer.hasMembership;

const paymentsOf = (userId: string) =>
  prisma().payment.findMany({ where: { userId }, orderBy: { paidAt: 'asc' } });

describe('a payment whose webhooks never come', () => {
  it('by card makes a member all the same, once the provider’s list is read, and once only', async () => {
    const viewer = await newViewer();
    const { clientSecret } = await startMembershipPayment(viewer);
    await payUnheard(clientSecret);
    expect(await hasAccess(viewer.id)).toBe(false);
    await reconcilePayments();
    expect(await hasAccess(viewer.id)).toBe(true);
    expect(await paymentsOf(viewer.id)).toMatchObject([
      { amountCents: 4_700, providerPaymentId: clientSecret.split('_secret')[0] },
    ]);
    expect(await lastRun()).toMatchObject({ finishedAt: expect.any(Date), failedCount: 0, repairedCount: 0 });
    expect((await lastRun())?.appliedCount).toBeGreaterThanOrEqual(3);
    await reconcilePayments();
    expect(await lastRun()).toMatchObject({ appliedCount: 0, failedCount: 0, repairedCount: 0, notes: [] });
    expect(await subjectsTo(viewer.email)).toEqual(['Welcome: your membership is active']);
  });

  it('by PayPal likewise', async () => {
    const { viewer } = await newBuyer();
    await fake.take();
    expect(await hasAccess(viewer.id)).toBe(false);
    await reconcilePayments();
    expect(await hasAccess(viewer.id)).toBe(true);
    expect(await paymentsOf(viewer.id)).toMatchObject([{ amountCents: 4_700, provider: 'paypal' }]);
    expect((await lastRun('paypal'))?.appliedCount).toBeGreaterThanOrEqual(2);
    await reconcilePayments();
    expect(await lastRun('paypal')).toMatchObject({ appliedCount: 0, repairedCount: 0, notes: [] });
  });

  it('is found on the page after the payment: by card form, at the hosted checkout, by PayPal, and of the book', async () => {
    const form = await newViewer();
    await payUnheard((await startMembershipPayment(form)).clientSecret);
    const hosted = await newViewer();
    const address = await openHostedCheckout(hosted);
    const body = new URLSearchParams(card);
    await loseWebhooks(() => fetch(address, { method: 'POST', body, redirect: 'manual' }));
    const { viewer: wallet } = await newBuyer();
    await fake.take();
    for (const viewer of [form, hosted, wallet]) {
      expect(await confirmAtProviders(viewer, membership)).toBe(true);
      expect(await hasAccess(viewer.id)).toBe(true);
      expect(await paymentsOf(viewer.id)).toHaveLength(1);
      expect(await confirmAtProviders(viewer, membership)).toBe(true);
      expect(await subjectsTo(viewer.email)).toEqual(['Welcome: your membership is active']);
    }
    const reader = await newViewer();
    await payUnheard((await startEbookPayment(reader)).clientSecret);
    expect(await confirmAtProviders(reader, ebook)).toBe(true);
    expect(await paymentsOf(reader.id)).toMatchObject([{ amountCents: 700 }]);
    expect(await confirmAtProviders(await newViewer(), membership), 'who has paid nothing').toBe(false);
  });

  it('is not looked for in vain while the provider cannot be reached', async () => {
    const viewer = await newViewer();
    await payUnheard((await startMembershipPayment(viewer)).clientSecret);
    cutOffStripe();
    expect(await confirmAtProviders(viewer, membership)).toBe(false);
    connectPayments(sandbox.apiPort);
    expect(await confirmAtProviders(viewer, membership)).toBe(true);
  });
});

describe('what the provider’s list does not tell any more', () => {
  it('is mended by comparing: a membership that has ended there', async () => {
    const { id } = await newCardMember();
    const row = await rowOf(id);
    await loseWebhooks(() => stripe.subscriptions.cancel(row.providerSubscriptionId));
    await forgetEvents();
    await reconcilePayments();
    expect(await rowOf(id)).toMatchObject({ status: 'canceled' });
    expect(await hasAccess(id)).toBe(false);
    const run = await lastRun();
    expect(run?.repairedCount).toBe(1);
    expect(run?.notes).toEqual([`Mended subscription_updated of ${row.providerSubscriptionId}.`]);
  });

  it('is mended once, where the provider’s clock is ahead of ours', async () => {
    const { id } = await newCardMember();
    const row = await rowOf(id);
    await prisma().subscription.update({
      where: { id: row.id },
      data: { lastEventAt: new Date(Date.now() + 40 * dayMs) },
    });
    await loseWebhooks(() => stripe.subscriptions.cancel(row.providerSubscriptionId));
    await forgetEvents();
    await reconcilePayments();
    expect(await rowOf(id)).toMatchObject({ status: 'canceled' });
    expect(await lastRun()).toMatchObject({ repairedCount: 1, failedCount: 0 });
    await reconcilePayments();
    expect(await lastRun()).toMatchObject({ repairedCount: 0, failedCount: 0, notes: [] });
  });

  it('is not mended where its webhook has come while the provider was asked', async () => {
    const { id } = await newCardMember();
    const { providerSubscriptionId } = await rowOf(id);
    await reconcilePayments();
    const seller = provider('stripe');
    const find = seller.findPresent;
    vi.spyOn(seller, 'findPresent').mockImplementation(async (about) => {
      if ('subscriptionId' in about && about.subscriptionId === providerSubscriptionId) {
        await stripe.subscriptions.cancel(providerSubscriptionId);
        const facts = await find(about);
        await settled();
        return facts;
      }
      return find(about);
    });
    await reconcilePayments().finally(() => vi.restoreAllMocks());
    expect(await rowOf(id)).toMatchObject({ status: 'canceled' });
    expect(await lastRun()).toMatchObject({ repairedCount: 0, failedCount: 0, notes: [] });
  });

  it('is mended by comparing: a renewal, with its payment', async () => {
    const { id } = await newCardMember();
    const before = await rowOf(id);
    await loseWebhooks(() => renew(id));
    await forgetEvents();
    await prisma().subscription.update({
      where: { id: before.id },
      data: { currentPeriodEnd: new Date(Date.now() - 2 * hourMs) },
    });
    await reconcilePayments();
    expect(await paymentsOf(id)).toHaveLength(2);
    for (const { providerPaymentId } of await paymentsOf(id)) expect(providerPaymentId).toMatch(/^pi_/);
    expect((await rowOf(id)).currentPeriodEnd?.getTime()).toBeGreaterThan(
      Number(before.currentPeriodEnd?.getTime()),
    );
  });

  it('is mended by comparing: a book that was paid', async () => {
    const reader = await newViewer();
    await payUnheard((await startEbookPayment(reader)).clientSecret);
    await forgetEvents();
    await reconcilePayments();
    expect(await prisma().purchase.findFirst({ where: { userId: reader.id } })).toMatchObject({
      status: 'paid',
    });
  });

  it('is mended by comparing: a subscription that was cancelled at PayPal', async () => {
    const { viewer, id } = await newPaypalMember();
    await fake.cancel(id);
    await fake.take();
    await databasePool().query(`DELETE FROM sandbox.objects WHERE object = 'paypal_event'`);
    await reconcilePayments();
    expect(await rowOf(viewer.id)).toMatchObject({ cancelAtPeriodEnd: true });
  });

  it('compares everything that is open sooner or later, what is overdue first', async () => {
    const [fresh, overdue] = [await newCardMember(), await newCardMember()];
    await prisma().subscription.updateMany({ data: { comparedAt: new Date() } });
    await prisma().subscription.updateMany({
      where: { userId: { in: [fresh.id, overdue.id] } },
      data: { comparedAt: new Date(Date.now() - 2 * hourMs) },
    });
    await prisma().subscription.updateMany({
      where: { userId: overdue.id },
      data: { requestedChange: 'cancel', requestedAt: new Date(Date.now() - hourMs) },
    });
    const now = new Date();
    await reconcilePayments(now);
    for (const { id } of [fresh, overdue]) expect((await rowOf(id)).comparedAt).toEqual(now);
  });
});

describe('a run', () => {
  it('goes on where the one before left off, over an outage of some days', async () => {
    await reconcilePayments();
    const daysAgo = new Date(Date.now() - 5 * dayMs);
    await prisma().reconciliationRun.updateMany({ data: { readUntil: daysAgo } });
    const now = new Date();
    await reconcilePayments(now);
    expect(await lastRun()).toMatchObject({
      readFrom: new Date(daysAgo.getTime() - hourMs),
      readUntil: now,
    });
  });

  it('begins with all that is listed, and says when that leaves a gap', async () => {
    await prisma().reconciliationRun.deleteMany();
    const now = new Date(Date.now() - hourMs);
    await reconcilePayments(now);
    expect(await lastRun()).toMatchObject({ readFrom: new Date(now.getTime() - 30 * dayMs), notes: [] });
    await prisma().reconciliationRun.updateMany({
      data: { readUntil: new Date(now.getTime() - 40 * dayMs) },
    });
    await reconcilePayments(new Date(now.getTime() + 1000));
    expect((await lastRun())?.notes).toEqual([expect.stringContaining('some were missed')]);
  });

  it('that cannot ask a provider says so, reads the other, and leaves the rest to the next', async () => {
    const viewer = await newViewer();
    await payUnheard((await startMembershipPayment(viewer)).clientSecret);
    await prisma().reconciliationRun.deleteMany();
    await reconcilePayments(new Date(Date.now() - hourMs)).catch(() => undefined);
    cutOffStripe();
    await expect(reconcilePayments()).rejects.toThrow('Stripe could not be asked');
    const failed = await lastRun();
    expect(failed).toMatchObject({ finishedAt: expect.any(Date), seenCount: 0 });
    expect(failed?.notes).toEqual([expect.stringContaining('Stripe could not be asked')]);
    expect(failed?.readUntil).toEqual(failed?.readFrom);
    expect(await lastRun('paypal')).toMatchObject({ notes: [] });
    connectPayments(sandbox.apiPort);
    await reconcilePayments();
    expect(await hasAccess(viewer.id)).toBe(true);
  });
});

describe('a membership of whose end nobody was told', () => {
  it('is open for three days past its period, and no longer', async () => {
    const { id } = await newCardMember();
    const { id: rowId } = await rowOf(id);
    const endedAgo = (days: number) =>
      prisma().subscription.update({
        where: { id: rowId },
        data: { currentPeriodEnd: new Date(Date.now() - days * dayMs) },
      });
    await endedAgo(2.9);
    expect(await hasAccess(id)).toBe(true);
    await endedAgo(3.1);
    expect(await hasAccess(id)).toBe(false);
    await endedAgo(400);
    expect(await hasAccess(id)).toBe(false);
  });

  it('is open for a month and three days from the last news where the provider names no end', async () => {
    const { id } = await newCardMember();
    const { id: rowId } = await rowOf(id);
    const newsAgo = (days: number) =>
      prisma().subscription.update({
        where: { id: rowId },
        data: { currentPeriodEnd: null, lastEventAt: new Date(Date.now() - days * dayMs) },
      });
    await newsAgo(33);
    expect(await hasAccess(id)).toBe(true);
    await newsAgo(35);
    expect(await hasAccess(id)).toBe(false);
    await settled();
  });
});
