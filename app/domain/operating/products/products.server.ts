import { allProducts } from '#app/domain/core/catalogue/products.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { Prisma } from '#app/platform/database/generated/client.ts';

/** Products a page lists. */
const productsPerPage = 50;

const currentPrices = {
  where: { replacedAt: null },
  orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  include: { provisions: { orderBy: { provider: 'asc' } } },
} satisfies Prisma.Product$pricesArgs;

/** One page of what is and was sold, by position. Two queries. */
export async function listProducts(page: number) {
  const [rows, total] = await Promise.all([
    prisma().product.findMany({
      include: { prices: currentPrices },
      orderBy: [{ position: 'asc' }, { key: 'asc' }],
      skip: (page - 1) * productsPerPage,
      take: productsPerPage,
    }),
    prisma().product.count(),
  ]);
  return { rows, pages: Math.max(1, Math.ceil(total / productsPerPage)) };
}

/** A product with its current prices, how far those are at the providers, and who has it; null for none. Three queries. */
export async function findProduct(key: string) {
  // Nothing else is a key, and Postgres takes no NUL.
  if (!/^[a-z0-9_]+$/.test(key)) return null;
  const keys = allProducts().flatMap((product) => (product.productKey === key ? [product.key] : []));
  const [product, earlier, [sales]] = await Promise.all([
    prisma().product.findUnique({ where: { key }, include: { prices: currentPrices } }),
    prisma().price.findMany({
      where: { productKey: key, replacedAt: { not: null } },
      orderBy: { replacedAt: 'desc' },
      take: 20,
    }),
    prisma().$queryRaw<{ subscribers: number; buyers: number }[]>`
      SELECT (SELECT count(*)::int FROM subscriptions WHERE status IN ('active', 'trialing', 'past_due')
          AND product IN (${Prisma.join(['', ...keys])})) AS subscribers,
        (SELECT count(*)::int FROM purchases WHERE status = 'paid' AND product IN (${Prisma.join(['', ...keys])})) AS buyers`,
  ]);
  return product && { product, earlier, subscribers: sales?.subscribers ?? 0, buyers: sales?.buyers ?? 0 };
}
