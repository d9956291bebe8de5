import { requirePermission } from '#app/domain/core/access/admin-guard.server.ts';
import { type Actor, recordAudit } from '#app/domain/core/audit/record.server.ts';
import {
  baseCurrency,
  type FurtherCurrency,
  furtherCurrencies,
  isSoldInCurrencies,
} from '#app/domain/core/catalogue/currencies.ts';
import { loadCatalogue } from '#app/domain/core/catalogue/current.server.ts';
import { productOf } from '#app/domain/core/catalogue/products.ts';
import { Refusal } from '#app/domain/core/values/errors.ts';
import { lockProduct, replaceVersion } from '#app/domain/operating/products/prices.server.ts';
import type { PriceAmounts } from '#app/domain/operating/products/product-forms.ts';
import { now } from '#app/platform/clock.server.ts';
import { type Transaction, transaction } from '#app/platform/database/client.server.ts';
import type { Price } from '#app/platform/database/generated/client.ts';
import { announce } from '#app/platform/runtime/broadcast.server.ts';

/** The current rows of a price, one for each currency. @throws {Refusal} not_found; conflict where it cannot be sold in others */
async function findSoldPrice(tx: Transaction, productKey: string, key: string) {
  const rows = await tx.db.price.findMany({ where: { productKey, key, replacedAt: null } });
  const base = rows.find(({ currency }) => currency === baseCurrency);
  const product = productOf(key);
  if (!base || !product) throw new Refusal('not_found', 'There is no such price.');
  if (base.archivedAt) throw new Refusal('conflict', 'This price is archived. Sell it again first.');
  if (!isSoldInCurrencies(product))
    throw new Refusal(
      'conflict',
      base.amountCents === 0
        ? 'What is free is free in every currency.'
        : 'The pages that sell this product name its price in US dollars only.',
    );
  return { base, rows };
}

/** Sells a price in a currency, at another amount in it, or no more. */
async function setAmount(
  tx: Transaction,
  base: Price,
  old: Price | undefined,
  { currency, amountCents }: { currency: FurtherCurrency; amountCents: number | null },
): Promise<void> {
  if (amountCents === null) {
    if (old) await tx.db.price.update({ where: { id: old.id }, data: { replacedAt: now() } });
    return;
  }
  const { productKey, key, slug, name, interval, freeIntervals, installments, createdAt } = base;
  const shared = { productKey, key, slug, name, interval, freeIntervals, installments, createdAt };
  await replaceVersion(tx, old ?? null, { ...shared, amountCents, currency });
}

/**
 * Says what a price takes in further currencies, and has the providers told. Whoever subscribed before keeps their price, also in a currency
 * that it is sold in no more (P341).
 * @throws {Refusal} not_allowed; not_found; conflict where it is these amounts already, or cannot be sold in other currencies
 * @throws {ConfirmationNeeded}
 */
export async function setPriceAmounts(
  actor: Actor,
  productKey: string,
  { price: key, reason, ...amounts }: PriceAmounts,
): Promise<void> {
  await transaction(async (tx) => {
    await requirePermission(tx, actor, 'products:change');
    const product = await lockProduct(tx, productKey);
    if (product.archivedAt) throw new Refusal('conflict', 'This product is archived. Sell it again first.');
    const { base, rows } = await findSoldPrice(tx, productKey, key);
    const presentOf = (currency: string) => rows.find((row) => row.currency === currency);
    const changedCurrencies = (Object.keys(furtherCurrencies) as FurtherCurrency[]).filter(
      (currency) => (presentOf(currency)?.amountCents ?? null) !== amounts[currency],
    );
    if (changedCurrencies.length === 0) throw new Refusal('conflict', 'It costs that already.');
    const valuesOf = (read: (currency: FurtherCurrency) => number | null) =>
      Object.fromEntries(changedCurrencies.map((currency) => [currency, read(currency)]));
    for (const currency of changedCurrencies)
      await setAmount(tx, base, presentOf(currency), { currency, amountCents: amounts[currency] });
    await recordAudit(tx, actor, {
      action: 'price_amounts_changed',
      subject: { type: 'product', id: productKey },
      before: { price: key, ...valuesOf((currency) => presentOf(currency)?.amountCents ?? null) },
      after: { price: key, ...valuesOf((currency) => amounts[currency]) },
      reason,
    });
    await announce('products', productKey, tx);
  });
  await loadCatalogue();
}
