import { randomUUID } from 'node:crypto';
import type { Role } from '#app/domain/core/access/viewer.ts';
import { applyPaymentEvent } from '#app/domain/selling/payment-events/apply.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import type { PaymentFact } from '#app/platform/payments/facts.ts';
import { newEbookSale, newFact, newSale } from '#tests/integration/facts.ts';
import { newUser } from '#tests/integration/people.ts';

/** Somebody who sells, a member for good unless said otherwise. */
export async function newSeller(
  options: { role?: Role; rate?: number; referredBy?: string; isMember?: boolean } = {},
) {
  const { role = 'affiliate', rate, referredBy, isMember = true } = options;
  const { id } = await newUser({ role });
  const user = await prisma().user.update({
    where: { id },
    data: { ...(referredBy ? { referredById: referredBy } : {}) },
  });
  // From the beginning, and not from now on.
  if (rate !== undefined)
    await prisma().sellerTerms.updateMany({ where: { userId: id }, data: { commissionRate: rate } });
  if (isMember)
    await prisma().entitlementGrant.create({
      data: { userId: id, entitlement: 'membership', reason: 'a test', createdAt: new Date(0) },
    });
  return user;
}

/** Somebody who belongs to a seller. */
export async function newBuyer(sellerId: string | null) {
  const { id } = await newUser();
  return prisma().user.update({ where: { id }, data: { referredById: sellerId } });
}

/** Applies what a provider tells, in order. */
export async function tell(...facts: PaymentFact[]): Promise<void> {
  for (const fact of facts) await applyPaymentEvent(fact);
}

/** A membership that a seller has sold and that is paid for; with all that may be told of it later. */
export async function sellMembership(sellerId: string | null, options: { paidAfterSeconds?: number } = {}) {
  const buyer = await newBuyer(sellerId);
  const sale = newSale(buyer.id, options);
  await tell(sale.created, sale.activated, sale.paid, sale.linked);
  return { ...sale, buyer, payment: await paymentOf(buyer.id) };
}

/** An ebook that a seller has sold. */
export async function sellEbook(sellerId: string | null, amountCents = 700) {
  const buyer = await newBuyer(sellerId);
  const sale = newEbookSale(buyer.id, { amountCents });
  await tell(sale.completed);
  return { ...sale, buyer, payment: await paymentOf(buyer.id) };
}

/** The reseller programme, sold. */
export async function sellProgramme(sellerId: string | null, paidAt = new Date()) {
  const buyer = await newBuyer(sellerId);
  const paymentId = `pi_${randomUUID()}`;
  const paid = newFact('product_paid', {
    paymentId,
    subscriptionId: null,
    amountCents: 99_700,
    taxCents: 0,
    createdAt: paidAt,
    metadata: { user_id: buyer.id, product: 'reseller_programme', offer: '99700 usd once' },
  });
  await tell(paid);
  const refunded = (amountCents: number) =>
    newFact('refund_changed', { paymentId, amountCents, refundId: `re_${randomUUID()}` });
  return { buyer, paid, paymentId, refunded, payment: await paymentOf(buyer.id) };
}

const paymentOf = (userId: string) => prisma().payment.findFirstOrThrow({ where: { userId } });

/** The ledger of somebody, the oldest first, as "earning 2350". */
export async function ledgerOf(userId: string): Promise<string[]> {
  const rows = await prisma().commission.findMany({
    where: { referrerId: userId },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  });
  return rows.map(({ kind, commission, reason }) =>
    [kind, ...(commission === 0 ? [] : [commission]), ...(reason ? [reason] : [])].join(' '),
  );
}
