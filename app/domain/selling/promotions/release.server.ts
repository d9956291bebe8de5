import { now } from '#app/platform/clock.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import type { PromotionUse } from '#app/platform/database/generated/client.ts';
import { log } from '#app/platform/log.server.ts';
import { providerFor } from '#app/platform/payments/payments.server.ts';
import { PaymentError } from '#app/platform/payments/port.ts';

/** How long a provider's word of a payment is waited for before it is asked again. */
const againMs = 60 * 60 * 1000;

/** So many are given back by one run; the rest by the next. */
const batchSize = 100;

/**
 * Gives back uses whose buyers have not paid in time. Of a code with a limit, what they began is closed at the provider first: who had
 * the last use, and comes back, cannot pay with it when it is another's. The worker calls it. Safe to repeat.
 */
export async function releaseUses(): Promise<void> {
  const overdue = await prisma().promotionUse.findMany({
    where: { state: 'reserved', reservedUntil: { lte: now() } },
    orderBy: { reservedUntil: 'asc' },
    take: batchSize,
  });
  for (const use of overdue)
    try {
      await release(use);
    } catch (error) {
      // The provider is asked again at the next run, and keeps no other use from being given back.
      if (!(error instanceof PaymentError)) throw error;
      log().warn({ event: 'promotion_not_released', useId: use.id, code: error.code }, 'promotion');
    }
}

async function release(use: PromotionUse): Promise<void> {
  // Another may have begun to pay meanwhile, in another tab.
  const where = { id: use.id, state: 'reserved', reservedUntil: use.reservedUntil } as const;
  if (use.isLimited && (await close(use)) === 'paid') {
    const reservedUntil = new Date(now().getTime() + againMs);
    await prisma().promotionUse.updateMany({ where, data: { reservedUntil } });
    return;
  }
  await prisma().promotionUse.updateMany({ where, data: { state: 'released' } });
}

async function close({ userId, product, code, reservedAt }: PromotionUse): Promise<'closed' | 'paid'> {
  const seller = providerFor('card_page');
  if (!seller) return 'closed';
  const customer = await prisma().providerCustomer.findUnique({
    where: { userId_provider: { userId, provider: seller.name } },
  });
  const customerId = customer?.customerId ?? null;
  return seller.closePromoted({ customerId, productKey: product, code, since: reservedAt });
}
