import { baseCurrency } from '#app/domain/core/catalogue/currencies.ts';
import type { CurrencyAmount } from '#app/domain/core/catalogue/product.ts';
import { type ProductRow, productOfRow, productRowSchema } from '#app/domain/core/catalogue/product-rows.ts';
import { allProducts, setCatalogue } from '#app/domain/core/catalogue/products.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { log } from '#app/platform/log.server.ts';
import { readWhenAnnounced } from '#app/platform/runtime/announced-reading.server.ts';

// What is sold, in the memory of each process, as its settings are (docs/decisions/0060): no page asks for it.

declare module '#app/platform/runtime/broadcast.server.ts' {
  interface Topics {
    /** What is sold has changed. */
    products: string;
  }
}

const hearers = new Set<() => void>();

/** Has `hear` called as soon as this process knows that something else is sold. */
export function onCatalogueChanged(hear: () => void): void {
  hearers.add(hear);
}

/** A row as the schema has it; one that it does not take, of another release perhaps, is logged and left out. */
function checkedRow(row: Record<keyof ProductRow, unknown>): ProductRow[] {
  const parsed = productRowSchema.safeParse(row);
  if (parsed.success) return [parsed.data];
  log().error(
    { product: row.key, problem: parsed.error.message },
    'a product in the database cannot be used',
  );
  return [];
}

const planIn = ([provision]: readonly { planId: string | null }[]) => provision?.planId ?? null;

async function read(): Promise<void> {
  const rows = await prisma().price.findMany({
    where: { replacedAt: null },
    include: { product: true, provisions: { where: { planId: { not: null } }, select: { planId: true } } },
    orderBy: [{ product: { position: 'asc' } }, { createdAt: 'asc' }, { id: 'asc' }],
  });
  const amountsOf = (priceKey: string): CurrencyAmount[] =>
    rows
      .filter(({ key, currency }) => key === priceKey && currency !== baseCurrency)
      .map(({ currency, amountCents, provisions }) => ({ currency, amountCents, planId: planIn(provisions) }))
      .toSorted((a, b) => a.currency.localeCompare(b.currency));
  const products = rows
    .filter(({ currency }) => currency === baseCurrency)
    .flatMap(({ product, archivedAt, provisions, fixed, ...price }) =>
      checkedRow({
        ...product,
        ...price,
        fixed: product.fixed,
        priceFixed: fixed,
        planId: planIn(provisions),
        amounts: amountsOf(price.key),
        isArchived: archivedAt !== null || product.archivedAt !== null,
      }),
    )
    .map(productOfRow);
  // What is the same stays the same object: texts that name its figures are kept for as long.
  if (JSON.stringify(products) === JSON.stringify(allProducts())) return;
  setCatalogue(products);
  for (const hear of hearers) hear();
}

/**
 * Reads what is sold, after whatever reading is under way. The start of a process waits for it; later it is called when something was
 * changed. @throws when the database cannot be reached
 */
export const loadCatalogue = readWhenAnnounced('products', read);
