import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  cancelForUser,
  findRefundable,
  refundPayment,
} from '#app/domain/selling/billing/user-money.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { classOfError } from '#app/platform/payments/error-class.ts';
import { PaymentError } from '#app/platform/payments/port.ts';
import { auditOf, newActor } from '#tests/integration/admins.ts';
import { atStripe, newCardMember, rowOf, settled, withSandbox } from '#tests/integration/card-buyers.ts';
import { at, newUser, subjectsTo } from '#tests/integration/people.ts';
import { doQueued, takeQueued } from '#tests/integration/queued-jobs.ts';
import { statementsOf } from '#tests/integration/statements.ts';

withSandbox();

async function newPaid() {
  const member = await newCardMember();
  const payment = await prisma().payment.findFirstOrThrow({ where: { userId: member.id } });
  return { member, payment };
}

/** A form for a refund, opened while `left` could be given back. Cents. */
const asked = (amount: number, left = 4_700) => ({ amount, left, key: randomUUID(), reason: 'Goodwill' });

describe('giving money back', () => {
  it('gives a part back through the provider, once however often the form is sent', async () => {
    const { actor } = await newActor('manager');
    const { member, payment } = await newPaid();
    const form = asked(1_250);
    const sent = await Promise.all([1, 2, 3].map(() => refundPayment(actor, member.id, payment.id, form)));
    expect(sent.filter(Boolean)).toHaveLength(1);
    await doQueued('refund-part');
    await settled();
    expect(await refundPayment(actor, member.id, payment.id, form)).toBe(false);
    await doQueued('refund-part');
    await settled();
    expect(await prisma().payment.findUnique({ where: { id: payment.id } })).toMatchObject({
      amountRefundedCents: 1_250,
      status: 'partially_refunded',
    });
    expect(await findRefundable(member.id, payment.id)).toMatchObject({
      leftCents: 3_450,
      endsSubscription: true,
    });
    expect(await auditOf(member.id)).toMatchObject([
      { action: 'refund_asked', reason: 'Goodwill', after: { amount_cents: 1_250, payment: payment.id } },
    ]);
  });

  it('gives all of it back, which ends the membership', async () => {
    const { actor } = await newActor('owner');
    const { member, payment } = await newPaid();
    await refundPayment(actor, member.id, payment.id, asked(4_700));
    await doQueued('refund-part');
    await settled();
    await doQueued('end-subscription');
    await settled();
    expect(await prisma().payment.findUnique({ where: { id: payment.id } })).toMatchObject({
      status: 'refunded',
    });
    expect(await atStripe(member.id)).toMatchObject({ status: 'canceled' });
    await expect(refundPayment(actor, member.id, payment.id, asked(1, 0))).rejects.toMatchObject({
      field: 'amount',
    });
  });

  it('refuses a second form that was opened before the first one was sent, and tells the rest of what is on its way', async () => {
    const { actor } = await newActor('manager');
    const { actor: other } = await newActor('manager');
    const { member, payment } = await newPaid();
    const sent = await Promise.allSettled(
      [actor, other].map((admin) => refundPayment(admin, member.id, payment.id, asked(3_000))),
    );
    expect(sent.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(sent.find((result) => result.status === 'rejected')).toMatchObject({
      reason: { kind: 'conflict', message: expect.stringContaining('$17 can be refunded now') },
    });
    expect(await findRefundable(member.id, payment.id)).toMatchObject({
      leftCents: 1_700,
      requestedCents: 3_000,
    });
    // The provider would refuse it: it is not said to be on its way.
    await expect(refundPayment(other, member.id, payment.id, asked(3_000, 1_700))).rejects.toMatchObject({
      field: 'amount',
    });
    await doQueued('refund-part');
    await settled();
    expect(await findRefundable(member.id, payment.id)).toMatchObject({
      leftCents: 1_700,
      requestedCents: 0,
    });
    expect(await refundPayment(other, member.id, payment.id, asked(1_700, 1_700))).toBe(true);
  });

  it('offers again what a job has given up on, and nothing while the payer’s own refund is on its way', async () => {
    const { actor } = await newActor('manager');
    const { member, payment } = await newPaid();
    const form = asked(3_000);
    await refundPayment(actor, member.id, payment.id, form);
    await takeQueued('refund-part');
    await prisma().failedJob.create({
      data: {
        kind: 'refund-part',
        data: { key: form.key },
        error: 'refused',
        attempts: 1,
        sentAt: new Date(),
        failedAt: new Date(),
      },
    });
    expect(await findRefundable(member.id, payment.id)).toMatchObject({
      leftCents: 4_700,
      requestedCents: 0,
    });
    await prisma().refundRequest.create({
      data: {
        userId: member.id,
        paymentId: payment.id,
        status: 'accepted',
        isGuaranteed: true,
        reason: '',
        requestedAt: new Date(),
      },
    });
    expect(await findRefundable(member.id, payment.id)).toMatchObject({
      leftCents: 0,
      requestedCents: 4_700,
    });
    await expect(refundPayment(actor, member.id, payment.id, asked(100))).rejects.toMatchObject({
      kind: 'conflict',
    });
  });

  it('does not offer what a bank has taken', async () => {
    const { actor } = await newActor('manager');
    const { member, payment } = await newPaid();
    await prisma().payment.update({
      where: { id: payment.id },
      data: { chargedBackCents: 1_000, disputedCents: 500, status: 'partially_charged_back' },
    });
    expect(await findRefundable(member.id, payment.id)).toMatchObject({ leftCents: 3_200 });
    await expect(refundPayment(actor, member.id, payment.id, asked(4_700, 3_200))).rejects.toMatchObject({
      field: 'amount',
    });
  });

  it('gives back no more than was paid, nobody else’s payment, and nothing without the right to', async () => {
    const { actor } = await newActor('manager');
    const { actor: support } = await newActor('support');
    const { member, payment } = await newPaid();
    const { id: other } = await newUser();
    await expect(refundPayment(actor, member.id, payment.id, asked(4_701))).rejects.toMatchObject({
      field: 'amount',
    });
    await expect(refundPayment(actor, other, payment.id, asked(100))).rejects.toMatchObject({
      kind: 'not_found',
    });
    await expect(refundPayment(support, member.id, payment.id, asked(100))).rejects.toMatchObject({
      kind: 'not_allowed',
    });
    await expect(
      at(Date.now() + 16 * 60_000, () => refundPayment(actor, member.id, payment.id, asked(100))),
    ).rejects.toThrow(/confirm that it is you/);
    expect(await takeQueued('refund-part')).toEqual([]);
    expect(await auditOf(member.id)).toEqual([]);
    expect(await findRefundable(other, payment.id)).toBeNull();
    expect(await findRefundable('x', 'y')).toBeNull();
    expect(await statementsOf(() => findRefundable(member.id, payment.id))).toHaveLength(2);
  });
});

describe('what the provider does not know', () => {
  it('is told in plain words, and a refund of it is not asked for again', async () => {
    const { actor } = await newActor('manager');
    const { member, payment } = await newPaid();
    await prisma().payment.update({
      where: { id: payment.id },
      data: { providerPaymentId: 'pi_unknown' },
    });
    await refundPayment(actor, member.id, payment.id, asked(100));
    const words = /^The payment provider does not know this payment\./;
    const failure = await doQueued('refund-part').catch((error: unknown) => error);
    expect(failure).toMatchObject({ message: expect.stringMatching(words), isRetryable: false });
    expect(classOfError(failure)).toBe('final');
    expect(classOfError(new PaymentError('api_error', 'Down.', true))).not.toBe('final');
    const { id } = await rowOf(member.id);
    await prisma().subscription.update({
      where: { id },
      data: { providerSubscriptionId: 'sub_unknown' },
    });
    const canceled = cancelForUser(actor, member.id, { of: 'membership', reason: 'Asked by phone' });
    await expect(canceled).rejects.toMatchObject({
      kind: 'unavailable',
      message: expect.stringMatching(/^The payment provider does not know this subscription\./),
    });
    expect((await auditOf(member.id)).map(({ action }) => action)).toEqual([
      'refund_asked',
      'cancellation_asked',
      'subscription_change_failed',
    ]);
  });
});

describe('a member of the sample year', () => {
  /** Somebody whose payment and subscription have the sample's ids, which the provider never gave. */
  async function newSample() {
    const { member, payment } = await newPaid();
    const { id } = await rowOf(member.id);
    const providerSubscriptionId = `sample_sub_${member.id.replaceAll('-', '')}`;
    await prisma().subscription.update({ where: { id }, data: { providerSubscriptionId } });
    const providerPaymentId = `sample_pi_${member.id.replaceAll('-', '')}`;
    await prisma().payment.update({ where: { id: payment.id }, data: { providerPaymentId } });
    return { member, payment };
  }

  it('is given money back in parts, up to all of it, which ends the membership', async () => {
    const { actor } = await newActor('manager');
    const { member, payment } = await newSample();
    for (const [cents, left] of [
      [1_000, 4_700],
      [3_700, 3_700],
    ] as const) {
      await refundPayment(actor, member.id, payment.id, asked(cents, left));
      await doQueued('refund-part');
      await settled();
    }
    await doQueued('end-subscription');
    await settled();
    expect(await prisma().payment.findUnique({ where: { id: payment.id } })).toMatchObject({
      amountRefundedCents: 4_700,
      status: 'refunded',
    });
    expect(await rowOf(member.id)).toMatchObject({ status: 'canceled', heldReason: null });
  });

  it('is canceled to the end of what is paid', async () => {
    const { actor } = await newActor('manager');
    const { member } = await newSample();
    const before = await rowOf(member.id);
    expect(await cancelForUser(actor, member.id, { of: 'membership', reason: 'Asked by phone' })).toBe(true);
    await settled();
    expect(await rowOf(member.id)).toMatchObject({
      status: 'active',
      cancelAtPeriodEnd: true,
      heldReason: null,
      currentPeriodEnd: before.currentPeriodEnd,
    });
  });
});

describe('canceling for a member', () => {
  it('lets what is paid run to its end, tells them, and says who did it', async () => {
    const { actor } = await newActor('manager');
    const { member } = await newPaid();
    expect(await cancelForUser(actor, member.id, { of: 'membership', reason: 'Asked by phone' })).toBe(true);
    await settled();
    expect(await atStripe(member.id)).toMatchObject({ status: 'active', cancel_at_period_end: true });
    expect(await subjectsTo(member.email)).toContain('Your membership is canceled');
    expect(await auditOf(member.id)).toMatchObject([
      { action: 'cancellation_asked', reason: 'Asked by phone', after: { canceled: 'membership' } },
      { action: 'subscription_canceled', reason: 'Asked by phone', after: { canceled: 'membership' } },
    ]);
    const activity = await prisma().activityLog.findFirst({
      where: { userId: member.id, type: 'cancellation_requested' },
    });
    expect(activity?.actorId).toBe(actor.id);
    expect(await cancelForUser(actor, member.id, { of: 'membership', reason: 'Again' })).toBe(false);
    expect(await auditOf(member.id)).toHaveLength(2);
  });

  it('has nothing to cancel where there is nothing', async () => {
    const { actor } = await newActor('manager');
    const { id } = await newUser();
    const canceled = cancelForUser(actor, id, { of: 'membership', reason: 'x' });
    await expect(canceled).rejects.toMatchObject({
      kind: 'conflict',
      message: 'There is nothing to cancel any more.',
    });
    expect(await auditOf(id)).toEqual([]);
  });
});
