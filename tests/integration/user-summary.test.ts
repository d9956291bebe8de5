import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { findUserDetail, type UserDetail } from '#app/domain/operating/users/user-detail.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
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
  // What was paid before the move counts too.
  const { id: subscriptionId } = await prisma().subscription.create({
    data: {
      userId: id,
      product: 'membership',
      provider: 'stripe',
      providerSubscriptionId: randomUUID(),
      status: 'active',
      amount: 3_700,
    },
  });
  const past = {
    userId: id,
    subscriptionId,
    product: 'membership',
    provider: 'stripe',
    currency: 'usd',
  } as const;
  const day = new Date('2025-03-01');
  const old = { ...past, amountCents: 3_700, months: 1, paidAt: day, importedAt: day };
  await prisma().pastPayment.createMany({
    data: [
      { ...old, providerInvoiceId: randomUUID(), status: 'paid' },
      { ...old, providerInvoiceId: randomUUID(), status: 'refunded', amountRefundedCents: 3_700 },
    ],
  });
  expect(await findUserDetail(id)).toMatchObject({
    paidMonths: 15,
    lifetimeCents: 4_700 + 2_350 + 700 + 47_000 + 3_700,
    pastPayments: 2,
  });
});

/** The compiler asks for each field here, and the test for its column in the statement. */
const fields: Record<keyof UserDetail, true> = {
  activity: true,
  adminLevel: true,
  assignedRole: true,
  commissionRate: true,
  commissions: true,
  company: true,
  courses: true,
  createdAt: true,
  email: true,
  grants: true,
  has: true,
  id: true,
  isVerified: true,
  lastSeenAt: true,
  lifetimeCents: true,
  name: true,
  notes: true,
  paidMonths: true,
  pastPayments: true,
  payments: true,
  phone: true,
  pictureId: true,
  plan: true,
  referrals: true,
  referredMembers: true,
  referrer: true,
  refunds: true,
  role: true,
  seats: true,
  sessions: true,
  status: true,
  subscriptions: true,
  tags: true,
  teamMembers: true,
  tickets: true,
  trialEndsAt: true,
  username: true,
  version: true,
};

it('has a column for each of its fields', async () => {
  const { id } = await newUser();
  const detail: object = (await findUserDetail(id)) ?? {};
  expect(Object.keys(fields).filter((field) => Reflect.get(detail, field) === undefined)).toEqual([]);
});
