import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { reconcilePayments } from '#app/domain/selling/reconciliation/reconcile.server.ts';
import { listRuns } from '#app/domain/selling/reconciliation/runs.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import {
  forgetEvents,
  loseWebhooks,
  newCardMember,
  stripe,
  withSandbox,
} from '#tests/integration/card-buyers.ts';
import { withPaypal } from '#tests/integration/paypal-buyers.ts';

withSandbox();
withPaypal();

const paymentOf = (userId: string) => prisma().payment.findFirstOrThrow({ where: { userId } });

async function reconcile() {
  await reconcilePayments();
  const [run] = (await listRuns()).filter(({ provider }) => provider === 'stripe');
  return run;
}

describe('refunds and disputes that differ from the provider’s', () => {
  it('are applied where neither a webhook nor the list of events tells of them', async () => {
    const [refunded, disputed] = [await newCardMember(), await newCardMember()];
    const { providerPaymentId } = await paymentOf(refunded.id);
    const path = `/v1/test_helpers/payment_intents/${(await paymentOf(disputed.id)).providerPaymentId}/dispute`;
    await loseWebhooks(async () => {
      await stripe.refunds.create({ payment_intent: String(providerPaymentId), amount: 1_000 });
      await stripe.rawRequest('POST', path, {});
    });
    await forgetEvents();
    await reconcile();
    expect(await paymentOf(refunded.id)).toMatchObject({
      status: 'partially_refunded',
      amountRefundedCents: 1_000,
    });
    expect(await paymentOf(disputed.id)).toMatchObject({ status: 'disputed' });
    expect((await reconcile())?.repairedCount).toBe(0);
  });

  it('are reported where the provider does not know them', async () => {
    const { id: paymentId, providerPaymentId } = await paymentOf((await newCardMember()).id);
    const providerRefundId = `re_${randomUUID()}`;
    await prisma().paymentRefund.create({
      data: { provider: 'stripe', providerRefundId, paymentId, amountCents: 500 },
    });
    expect((await reconcile())?.notes).toContain(
      `Stripe does not know the refund ${providerRefundId} of the payment ${providerPaymentId}.`,
    );
  });
});
