import { describe, expect, it } from 'vitest';
import { findMembershipState, listPayments } from '#app/domain/selling/billing/billing-overview.server.ts';
import {
  cancelMembership,
  keepMembership,
  planCancellation,
} from '#app/domain/selling/billing/cancellation.server.ts';
import { openCardPage } from '#app/domain/selling/billing/card.server.ts';
import { chasePayments } from '#app/domain/selling/billing/dunning.server.ts';
import { applyPaymentEvent } from '#app/domain/selling/payment-events/apply.server.ts';
import { withClock } from '#app/platform/clock.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { connectPayments } from '#app/platform/payments/payments.server.ts';
import {
  atStripe,
  loseWebhooks,
  newCardMember,
  renew,
  rowOf,
  sandbox,
  settled,
  stripe,
  webhooks,
  withSandbox,
} from '#tests/integration/card-buyers.ts';
import { newFact } from '#tests/integration/facts.ts';
import { activityOf, mailsTo, newViewer, subjectsTo } from '#tests/integration/people.ts';
import { cutOffStripe } from '#tests/integration/stripe-outage.ts';

withSandbox();

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

  it('twice, also at the same moment, is once, and for nobody else', async () => {
    const [viewer, other] = [await newCardMember(), await newCardMember()];
    webhooks.areTaken = false;
    const done = await Promise.all([1, 2, 3].map(() => cancelMembership(viewer, {})));
    expect(done).toContain(true);
    const asked = (await activityOf(viewer.id)).filter((line) => line.startsWith('Cancellation asked for'));
    expect(asked).toHaveLength(1);
    expect(await rowOf(other.id), 'of somebody else').toMatchObject({ requestedChange: null });
    webhooks.areTaken = true;
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

  it('is taken over from an answer that was on its way while the member asked', async () => {
    const viewer = await newCardMember();
    const { id, providerSubscriptionId: subscriptionId, lastEventAt } = await rowOf(viewer.id);
    await loseWebhooks(() => stripe.subscriptions.update(subscriptionId, { cancel_at_period_end: true }));
    const requestedAt = new Date(Date.now() + 60_000);
    await prisma().subscription.update({ where: { id }, data: { requestedChange: 'cancel', requestedAt } });
    // Of the same second as the news before it, so that the provider is asked.
    const createdAt = lastEventAt ?? new Date();
    const news = newFact('subscription_updated', { subscriptionId, cancelAtPeriodEnd: true, createdAt });
    expect(await applyPaymentEvent(news)).toBe('applied');
    expect(await findMembershipState(viewer.id)).toMatchObject({ kind: 'running_out' });
  });

  it('is refused with words and leaves nothing behind while the provider is down', async () => {
    const viewer = await newCardMember();
    const before = [await rowOf(viewer.id), await subjectsTo(viewer.email), await activityOf(viewer.id)];
    cutOffStripe();
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
    const changes = [() => cancelMembership(stranger, {}), () => keepMembership(stranger)];
    for (const change of [...changes, () => openCardPage(stranger)])
      await expect(change()).rejects.toMatchObject({ kind: 'conflict' });
    expect(await findMembershipState(stranger.id)).toEqual({ kind: 'none' });
    expect(await listPayments(stranger.id)).toEqual({ rows: [], next: null, previous: null });
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

  it('ends no month that was paid meanwhile and not told of yet, nor does waiting for its payment', async () => {
    const viewer = await newCardMember();
    await renew(viewer.id, false);
    const { latest_invoice: invoice } = await atStripe(viewer.id);
    await loseWebhooks(() => stripe.invoices.pay(String(invoice)));
    expect(await planCancellation(viewer.id)).toMatchObject({ endsAtOnce: true });
    await expect(cancelMembership(viewer, {})).rejects.toThrow('has arrived just now');
    await withClock(() => new Date(Date.now() + 60 * 24 * 3600_000), chasePayments);
    expect(await atStripe(viewer.id)).toMatchObject({ status: 'active', cancel_at_period_end: false });
    await prisma().subscription.updateMany({ where: { userId: viewer.id }, data: { status: 'canceled' } });
  });

  it('may be done at the provider too, and undone there', async () => {
    const viewer = await newCardMember();
    const { providerSubscriptionId: id } = await rowOf(viewer.id);
    await cancelMembership(viewer, {});
    await settled();
    // An operator's change of heart, some seconds later.
    const before = new Date(Date.now() - 5_000);
    await prisma().subscription.updateMany({ where: { userId: viewer.id }, data: { lastEventAt: before } });
    // The webhook may have been faster than the page: then the request still waits.
    await prisma().subscription.updateMany({
      where: { userId: viewer.id, requestedAt: { not: null } },
      data: { requestedAt: before },
    });
    await stripe.subscriptions.update(id, { cancel_at_period_end: false });
    await settled();
    expect(await findMembershipState(viewer.id)).toMatchObject({ kind: 'active' });
    expect(await cancelMembership(viewer, {})).toBe(true);
  });
});
