import { currencyName } from '#app/domain/core/catalogue/currencies.ts';
import type { Product } from '#app/domain/core/catalogue/product.ts';
import { Refusal } from '#app/domain/core/values/errors.ts';
import { atProvider } from '#app/domain/selling/billing/provider-refusal.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import type { Provider } from '#app/platform/payments/port.ts';

/**
 * Makes sure that a provider which takes all subscriptions of one buyer in one currency can begin this one (P346): what the buyer has begun in
 * another currency and not paid is closed, so that nobody pays twice. One query for a subscription by card.
 * @throws {Refusal} invalid where one that runs is paid in another currency; unavailable where the provider cannot be asked
 */
export async function keepToOneCurrency(userId: string, product: Product, seller: Provider): Promise<void> {
  if (product.interval === null || !seller.can.hasOneCurrency) return;
  const others = await prisma().subscription.findMany({
    where: {
      userId,
      provider: seller.name,
      currency: { not: product.currency },
      status: { notIn: ['canceled', 'incomplete_expired'] },
    },
    select: { status: true, currency: true, providerSubscriptionId: true },
  });
  const runningSubscription = others.find(({ status }) => status !== 'incomplete');
  if (runningSubscription) {
    const { currency } = runningSubscription;
    throw new Refusal(
      'invalid',
      `You pay another subscription by card in ${currency.toUpperCase()}, and a second one has to be in the same currency. Choose ${currencyName(currency)} to go on, if it is offered, or another way to pay.`,
    );
  }
  for (const { providerSubscriptionId } of others)
    if ((await atProvider(() => seller.closeUnpaid(providerSubscriptionId))) === 'paid')
      throw new Refusal(
        'invalid',
        'A payment of yours in another currency is being confirmed. Nothing more was charged: try again in a few minutes.',
      );
}
