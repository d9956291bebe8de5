import { expect, it } from 'vitest';
import { findPurchaseSummary } from '#app/routes/checkout/purchase-summary.server.ts';
import { paid } from '#tests/integration/paying-members.ts';
import { newUser } from '#tests/integration/people.ts';
import { statementsOf } from '#tests/integration/statements.ts';

it('says nothing of a payment or a charge that there is not', async () => {
  const { id } = await newUser();
  expect(await findPurchaseSummary(id)).toEqual({ payment: null, next: null });
});

it('names the latest payment that was taken, by two queries', async () => {
  const { id } = await newUser();
  await paid(id, '2026-03-01');
  await paid(id, '2026-04-01', { amountCents: 4_900 });
  await paid(id, '2026-04-02', { status: 'failed' });
  const { payment } = await findPurchaseSummary(id);
  expect(payment).toMatchObject({ amount: '$49', paidAt: new Date('2026-04-01') });
  expect(payment?.receiptNumber).toBeNull();
  expect(await statementsOf(() => findPurchaseSummary(id))).toHaveLength(2);
});
