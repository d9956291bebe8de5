import { describe, expect, it } from 'vitest';
import { findMembershipState, listPayments } from '#app/domain/billing/billing-overview.server.ts';
import {
  cancelMembership,
  keepMembership,
  planCancellation,
} from '#app/domain/billing/cancellation.server.ts';
import { openCardPage } from '#app/domain/billing/card.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { connectPayments } from '#app/platform/payments/payments.server.ts';
import {
  base,
  card,
  newCardMember,
  sandbox,
  settled,
  stripe,
  webhooks,
  withSandbox,
} from '#tests/integration/card-buyers.ts';
import { mailsTo, newViewer } from '#tests/integration/people.ts';

withSandbox();

const rowOf = (userId: string) => prisma().subscription.findFirstOrThrow({ where: { userId } });
const subjectsTo = async (email: string) => (await mailsTo(email)).map(({ subject }) => subject).reverse();
const atStripe = async (userId: string) =>
  stripe.subscriptions.retrieve((await rowOf(userId)).providerSubscriptionId);
const renew = async (userId: string, succeeds = true) => {
  const { providerSubscriptionId: id } = await rowOf(userId);
  await stripe.rawRequest('POST', `/v1/test_helpers/subscriptions/${id}/renew`, {
    succeeds: String(succeeds),
  });
  await settled();
};
const activityOf = async (userId: string) => {
  const rows = await prisma().activityLog.findMany({ where: { userId }, orderBy: { createdAt: 'asc' } });
  return rows.map(({ description }) => description);
};

