import { expect, it } from 'vitest';
import { requestPayout } from '#app/domain/programme/payouts/payout-batches.server.ts';
import { sendPayouts } from '#app/domain/programme/payouts/sending.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { runCommand } from '#app/program/operator-commands.server.ts';
import { auditOf } from '#tests/integration/admins.ts';
import { newPayee, payoutsOf } from '#tests/integration/payees.ts';
import { fake, withPaypal } from '#tests/integration/paypal-buyers.ts';
import { newRefundRequest } from '#tests/integration/refund-askers.ts';
import { newSeller, sellEbook } from '#tests/integration/sellers.ts';

withPaypal();

const saidOf = async (id: string) =>
  (await auditOf(id)).map(({ action, actorId, subjectType }) => ({ action, actorId, subjectType }));

it.each([
  ['accept-refund', [], 'refund_request_accepted'],
  ['decline-refund', ['It', 'was', 'read'], 'refund_request_declined'],
])('%s at the command line stands in the audit log, once', async (command, words, action) => {
  const { id } = await newRefundRequest();
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

it('so do the commands of payouts and commissions', async () => {
  const [paid, canceled] = [await newPayee(11_000), await newPayee(11_000)];
  for (const viewer of [paid, canceled]) await requestPayout(viewer);
  const numberOf = async (id: string) => String((await payoutsOf(id))[0]?.number);
  await runCommand(['mark-payout-paid', await numberOf(paid.id), 'Bank', '17']);
  await runCommand(['cancel-payout', await numberOf(canceled.id)]);
  await expect(runCommand(['cancel-payout', await numberOf(paid.id)])).rejects.toThrow('settled');
  expect(await saidOf(await numberOf(paid.id))).toEqual([
    { action: 'payout_marked_paid', actorId: null, subjectType: 'payout' },
  ]);
  expect(await saidOf(await numberOf(canceled.id))).toEqual([
    { action: 'payout_canceled', actorId: null, subjectType: 'payout' },
  ]);
  await runCommand(['gather-payouts']);
  expect(await prisma().auditEntry.count({ where: { action: 'payouts_gathered' } })).toBe(1);
  for (const _ of [1, 2]) await runCommand(['adjust-commissions', paid.id, '-250', 'a-key', 'a', 'mistake']);
  expect((await auditOf(paid.id)).map(({ action, reason }) => [action, reason])).toEqual([
    ['adjustment_made', 'a mistake'],
  ]);
});

it('so does the decision about a commission under review', async () => {
  const seller = await newSeller();
  const { payment } = await sellEbook(seller.id);
  const held = { paymentId: payment.id, referrerId: seller.id };
  await prisma().commissionHold.create({ data: { ...held, rule: 'same_card', openedAt: new Date() } });
  await runCommand(['decide-commission', payment.id, seller.id, 'rejected', 'one', 'person']);
  expect((await auditOf(seller.id)).map(({ action, reason, after }) => [action, reason, after])).toEqual([
    ['commission_rejected', 'one person', { payment: payment.id }],
  ]);
});
