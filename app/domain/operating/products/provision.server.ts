import { loadCatalogue } from '#app/domain/core/catalogue/current.server.ts';
import { soldProduct } from '#app/domain/core/catalogue/offer.ts';
import { productOf } from '#app/domain/core/catalogue/products.ts';
import { now } from '#app/platform/clock.server.ts';
import { config } from '#app/platform/config.server.ts';
import { prisma, type Transaction, transaction } from '#app/platform/database/client.server.ts';
import { sendJobWith } from '#app/platform/jobs/queue.server.ts';
import { log } from '#app/platform/log.server.ts';
import { providers } from '#app/platform/payments/payments.server.ts';
import { PaymentError, type Provider } from '#app/platform/payments/port.ts';
import { announce } from '#app/platform/runtime/broadcast.server.ts';

/** Has a price made at every provider that is offered, as part of `tx`. */
export async function queueProvision(tx: Transaction, priceId: string): Promise<void> {
  await tx.db.priceProvision.createMany({
    data: providers().map(({ name }) => ({ priceId, provider: name, state: 'waiting', changedAt: now() })),
    skipDuplicates: true,
  });
  await sendJobWith(tx, 'provision-prices', {});
}

/** Tries again what failed of a product. */
export async function retryProvision(tx: Transaction, productKey: string): Promise<void> {
  await tx.db.priceProvision.updateMany({
    where: { state: 'failed', price: { productKey } },
    data: { state: 'waiting', changedAt: now() },
  });
  await sendJobWith(tx, 'provision-prices', {});
}

interface Waiting {
  priceId: string;
  key: string;
}

/**
 * Makes one price at a provider, where the same call made twice makes it once: providers know it by its own key. What is not sold any
 * more in this version is not made. @throws {PaymentError}
 */
async function provision(provider: Provider, { priceId, key }: Waiting): Promise<void> {
  const price = await prisma().price.findUniqueOrThrow({ where: { id: priceId } });
  const product = productOf(key);
  const where = { priceId_provider: { priceId, provider: provider.name } };
  const isUnsellable =
    (product?.seats && !provider.can.sellsQuantities) ||
    (price.installments !== null && !provider.can.sellsInstallments);
  if (price.replacedAt || !product || isUnsellable) {
    await prisma().priceProvision.delete({ where });
    return;
  }
  const sold = {
    ...soldProduct({
      ...product,
      amountCents: price.amountCents,
      currency: price.currency,
      freeIntervals: price.freeIntervals,
      installments: price.installments,
    }),
    planSetting: product.interval === null ? null : key,
  };
  const site = { name: config().brandName, url: config().appUrl };
  const ids = await provider.makeProducts(site, [sold]);
  await transaction(async (tx) => {
    await tx.db.priceProvision.update({
      where,
      data: { state: 'ready', planId: ids[key] ?? null, problem: null, changedAt: now() },
    });
    await announce('products', key, tx);
  });
}

/**
 * Makes what waits to be made at the providers; the worker calls it, and again later when it throws. Safe to repeat.
 * @throws {PaymentError} where one of them could not be made, after all others were tried
 */
export async function provisionPrices(): Promise<void> {
  await loadCatalogue();
  const rows = await prisma().priceProvision.findMany({
    where: { state: { not: 'ready' } },
    include: { price: { select: { key: true } } },
    orderBy: [{ changedAt: 'asc' }, { priceId: 'asc' }],
    take: 100,
  });
  let failure: PaymentError | undefined;
  for (const { priceId, provider: name, price } of rows) {
    const provider = providers().find((offered) => offered.name === name);
    if (!provider) continue;
    try {
      await provision(provider, { priceId, key: price.key });
    } catch (error) {
      if (!(error instanceof PaymentError)) throw error;
      failure = error;
      log().warn({ price: price.key, provider: name, code: error.code }, 'a price could not be made');
      await prisma().priceProvision.update({
        where: { priceId_provider: { priceId, provider: name } },
        data: { state: 'failed', problem: error.message, changedAt: now() },
      });
    }
  }
  await loadCatalogue();
  if (failure) throw failure;
}