describe('canceling a membership paid by card', () => {
  it('is accepted at once, shown as being canceled until the webhook, and runs to the end of the period', async () => {
    const viewer = await newCardMember();
    const plan = await planCancellation(viewer.id);
    expect(plan).toMatchObject({ provider: 'stripe', endsAtOnce: false, canBeKept: true });
    const until = plan?.accessEndsAt;
    webhooks.areTaken = false;
    expect(await cancelMembership(viewer, { reason: 'no_time', comment: 'Thanks' })).toBe(true);
    expect(await findMembershipState(viewer.id)).toEqual({ kind: 'canceling', provider: 'stripe', until });
    expect(await atStripe(viewer.id)).toMatchObject({ status: 'active', cancel_at_period_end: true });
    expect(await rowOf(viewer.id)).toMatchObject({
      status: 'active',
      cancelAtPeriodEnd: false,
      cancelReason: 'no_time',
      cancelComment: 'Thanks',
    });
    webhooks.areTaken = true;
    await settled();
    expect(await findMembershipState(viewer.id)).toEqual({
      kind: 'running_out',
      provider: 'stripe',
      until,
      canKeep: true,
    });
    expect(await activityOf(viewer.id)).toContain('Cancellation asked for (no_time)');
    const [mail] = await mailsTo(viewer.email);
    expect(mail?.subject).toBe('Your membership is canceled');
    expect(mail?.text).toContain(
      until?.toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' }) ?? 'no date',
    );
    await renew(viewer.id);
    expect(await findMembershipState(viewer.id)).toMatchObject({ kind: 'ended' });
    expect(await prisma().user.findUnique({ where: { id: viewer.id } })).toMatchObject({ plan: null });
    expect(await subjectsTo(viewer.email)).toEqual([
      'Welcome: your membership is active',
      'Your membership is canceled',
      'Your membership has ended',
    ]);
    expect(await prisma().payment.count({ where: { userId: viewer.id } })).toBe(1);
  });

  it('twice, also at the same moment, is once', async () => {
    const viewer = await newCardMember();
    const done = await Promise.all([1, 2, 3].map(() => cancelMembership(viewer, {})));
    expect(done).toContain(true);
    await settled();
    expect(await cancelMembership(viewer, { reason: 'other' })).toBe(false);
    await settled();
    expect((await subjectsTo(viewer.email)).slice(1)).toEqual(['Your membership is canceled']);
    expect(await rowOf(viewer.id)).toMatchObject({ cancelReason: null });
    expect(await planCancellation(viewer.id)).toBeNull();
  });

  it('whose webhook comes before the answer is not shown as under way for ever', async () => {
    const viewer = await newCardMember();
    const { providerSubscriptionId } = await rowOf(viewer.id);
    const racing = cancelMembership(viewer, {});
    await stripe.subscriptions.update(providerSubscriptionId, { cancel_at_period_end: true });
    await settled();
    await racing;
    await settled();
    expect(await findMembershipState(viewer.id)).toMatchObject({ kind: 'running_out' });
  });

  it('is refused with words and leaves nothing behind while the provider is down', async () => {
    const viewer = await newCardMember();
    const before = [await rowOf(viewer.id), await subjectsTo(viewer.email), await activityOf(viewer.id)];
    connectPayments(1);
    const down = { kind: 'unavailable', message: expect.stringContaining('could not be reached') };
    await expect(cancelMembership(viewer, { comment: 'Bye' })).rejects.toMatchObject(down);
    await expect(openCardPage(viewer)).rejects.toMatchObject(down);
    expect([await rowOf(viewer.id), await subjectsTo(viewer.email), await activityOf(viewer.id)]).toEqual(
      before,
    );
    connectPayments(sandbox.apiPort);
    expect(await cancelMembership(viewer, {})).toBe(true);
  });

  it('is refused where there is nothing to cancel, and touches nobody else', async () => {
    const [member, stranger] = [await newCardMember(), await newViewer()];
    const changes = [
      () => cancelMembership(stranger, {}),
      () => keepMembership(stranger),
      () => openCardPage(stranger),
    ];
    for (const change of changes) await expect(change()).rejects.toMatchObject({ kind: 'conflict' });
    expect(await findMembershipState(stranger.id)).toEqual({ kind: 'none' });
    expect(await listPayments(stranger.id, 1)).toEqual({ payments: [], pageCount: 1 });
    expect(await findMembershipState(member.id)).toMatchObject({ kind: 'active' });
  });

  it('ends at once when the last payment failed, so that it is not tried again', async () => {
    const viewer = await newCardMember();
    await renew(viewer.id, false);
    expect(await findMembershipState(viewer.id)).toMatchObject({ kind: 'past_due', amountCents: 4_700 });
    expect(await planCancellation(viewer.id)).toMatchObject({ endsAtOnce: true, canBeKept: false });
    await cancelMembership(viewer, {});
    await settled();
    expect(await findMembershipState(viewer.id)).toMatchObject({ kind: 'ended' });
    expect(await atStripe(viewer.id)).toMatchObject({ status: 'canceled' });
    await expect(cancelMembership(viewer, {})).rejects.toMatchObject({ kind: 'conflict' });
  });

  it('may be done at the provider too, and undone there', async () => {
    const viewer = await newCardMember();
    const { providerSubscriptionId: id } = await rowOf(viewer.id);
    await cancelMembership(viewer, {});
    await settled();
    // An operator's change of heart, some seconds later.
    await prisma().subscription.updateMany({
      where: { userId: viewer.id },
      data: { requestedAt: new Date(Date.now() - 5_000), lastEventAt: new Date(Date.now() - 5_000) },
    });
    await stripe.subscriptions.update(id, { cancel_at_period_end: false });
    await settled();
    expect(await findMembershipState(viewer.id)).toMatchObject({ kind: 'active' });
    expect(await cancelMembership(viewer, {})).toBe(true);
  });
});

describe('keeping a membership', () => {
  it('takes the cancellation back, until the webhook as a wish', async () => {
    const viewer = await newCardMember();
    await cancelMembership(viewer, {});
    await settled();
    webhooks.areTaken = false;
    await keepMembership(viewer);
    await keepMembership(viewer);
    expect(await findMembershipState(viewer.id)).toMatchObject({ kind: 'keeping' });
    webhooks.areTaken = true;
    await settled();
    expect(await findMembershipState(viewer.id)).toMatchObject({ kind: 'active' });
    await renew(viewer.id);
    expect(await subjectsTo(viewer.email)).toEqual([
      'Welcome: your membership is active',
      'Your membership is canceled',
      'Your membership goes on',
    ]);
    expect((await listPayments(viewer.id, 1)).payments).toHaveLength(2);
    expect(await cancelMembership(viewer, {})).toBe(true);
    await settled();
    expect(await findMembershipState(viewer.id)).toMatchObject({ kind: 'running_out' });
  });

  it('works also before the webhook of the cancellation', async () => {
    const viewer = await newCardMember();
    webhooks.areTaken = false;
    await cancelMembership(viewer, {});
    await keepMembership(viewer);
    expect(await findMembershipState(viewer.id)).toMatchObject({ kind: 'active' });
    webhooks.areTaken = true;
    await settled();
    expect(await findMembershipState(viewer.id)).toMatchObject({ kind: 'active' });
  });

  it('is refused once the membership has ended, and asks nothing where nothing is to end', async () => {
    const viewer = await newCardMember();
    await keepMembership(viewer);
    await cancelMembership(viewer, {});
    await renew(viewer.id);
    await expect(keepMembership(viewer)).rejects.toMatchObject({ kind: 'conflict' });
  });

  it('the sandbox ends by itself what was to end, and nothing else', async () => {
    const [leaving, staying] = [await newCardMember(), await newCardMember()];
    await cancelMembership(leaving, {});
    await settled();
    await sandbox.endPeriods();
    await settled();
    expect(await findMembershipState(leaving.id)).toMatchObject({ kind: 'running_out' });
    await sandbox.endPeriods(Date.now() / 1000 + 32 * 24 * 3600);
    await settled();
    expect(await findMembershipState(leaving.id)).toMatchObject({ kind: 'ended' });
    expect(await findMembershipState(staying.id)).toMatchObject({ kind: 'active' });
  });
});

