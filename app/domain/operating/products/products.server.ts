import { baseCurrency } from '#app/domain/core/catalogue/currencies.ts';
import { allProducts } from '#app/domain/core/catalogue/products.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { type PaymentProvider, Prisma } from '#app/platform/database/generated/client.ts';

/** Products a page lists. */
const productsPerPage = 50;

/** A price, with how far it is at the payment providers. Integer cents. */
interface ListedPrice {
  id: string;
  productKey: string;
  key: string;
  version: number;
  amountCents: number;
  currency: string;
  interval: string | null;
  freeIntervals: number;
  installments: number | null;
  archivedAt: Date | null;
  /** When a newer version took its place; null for a current one. */
  replacedAt: Date | null;
  provisions: { provider: PaymentProvider; state: string; problem: string | null; planId: string | null }[];
}

/** The prices of some products that meet a condition on `prices p`. One query. */
const listPrices = (productKeys: readonly string[], condition: Prisma.Sql) => prisma().$queryRaw<
  ListedPrice[]
>`
  SELECT p.id, p.product_key AS "productKey", p.key, p.version, p.amount_cents AS "amountCents", p.currency, p.interval,
    p.free_intervals AS "freeIntervals", p.installments, p.archived_at AS "archivedAt", p.replaced_at AS "replacedAt",
    coalesce((SELECT json_agg(json_build_object('provider', v.provider, 'state', v.state, 'problem', v.problem, 'planId', v.plan_id)
      ORDER BY v.provider) FROM price_provisions v WHERE v.price_id = p.id), '[]') AS provisions
  FROM prices p WHERE p.product_key = ANY(${[...productKeys]}) AND (${condition})
    ORDER BY p.created_at, p.key, p.currency <> ${baseCurrency}, p.currency, p.id`;

const isCurrent = Prisma.sql`p.replaced_at IS NULL`;

/** One page of what is and was sold, by position. Three queries. */
export async function listProducts(page: number) {
  const [products, total] = await Promise.all([
    prisma().product.findMany({
      orderBy: [{ position: 'asc' }, { key: 'asc' }],
      skip: (page - 1) * productsPerPage,
      take: productsPerPage,
    }),
    prisma().product.count(),
  ]);
  const prices = await listPrices(
    products.map(({ key }) => key),
    isCurrent,
  );
  const rows = products.map((product) => ({
    ...product,
    prices: prices.filter(({ productKey }) => productKey === product.key),
  }));
  return { rows, pages: Math.max(1, Math.ceil(total / productsPerPage)) };
}

/** A product with its current prices, how far those are at the providers, and who has it; null for none. Three queries. */
export async function findProduct(key: string) {
  // Nothing else is a key, and Postgres takes no NUL.
  if (!/^[a-z0-9_]+$/.test(key)) return null;
  const keys = allProducts().flatMap((product) => (product.productKey === key ? [product.key] : []));
  const latestEarlier = Prisma.sql`SELECT e.id FROM prices e WHERE e.product_key = ${key} AND e.replaced_at IS NOT NULL
    ORDER BY e.replaced_at DESC LIMIT 20`;
  const [product, prices, [sales]] = await Promise.all([
    prisma().product.findUnique({ where: { key } }),
    listPrices([key], Prisma.sql`${isCurrent} OR p.id IN (${latestEarlier})`),
    prisma().$queryRaw<{ subscribers: number; buyers: number }[]>`
      SELECT (SELECT count(*)::int FROM subscriptions WHERE status IN ('active', 'trialing', 'past_due')
          AND product IN (${Prisma.join(['', ...keys])})) AS subscribers,
        (SELECT count(*)::int FROM purchases WHERE status = 'paid' AND product IN (${Prisma.join(['', ...keys])})) AS buyers`,
  ]);
  if (!product) return null;
  const current = prices.filter(({ replacedAt }) => replacedAt === null);
  const earlier = prices
    .filter(({ replacedAt }) => replacedAt !== null)
    .toSorted((a, b) => Number(b.replacedAt) - Number(a.replacedAt));
  const { subscribers = 0, buyers = 0 } = sales ?? {};
  return { product: { ...product, prices: current }, earlier, subscribers, buyers };
}

/** The products that are for sale, but for one of a key: what it can be offered after. */
export function otherProducts(exceptKey: string | null): { key: string; name: string }[] {
  const names = new Map<string, string>();
  for (const { productKey, name, isArchived, freeIntervals } of allProducts())
    if (!isArchived && freeIntervals === 0 && productKey !== exceptKey && !names.has(productKey))
      names.set(productKey, name);
  return [...names].map(([key, name]) => ({ key, name }));
}
