import { productOf } from '#app/domain/core/catalogue/products.ts';
import { ledgerCurrency } from '#app/domain/core/catalogue/programme.ts';
import type { LedgerRate } from '#app/domain/programme/commissions/calculation.ts';
import type { Transaction } from '#app/platform/database/client.server.ts';
import type { Payment } from '#app/platform/database/generated/client.ts';

/** The rate of what was paid in the ledger's own currency. */
export const sameRate: LedgerRate = { priceCents: 1, ledgerCents: 1 };

/**
 * By which two amounts a payment counts in the ledger's currency (P345): what its price takes in both, as an owner had typed them when it was
 * first looked at; a subscription keeps those of its first payment. They are kept with the payment, as part of `tx`, so that whatever becomes
 * of its money counts by the same. Null for a currency that its product was never sold in.
 */
export async function findRate(
  tx: Transaction,
  {
    id,
    subscriptionId,
    currency,
    product,
    priceCents,
    ledgerPriceCents,
  }: Pick<Payment, 'id' | 'subscriptionId' | 'currency' | 'product' | 'priceCents' | 'ledgerPriceCents'>,
): Promise<LedgerRate | null> {
  if (currency === ledgerCurrency) return sameRate;
  if (priceCents !== null && ledgerPriceCents !== null) return { priceCents, ledgerCents: ledgerPriceCents };
  // A gift of some months has no price of its own: it counts by that of the month.
  const priceKey = productOf(product)?.gift?.priceKey ?? product;
  const [row] = await tx.db.$queryRaw<LedgerRate[]>`
    SELECT "priceCents", "ledgerCents" FROM (
    (SELECT 1 AS rank, price_cents AS "priceCents", ledger_price_cents AS "ledgerCents" FROM payments
      WHERE subscription_id = ${subscriptionId}::uuid AND currency = ${currency} AND price_cents IS NOT NULL
      ORDER BY paid_at, id LIMIT 1)
    UNION ALL
    (SELECT 2, further.amount_cents, base.amount_cents
      FROM prices further JOIN prices base ON base.key = further.key AND base.currency = ${ledgerCurrency} AND base.replaced_at IS NULL
      WHERE further.key = ${priceKey} AND further.currency = ${currency} AND base.amount_cents > 0
      ORDER BY further.version DESC LIMIT 1)
    ) rates ORDER BY rank LIMIT 1`;
  if (!row) return null;
  await tx.db.payment.update({
    where: { id },
    data: { priceCents: row.priceCents, ledgerPriceCents: row.ledgerCents },
  });
  return row;
}