describe('the page for the card', () => {
  const send = (address: string, number: string) =>
    fetch(address, {
      method: 'POST',
      body: new URLSearchParams({ ...card, number }),
      redirect: 'manual',
    });

  it('replaces the card that pays, not the subscription’s old one', async () => {
    const viewer = await newCardMember();
    const { default_payment_method: old } = await atStripe(viewer.id);
    expect(old).toMatch(/^pm_/);
    const address = await openCardPage(viewer);
    expect(address).toMatch(new RegExp(`^${base}/sandbox/card/bps_`));
    expect(await (await fetch(address)).text()).toContain('Replace your card');
    const declined = await send(address, '4000 0000 0000 0002');
    expect([declined.status, await declined.text()]).toEqual([
      422,
      expect.stringContaining('Your card was declined.'),
    ]);
    const saved = await send(address, '4242 4242 4242 4242');
    expect(saved.headers.get('location')).toBe('http://localhost:3000/profile/billing?card=saved');
    const { default_payment_method: own, customer } = await atStripe(viewer.id);
    const { invoice_settings } = (await stripe.customers.retrieve(String(customer))) as {
      invoice_settings?: { default_payment_method: string };
    };
    expect(own).toBeNull();
    expect(invoice_settings?.default_payment_method).toMatch(/^pm_/);
    expect(invoice_settings?.default_payment_method).not.toBe(old);
    await expect(openCardPage(viewer)).resolves.toContain('/sandbox/card/');
  });

  it('lets a payment that failed go through', async () => {
    const viewer = await newCardMember();
    await renew(viewer.id, false);
    await send(await openCardPage(viewer), '4242 4242 4242 4242');
    await settled();
    expect(await findMembershipState(viewer.id)).toMatchObject({ kind: 'active' });
    expect((await listPayments(viewer.id, 1)).payments).toHaveLength(2);
  });
});

describe('the list of payments', () => {
  it('is the newest first, twenty on a page, with what is known of each', async () => {
    const viewer = await newViewer();
    const day = (daysAgo: number) => new Date(Date.now() - daysAgo * 24 * 3600 * 1000);
    await prisma().payment.createMany({
      data: Array.from({ length: 41 }, (_, index) => ({
        userId: viewer.id,
        product: 'membership',
        provider: 'stripe' as const,
        providerInvoiceId: `in_${viewer.id}_${index}`,
        amountCents: 4_700 + index,
        taxCents: index,
        status: 'paid' as const,
        receiptUrl: `https://invoice.example/${index}`,
        paidAt: day(index * 20),
      })),
    });
    const first = await listPayments(viewer.id, 1);
    expect(first.pageCount).toBe(3);
    expect(first.payments.map(({ taxCents }) => taxCents)).toEqual(Array.from({ length: 20 }, (_, i) => i));
    expect(first.payments[1]).toMatchObject({
      productName: 'Membership',
      amountCents: 4_701,
      refundedCents: 0,
      status: 'paid',
      receiptUrl: 'https://invoice.example/1',
    });
    // The provider's page of an invoice goes away after a month.
    expect(first.payments[2]?.receiptUrl).toBeNull();
    expect((await listPayments(viewer.id, 3)).payments).toHaveLength(1);
    expect(await listPayments(viewer.id, 4)).toEqual({ payments: [], pageCount: 1 });
  });
});
