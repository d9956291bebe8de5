import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { findUserDetail } from '#app/domain/operating/users/user-detail.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { newUser } from '#tests/integration/people.ts';

it('sums up what somebody has paid, for an admin', async () => {
  const { id } = await newUser();
  const paid = (payment: object = {}) =>
    prisma().payment.create({
      data: {
        userId: id,
        product: 'membership',
        provider: 'stripe',
        providerInvoiceId: randomUUID(),
        amountCents: 4_700,
        status: 'paid',
        paidAt: new Date('2026-03-01'),
        ...payment,
      },
    });
  expect(await findUserDetail(id)).toMatchObject({ paidMonths: 0, lifetimeCents: 0 });
  await paid();
  await paid({ amountCents: 5_170, taxCents: 470, amountRefundedCents: 2_585, status: 'partially_refunded' });
  await paid({ amountRefundedCents: 4_700, status: 'refunded' });
  await paid({ status: 'failed' });
  await paid({ product: 'ebook', amountCents: 700 });
  await paid({
    amountCents: 47_000,
    periodStart: new Date('2026-04-01'),
    periodEnd: new Date('2027-04-01'),
  });
  expect(await findUserDetail(id)).toMatchObject({
    paidMonths: 14,
    lifetimeCents: 4_700 + 2_350 + 700 + 47_000,
  });
});
