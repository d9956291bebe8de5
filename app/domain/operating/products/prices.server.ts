import { requirePermission } from '#app/domain/core/access/admin-guard.server.ts';
import { type Actor, recordAudit } from '#app/domain/core/audit/record.server.ts';
import { baseCurrency } from '#app/domain/core/catalogue/currencies.ts';
import { loadCatalogue } from '#app/domain/core/catalogue/current.server.ts';
import { Refusal } from '#app/domain/core/values/errors.ts';
import { kindOf, type NewPrice } from '#app/domain/operating/products/product-forms.ts';
import { refuseFree, refuseInterval } from '#app/domain/operating/products/product-rules.server.ts';
import { queueProvision } from '#app/domain/operating/products/provision.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { type Transaction, transaction } from '#app/platform/database/client.server.ts';
import type { Price, Prisma, Product } from '#app/platform/database/generated/client.ts';
import { announce } from '#app/platform/runtime/broadcast.server.ts';

/** A product's row, locked until `tx` ends. @throws {Refusal} not_found */
export async function lockProduct(tx: Transaction, key: string) {
  await tx.db.$queryRaw`SELECT 1 FROM products WHERE key = ${key} FOR UPDATE`;
  const product = await tx.db.product.findUnique({ where: { key } });
  if (!product) throw new Refusal('not_found', 'There is no such product.');
  return product;
}

const adverbs = { month: 'monthly', year: 'yearly' } as const;

/**
 * Writes a price as part of `tx`, in place of the product's current one of the same interval if there is one, and has the providers told.
 * The product is locked. @throws {Refusal} conflict where it costs that already, or another product's price has its address
 */
export async function writePrice(
  tx: Transaction,
  product: Product,
  {
    interval,
    amount: amountCents,
    installments = null,
  }: Pick<NewPrice, 'interval' | 'amount' | 'installments'>,
): Promise<{ key: string; version: number; replacedCents: number | null }> {
  // Installments are monthly payments that end.
  const stored = interval === 'once' ? null : interval === 'installments' ? 'month' : interval;
  const current = await tx.db.price.findMany({
    where: { productKey: product.key, currency: baseCurrency, replacedAt: null },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  });
  const old = current.find(
    (price) =>
      price.interval === stored &&
      price.freeIntervals === 0 &&
      (price.installments === null) === (installments === null),
  );
  if (old && old.amountCents === amountCents && old.installments === installments && !old.archivedAt)
    throw new Refusal('conflict', 'It costs that already.');
  const isFirst = current.length === 0;
  const adverb = installments !== null ? 'installments' : stored ? adverbs[stored] : 'once';
  const usual = {
    key: isFirst ? product.key : `${product.key}_${adverb}`,
    slug: isFirst ? product.key.replaceAll('_', '-') : `${product.key}-${adverb}`.replaceAll('_', '-'),
    name: isFirst || installments !== null ? product.name : `${product.name}, ${adverb}`,
    fixed: {},
  };
  const { key, slug, name, fixed } = old ?? usual;
  if (!old && (await tx.db.price.findFirst({ where: { OR: [{ key }, { slug }], replacedAt: null } })))
    throw new Refusal('conflict', `Another price has the address ${slug} already.`, 'interval');
  const { version } = await replaceVersion(tx, old ?? null, {
    productKey: product.key,
    key,
    slug,
    name,
    amountCents,
    currency: baseCurrency,
    interval: stored,
    installments,
    fixed: fixed ?? {},
    createdAt: old?.createdAt ?? now(),
  });
  // Amounts in further currencies stay, unless there is nothing to pay or another number of payments.
  if (old && (amountCents === 0 || old.installments !== installments))
    await tx.db.price.updateMany({
      where: { key, currency: { not: baseCurrency }, replacedAt: null },
      data: { replacedAt: now() },
    });
  // In place of an archived price it is sold again, in every currency.
  if (old?.archivedAt)
    await tx.db.price.updateMany({ where: { key, replacedAt: null }, data: { archivedAt: null } });
  await announce('products', product.key, tx);
  return { key, version, replacedCents: old?.amountCents ?? null };
}

