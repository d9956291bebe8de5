import { describe, expect, it } from 'vitest';
import type { Viewer } from '#app/domain/core/access/viewer.ts';
import { deleteUser } from '#app/domain/operating/users/delete-user.server.ts';
import { cancelMembership } from '#app/domain/selling/billing/cancellation.server.ts';
import { cancelForUser } from '#app/domain/selling/billing/user-money.server.ts';
import { pauseForUser, resumeForUser } from '#app/domain/selling/pausing/pausing-for-user.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { withDeadline } from '#app/platform/payments/deadline.server.ts';
import { auditOf, newActor } from '#tests/integration/admins.ts';
import {
  atStripe,
  newCardMember,
  pay,
  payHosted,
  rowOf,
  settled,
  stripe,
  withSandbox,
} from '#tests/integration/card-buyers.ts';
import { hangAt, press } from '#tests/integration/lost-answers.ts';
import { at, newViewer } from '#tests/integration/people.ts';
import { openHostedCheckout, startMembershipPayment } from '#tests/integration/purchases.ts';

withSandbox();

const notAnswered = {
  kind: 'unavailable',
  message: expect.stringMatching(/has not answered yet.*nothing is charged twice/),
};

const subscriptionsOf = async ({ id }: Viewer) => {
  const { customerId } = await prisma().providerCustomer.findFirstOrThrow({ where: { userId: id } });
  return (await stripe.subscriptions.list({ customer: customerId, status: 'all' })).data;
};

describe('a provider that does not answer', () => {
  it('is waited for until the deadline alone; pressing again goes on with what it did after that', async () => {
    const viewer = await newViewer();
    const standIn = await hangAt(/^\/v1\/subscriptions$/);
    expect(await press(standIn, () => startMembershipPayment(viewer))).toMatchObject(notAnswered);
    // No attempt of the SDK's follows a deadline.
    expect(standIn.calls).toHaveLength(1);
    await standIn.answer();
    const { clientSecret } = await startMembershipPayment(viewer);
    expect(new Set(standIn.calls.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1);
    await pay(clientSecret);
    expect(await subscriptionsOf(viewer)).toHaveLength(1);
    expect(await prisma().payment.count({ where: { userId: viewer.id } })).toBe(1);
  });

  it('goes on with it also where its webhook came before the second press', async () => {
    const viewer = await newViewer();
    const standIn = await hangAt(/^\/v1\/subscriptions$/);
    await press(standIn, () => startMembershipPayment(viewer));
    await standIn.answer();
    await settled();
    expect((await rowOf(viewer.id)).status).toBe('incomplete');
    await pay((await startMembershipPayment(viewer)).clientSecret);
    expect(await subscriptionsOf(viewer)).toHaveLength(1);
    expect((await rowOf(viewer.id)).status).toBe('active');
  });

  it('is asked for its page under one key, however much later and in whichever tab', async () => {
    const viewer = await newViewer();
    const standIn = await hangAt(/^\/v1\/checkout\/sessions$/);
    const minutes = (count: number) => Date.now() + count * 60_000;
    expect(await press(standIn, () => openHostedCheckout(viewer))).toMatchObject(notAnswered);
    const later = await press(standIn, () => at(minutes(5), () => openHostedCheckout(viewer)));
    expect(later).toMatchObject(notAnswered);
    await standIn.answer();
    const page = await at(minutes(9), () => openHostedCheckout(viewer));
    expect(new Set(standIn.calls.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1);
    await payHosted(page);
    expect(await subscriptionsOf(viewer)).toHaveLength(1);
    // Answered, the next page is another one.
    expect(await prisma().purchaseAttempt.count({ where: { userId: viewer.id } })).toBe(0);
  });

  it('cancels once, and the member is told by its webhook where the page could not', async () => {
    const viewer = await newCardMember();
    const { providerSubscriptionId: id } = await rowOf(viewer.id);
    const standIn = await hangAt(new RegExp(`^/v1/subscriptions/${id}$`));
    const said = { reason: undefined, comment: '' };
    expect(await press(standIn, () => cancelMembership(viewer, said))).toMatchObject(notAnswered);
    await standIn.answer();
    await settled();
    expect((await atStripe(viewer.id)).cancel_at_period_end).toBe(true);
    expect((await rowOf(viewer.id)).cancelAtPeriodEnd).toBe(true);
    expect(await cancelMembership(viewer, said)).toBe(false);
  });

  it.each([
    ['cancels', 'cancellation_asked'],
    ['pauses', 'pause_asked'],
    ['resumes', 'resuming_asked'],
    ['deletes', 'cancellation_asked'],
  ] as const)('is in the audit log where an admin %s and its answer is lost', async (what, action) => {
    const { actor } = await newActor('owner');
    const member = await newCardMember();
    const reason = 'Asked by phone';
    const { providerSubscriptionId: id, currentPeriodEnd: from } = await rowOf(member.id);
    if (!from) throw new Error('Nothing is paid.');
    const pause = () => pauseForUser(actor, member.id, { months: 2, from, reason });
    if (what === 'resumes') await pause();
    const acts: Record<typeof what, () => Promise<unknown>> = {
      cancels: () => cancelForUser(actor, member.id, { of: 'membership', reason }),
      pauses: pause,
      resumes: () => resumeForUser(actor, member.id, { reason }),
      deletes: () => deleteUser(actor, member.id, reason),
    };
    const standIn = await hangAt(new RegExp(`^/v1/subscriptions/${id}$`));
    const earlier = (await auditOf(member.id)).length;
    expect(await press(standIn, acts[what])).toMatchObject({ kind: 'unavailable' });
    const audited = (await auditOf(member.id)).slice(earlier);
    expect(audited).toMatchObject([
      { action, actorId: actor.id, reason },
      {
        action: 'subscription_change_failed',
        actorId: actor.id,
        reason,
        after: { asked: action, answer: 'not_answered', code: 'no_answer' },
      },
    ]);
    await standIn.answer();
  });

  it('is not asked at all once the deadline is over', async () => {
    const viewer = await newViewer();
    const standIn = await hangAt(/./);
    const pressed = withDeadline(AbortSignal.abort(), () => startMembershipPayment(viewer));
    await expect(pressed).rejects.toMatchObject(notAnswered);
    expect(standIn.calls).toEqual([]);
  });
});
