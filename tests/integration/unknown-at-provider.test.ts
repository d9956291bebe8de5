import { randomUUID } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import { recordFee } from '#app/domain/selling/billing/fees.server.ts';
import {
  endRefundedSubscription,
  refundPayment,
  undoSubscription,
} from '#app/domain/selling/billing/undo.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { log } from '#app/platform/log.server.ts';
import { classOfError } from '#app/platform/payments/error-class.ts';
import { withSandbox } from '#tests/integration/card-buyers.ts';
import { deliverFacts, newToldMember } from '#tests/integration/delivered-facts.ts';
import { takeQueued } from '#tests/integration/queued-jobs.ts';

withSandbox();

/** A member whose subscription the sandbox does not know, as after a move to another account, and whose money went back. */
async function newRefunded() {
  const { user, sale } = await newToldMember();
  await deliverFacts([sale.refunded(4_700)]);
  const [sold] = await takeQueued('end-subscription');
  if (!sold) throw new Error('Nothing is to end.');
  return { user, sold };
}

describe('what a provider does not know', () => {
  it('has nothing to end there: it ends here, and the activity log says so', async () => {
    const { user, sold } = await newRefunded();
    await endRefundedSubscription(sold);
    await endRefundedSubscription(sold);
    const row = await prisma().subscription.findFirstOrThrow({ where: { userId: user.id } });
    expect(row.status).toBe('canceled');
    const where = { userId: user.id, type: 'subscription_unknown_there' };
    expect(await prisma().activityLog.count({ where })).toBe(1);
  });

  it('has no fee to record', async () => {
    const warn = vi.spyOn(log(), 'warn');
    await recordFee({ provider: 'stripe', kind: 'payment', id: `pi_${randomUUID()}` });
    await recordFee({ provider: 'stripe', kind: 'refund', id: `re_${randomUUID()}` });
    const words = warn.mock.calls.map(([, text]) => String(text));
    expect(words).toEqual([
      expect.stringContaining('does not know this payment'),
      expect.stringContaining('does not know this refund'),
    ]);
    warn.mockRestore();
  });

  it.each([
    ['undo', () => undoSubscription({ provider: 'stripe', providerSubscriptionId: `sub_${randomUUID()}` })],
    ['give back', () => refundPayment({ provider: 'stripe', providerPaymentId: `pi_${randomUUID()}` })],
  ])('is for the operator to decide where there was something to %s', async (_, work) => {
    const error = await work().catch((thrown: unknown) => thrown);
    expect(classOfError(error)).toBe('final');
    expect((error as Error).message).toMatch(/does not know this/);
  });
});
