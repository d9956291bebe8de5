import { expect, it } from 'vitest';
import { requestPayout } from '#app/domain/payouts/gather.server.ts';
import { sendPayouts } from '#app/domain/payouts/sending.server.ts';
import { runCommand } from '#app/operator-commands.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { auditOf } from '#tests/integration/admins.ts';
import { newPayee, payoutsOf } from '#tests/integration/payees.ts';
import { fake, withPaypal } from '#tests/integration/paypal-buyers.ts';
import { sellEbook } from '#tests/integration/sellers.ts';

withPaypal();

async function newRefundRequest(): Promise<string> {
  const { buyer, payment } = await sellEbook(null);
  const { id } = await prisma().refundRequest.create({
    data: {
      userId: buyer.id,
      paymentId: payment.id,
      status: 'asked',
      isGuaranteed: false,
      reason: '',
      requestedAt: new Date(),
    },
  });
  return id;
}

const saidOf = async (id: string) =>
  (await auditOf(id)).map(({ action, actorId, subjectType }) => ({ action, actorId, subjectType }));

it.each([
  ['accept-refund', [], 'refund_request_accepted'],
  ['decline-refund', ['It', 'was', 'read'], 'refund_request_declined'],
])('%s at the command line stands in the audit log, once', async (command, words, action) => {
  const id = await newRefundRequest();
  await runCommand([command, id, ...words]);
  await expect(runCommand([command, id, ...words])).rejects.toThrow('No refund request');
  expect(await saidOf(id)).toEqual([{ action, actorId: null, subjectType: 'refund_request' }]);
});

it('so does a batch of payouts that is sent again, and not one that could not be', async () => {
  const viewer = await newPayee(11_000);
  await requestPayout(viewer);
  fake.health.payoutRefusal = { status: 422, issue: 'INSUFFICIENT_FUNDS' };
  await sendPayouts();
  fake.health.payoutRefusal = null;
  const id = (await payoutsOf(viewer.id))[0]?.batchId ?? '';
  expect(await runCommand(['payout-batches'])).toContain(
    `1 of $110  refused  There is not enough money in the PayPal account.`,
  );
  await runCommand(['send-batch-again', id]);
  await expect(runCommand(['send-batch-again', id])).rejects.toThrow('not refused');
  expect(await saidOf(id)).toEqual([
    { action: 'payouts_sent_again', actorId: null, subjectType: 'payout_batch' },
  ]);
});