/** Writes the next version of a price in its currency in place of the present one, if there is one, and has the providers told. */
export async function replaceVersion(
  tx: Transaction,
  old: Pick<Price, 'id'> | null,
  data: Omit<Prisma.PriceUncheckedCreateInput, 'version'>,
): Promise<Price> {
  if (old) await tx.db.price.update({ where: { id: old.id }, data: { replacedAt: now() } });
  const { key, currency } = data;
  const { _max } = await tx.db.price.aggregate({ where: { key, currency }, _max: { version: true } });
  const row = await tx.db.price.create({ data: { ...data, version: (_max.version ?? 0) + 1 } });
  // What is free is asked of no provider.
  if (row.amountCents > 0) await queueProvision(tx, row.id);
  return row;
}

/** @throws {Refusal} invalid for a way to be paid that does not fit what the product unlocks, or its other prices */
async function refuseOtherInterval(tx: Transaction, { key, gives }: Product, interval: NewPrice['interval']) {
  const kind = kindOf(gives);
  if (kind) return refuseInterval(kind, interval);
  // What the site came with has pages, and people who can cancel, for one way to be paid alone.
  const other = await tx.db.price.findFirst({
    where: { productKey: key, currency: baseCurrency, replacedAt: null },
  });
  if (interval === 'installments' || (other && (other.interval === null) !== (interval === 'once')))
    throw new Refusal(
      'invalid',
      other?.interval === null ? 'This product is paid once.' : 'This product is paid again and again.',
      'interval',
    );
}

/**
 * Sells a product at another price, or in another way as well. Whoever subscribed before keeps their price.
 * @throws {Refusal} not_allowed; not_found; invalid; conflict where it costs that already, or is archived
 * @throws {ConfirmationNeeded}
 */
export async function addPrice(
  actor: Actor,
  productKey: string,
  { reason, ...price }: NewPrice,
): Promise<void> {
  await transaction(async (tx) => {
    await requirePermission(tx, actor, 'products:change');
    const product = await lockProduct(tx, productKey);
    if (product.archivedAt) throw new Refusal('conflict', 'This product is archived. Sell it again first.');
    await refuseOtherInterval(tx, product, price.interval);
    refuseFree(product.key, price);
    const { key, version, replacedCents } = await writePrice(tx, product, price);
    await recordAudit(tx, actor, {
      action: 'price_changed',
      subject: { type: 'product', id: productKey },
      before: { amountCents: replacedCents },
      after: {
        price: key,
        version,
        amountCents: price.amount,
        interval: price.interval,
        installments: price.installments ?? null,
      },
      reason,
    });
  });
  await loadCatalogue();
}

/**
 * Stops selling one of a product's prices, or sells it again.
 * @throws {Refusal} not_allowed; not_found; conflict for the last one that is sold
 * @throws {ConfirmationNeeded}
 */
export async function setPriceArchived(
  actor: Actor,
  productKey: string,
  priceKey: string,
  isArchived: boolean,
): Promise<void> {
  await transaction(async (tx) => {
    await requirePermission(tx, actor, 'products:change');
    await lockProduct(tx, productKey);
    const prices = await tx.db.price.findMany({
      where: { productKey, currency: baseCurrency, replacedAt: null },
    });
    const price = prices.find(({ key }) => key === priceKey);
    if (!price) throw new Refusal('not_found', 'There is no such price.');
    if ((price.archivedAt !== null) === isArchived) return;
    if (isArchived && prices.filter(({ archivedAt }) => archivedAt === null).length === 1)
      throw new Refusal('conflict', 'This is its only price. Archive the product instead.');
    await tx.db.price.updateMany({
      where: { key: priceKey, replacedAt: null },
      data: { archivedAt: isArchived ? now() : null },
    });
    await recordAudit(tx, actor, {
      action: isArchived ? 'price_archived' : 'price_restored',
      subject: { type: 'product', id: productKey },
      after: { price: priceKey },
    });
    await announce('products', productKey, tx);
  });
  await loadCatalogue();
}
