import { expect, it } from 'vitest';
import { findUserDetail } from '#app/domain/operating/users/user-detail.server.ts';
import { paid } from '#tests/integration/paying-members.ts';
import { newUser } from '#tests/integration/people.ts';

it('sums up what somebody has paid, for an admin', async () => {
  const { id } = await newUser();
  const pay = (payment: object = {}) => paid(id, '2026-03-01', payment);
  expect(await findUserDetail(id)).toMatchObject({ paidMonths: 0, lifetimeCents: 0 });
  await pay();
  await pay({ amountCents: 5_170, taxCents: 470, amountRefundedCents: 2_585, status: 'partially_refunded' });
  await pay({ amountRefundedCents: 4_700, status: 'refunded' });
  await pay({ status: 'failed' });
  await pay({ product: 'ebook', amountCents: 700 });
  await pay({
    amountCents: 47_000,
    periodStart: new Date('2026-04-01'),
    periodEnd: new Date('2027-04-01'),
  });
  expect(await findUserDetail(id)).toMatchObject({
    paidMonths: 14,
    lifetimeCents: 4_700 + 2_350 + 700 + 47_000,
  });
});
