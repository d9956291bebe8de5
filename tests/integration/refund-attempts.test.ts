import { describe, expect, it } from 'vitest';
import { prisma } from '#app/platform/database/client.server.ts';
import { provider } from '#app/platform/payments/payments.server.ts';
import { newCardMember, rowOf, stripe, withSandbox } from '#tests/integration/card-buyers.ts';

withSandbox();

/** Somebody who has paid: their payment at the provider, and what the bank and the site can do about it. */
async function newPayer() {
  const { id: userId } = await newCardMember();
  const { providerPaymentId } = await prisma().payment.findFirstOrThrow({ where: { userId } });
  const { providerSubscriptionId } = await rowOf(userId);
  const intent = String(providerPaymentId);
  return {
    intent,
    providerSubscriptionId,
    refund: () => provider('stripe').refundPayment(intent),
    undo: () => provider('stripe').undoSubscription(providerSubscriptionId),
    async refunds() {
      return (await stripe.refunds.list({ payment_intent: intent })).data.map(({ amount }) => amount);
    },
    /** The bank holds the money: until the function returned is called nothing can be given back. */
    async dispute() {
      const path = `/v1/test_helpers/payment_intents/${intent}/dispute`;
      const { id } = (await stripe.rawRequest('POST', path, {})) as unknown as { id: string };
      return () => stripe.rawRequest('POST', `/v1/test_helpers/disputes/${id}/close`, { status: 'won' });
    },
  };
}

describe.each(['refund', 'undo'] as const)('the %s of a payment', (call) => {
  it('that was refused is asked for anew once it can be made, and made once', async () => {
    const payer = await newPayer();
    const win = await payer.dispute();
    for (let time = 0; time < 3; time += 1)
      await expect(payer[call]()).rejects.toMatchObject({ code: 'charge_disputed' });
    await win();
    for (let time = 0; time < 2; time += 1) await payer[call]();
    expect(await payer.refunds()).toEqual([4_700]);
  });

  it('that was made and not heard of is the same call when it is asked for again', async () => {
    const payer = await newPayer();
    const key = call === 'refund' ? `refund-${payer.intent}` : `undo-${payer.providerSubscriptionId}`;
    const { id } = await stripe.refunds.create({ payment_intent: payer.intent }, { idempotencyKey: key });
    await payer[call]();
    expect((await stripe.refunds.list({ payment_intent: payer.intent })).data.map((made) => made.id)).toEqual(
      [id],
    );
  });
});
