import { describe, expect, it } from 'vitest';
import { undoSubscription } from '#app/domain/selling/billing/undo.server.ts';
import { databasePool, prisma } from '#app/platform/database/client.server.ts';
import { connectPayments } from '#app/platform/payments/payments.server.ts';
import { card, pay, sandbox, settled, withSandbox } from '#tests/integration/card-buyers.ts';
import { at, mailsTo, newViewer } from '#tests/integration/people.ts';
import { openHostedCheckout, startMembershipPayment } from '#tests/integration/purchases.ts';
import { takeQueued } from '#tests/integration/queued-jobs.ts';
import { cutOffStripe } from '#tests/integration/stripe-outage.ts';

withSandbox();

const subscriptionsOf = (userId: string) =>
  prisma().subscription.findMany({ where: { userId }, orderBy: { createdAt: 'asc' } });

const undo = (id: string | undefined) =>
  undoSubscription({ provider: 'stripe', providerSubscriptionId: String(id) });

/** The subscriptions the queue is asked to undo. */
async function undoJobs(): Promise<string[]> {
  const { rows } = await databasePool().query<{ data: { providerSubscriptionId: string } }>(
    `SELECT data FROM pgboss.job WHERE name = 'undo-subscription'`,
  );
  return rows.map(({ data }) => data.providerSubscriptionId);
}

describe('buying the membership', () => {
  it('gives the same secret again, by a reload or by two tabs at once', async () => {
    const viewer = await newViewer();
    const [first, second] = await Promise.all([
      startMembershipPayment(viewer),
      startMembershipPayment(viewer),
    ]);
    expect(second).toEqual(first);
    expect(await startMembershipPayment(viewer)).toEqual(first);
    expect(await subscriptionsOf(viewer.id)).toMatchObject([{ status: 'incomplete', amount: 4_700 }]);
  });

  it('makes a member of who pays, and sells them nothing more', async () => {
    const viewer = await newViewer();
    const { clientSecret } = await startMembershipPayment(viewer);
    // The press of the form's button is the acceptance, not the form.
    expect(await prisma().legalAcceptance.count({ where: { userId: viewer.id } })).toBe(0);
    await pay(clientSecret);
    expect(await subscriptionsOf(viewer.id)).toMatchObject([{ status: 'active' }]);
    expect(await prisma().user.findUnique({ where: { id: viewer.id } })).toMatchObject({
      plan: 'membership',
    });
    const [payment] = await prisma().payment.findMany({ where: { userId: viewer.id } });
    expect(payment).toMatchObject({
      amountCents: 4_700,
      providerPaymentId: clientSecret.split('_secret')[0],
    });
    expect(await mailsTo(viewer.email)).toHaveLength(1);
    for (const buy of [startMembershipPayment, openHostedCheckout])
      await expect(buy(viewer)).rejects.toMatchObject({ kind: 'conflict' });
    expect(await takeQueued('end-subscription')).toEqual([]);
  });

  it('sells nothing more to who has paid, also before the webhook has come', async () => {
    const viewer = await newViewer();
    const { clientSecret } = await startMembershipPayment(viewer);
    await pay(clientSecret);
    await prisma().subscription.updateMany({ where: { userId: viewer.id }, data: { status: 'incomplete' } });
    for (const buy of [startMembershipPayment, openHostedCheckout])
      await expect(buy(viewer)).rejects.toMatchObject({
        kind: 'conflict',
        message: expect.stringContaining('being confirmed'),
      });
    await prisma().subscription.updateMany({ where: { userId: viewer.id }, data: { status: 'canceled' } });
    await expect(openHostedCheckout(viewer)).resolves.toContain('/sandbox/checkout/');
  });

  it('begins anew once the first try has ended unpaid', async () => {
    const viewer = await newViewer();
    const first = await startMembershipPayment(viewer);
    const [subscription] = await subscriptionsOf(viewer.id);
    await undo(subscription?.providerSubscriptionId);
    await settled();
    const second = await startMembershipPayment(viewer);
    expect(second).not.toEqual(first);
    await pay(second.clientSecret);
    expect((await subscriptionsOf(viewer.id)).map(({ status }) => status)).toEqual(['canceled', 'active']);
  });

  it('works at the hosted checkout, without scripts', async () => {
    const viewer = await newViewer();
    // In one minute: a later press would get another one.
    const presses = () => Promise.all([openHostedCheckout(viewer), openHostedCheckout(viewer)]);
    const [address, again] = await at(new Date(), presses);
    expect(again).toBe(address);
    const paid = await fetch(address, {
      method: 'POST',
      body: new URLSearchParams(card),
      redirect: 'manual',
    });
    expect(paid.headers.get('location')).toBe('http://localhost:3000/thank-you');
    await settled();
    expect(await subscriptionsOf(viewer.id)).toMatchObject([{ status: 'active' }]);
  });

  it('twice, in two ways at once, keeps the first and gives the money of the second back', async () => {
    const viewer = await newViewer();
    const address = await openHostedCheckout(viewer);
    await pay((await startMembershipPayment(viewer)).clientSecret);
    await fetch(address, { method: 'POST', body: new URLSearchParams(card), redirect: 'manual' });
    await settled();
    const [kept, undone] = await subscriptionsOf(viewer.id);
    expect([kept?.status, undone?.status]).toEqual(['active', 'canceled']);
    expect(await undoJobs()).toEqual([undone?.providerSubscriptionId]);
    await undo(undone?.providerSubscriptionId);
    await settled();
    const received = await prisma().payment.findMany({
      where: { userId: viewer.id },
      orderBy: { createdAt: 'asc' },
    });
    expect(received.map(({ status }) => status)).toEqual(['paid', 'refunded']);
    expect(await prisma().user.findUnique({ where: { id: viewer.id } })).toMatchObject({
      plan: 'membership',
    });
    expect(await undoJobs()).toHaveLength(1);
  });

  it('is refused in words while the provider cannot be reached', async () => {
    const viewer = await newViewer();
    const { apiPort } = sandbox;
    cutOffStripe();
    await expect(startMembershipPayment(viewer)).rejects.toMatchObject({ kind: 'unavailable' });
    connectPayments(apiPort);
    await expect(startMembershipPayment(viewer)).resolves.toHaveProperty('clientSecret');
  });
});
