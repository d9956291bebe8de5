import { describe, expect, it } from 'vitest';
import { findViewer } from '#app/domain/core/access/find-viewer.server.ts';
import { findMembershipState } from '#app/domain/selling/billing/billing-overview.server.ts';
import { planCancellation } from '#app/domain/selling/billing/cancellation.server.ts';
import { endRefundedSubscription } from '#app/domain/selling/billing/undo.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import {
  atStripe,
  newCardMember,
  pay,
  settled,
  stripe,
  withSandbox,
} from '#tests/integration/card-buyers.ts';
import { deliverFacts, newToldMember } from '#tests/integration/delivered-facts.ts';
import { newSession } from '#tests/integration/people.ts';
import { startMembershipPayment } from '#tests/integration/purchases.ts';
import { doQueued, takeQueued } from '#tests/integration/queued-jobs.ts';

withSandbox();

const hasAccess = async ({ id }: { id: string }) =>
  (await findViewer(await newSession(id)))?.viewer.hasMembership;

/** The bank takes a member's payment back; the function returned decides the case. */
async function disputePaymentOf(userId: string) {
  const { providerPaymentId } = await prisma().payment.findFirstOrThrow({ where: { userId } });
  const path = `/v1/test_helpers/payment_intents/${providerPaymentId}/dispute`;
  const { id } = (await stripe.rawRequest('POST', path, {})) as unknown as { id: string };
  await settled();
  return async (status: 'won' | 'lost') => {
    await stripe.rawRequest('POST', `/v1/test_helpers/disputes/${id}/close`, { status });
    await settled();
  };
}

describe('a dispute that is lost', () => {
  it('ends the membership, at the provider too, and says what is until then', async () => {
    const viewer = await newCardMember();
    await takeQueued('end-subscription');
    const decide = await disputePaymentOf(viewer.id);
    expect(await takeQueued('end-subscription')).toEqual([]);
    expect(await findMembershipState(viewer.id)).toMatchObject({ kind: 'disputed' });
    await decide('lost');
    expect(await hasAccess(viewer)).toBe(false);
    expect(await findMembershipState(viewer.id)).toMatchObject({ kind: 'charged_back', endedAt: null });
    expect(await planCancellation(viewer.id)).toMatchObject({ isDisputed: false, endsAtOnce: true });
    const again = startMembershipPayment({ ...viewer, hasMembership: false });
    await expect(again).rejects.toMatchObject({
      kind: 'conflict',
      message: expect.stringMatching(/taken back.* the membership is ending.*join again in a few minutes/),
    });
    await doQueued('end-subscription');
    await settled();
    expect((await atStripe(viewer.id)).status).toBe('canceled');
    expect(await findMembershipState(viewer.id)).toMatchObject({
      kind: 'charged_back',
      endedAt: expect.any(Date),
    });
  });

  it('leaves the member free to buy again, who then has what they bought', async () => {
    const viewer = { ...(await newCardMember()), hasMembership: false };
    const decide = await disputePaymentOf(viewer.id);
    await decide('lost');
    await doQueued('end-subscription');
    await settled();
    await pay((await startMembershipPayment(viewer)).clientSecret);
    expect(await hasAccess(viewer)).toBe(true);
    expect(await findMembershipState(viewer.id)).toMatchObject({ kind: 'active' });
    expect(await takeQueued('undo-subscription')).toEqual([]);
  });

  it('asks for the end once more when the job has given up and the member wants to buy again', async () => {
    const viewer = { ...(await newCardMember()), hasMembership: false };
    const decide = await disputePaymentOf(viewer.id);
    await decide('lost');
    await takeQueued('end-subscription');
    await expect(startMembershipPayment(viewer)).rejects.toMatchObject({ kind: 'conflict' });
    await doQueued('end-subscription');
    await settled();
    await expect(startMembershipPayment(viewer)).resolves.toHaveProperty('clientSecret');
  });

  it('ends nothing once it is won on appeal', async () => {
    const { user, sale } = await newToldMember();
    await takeQueued('end-subscription');
    await deliverFacts([sale.disputed({ createdAt: new Date(1_000) })]);
    await deliverFacts([sale.decided('lost', { createdAt: new Date(2_000) })]);
    await deliverFacts([sale.decided('won', { createdAt: new Date(3_000) })]);
    expect(await hasAccess(user)).toBe(true);
    const [job, ...more] = await takeQueued('end-subscription');
    if (!job) throw new Error('nothing was to end');
    expect(more).toEqual([]);
    await deliverFacts([sale.disputed({ disputeId: `dp_2_${user.id}`, createdAt: new Date(4_000) })]);
    await deliverFacts([sale.decided('won', { disputeId: `dp_2_${user.id}`, createdAt: new Date(5_000) })]);
    // The provider knows no such subscription: asking it to end would fail.
    await expect(endRefundedSubscription(job)).resolves.toBeUndefined();
  });
});
