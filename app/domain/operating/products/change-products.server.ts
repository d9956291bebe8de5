import { requirePermission } from '#app/domain/core/access/admin-guard.server.ts';
import { type Actor, recordAudit } from '#app/domain/core/audit/record.server.ts';
import { loadCatalogue } from '#app/domain/core/catalogue/current.server.ts';
import { specifiedProducts } from '#app/domain/core/catalogue/specified-products.ts';
import { Refusal } from '#app/domain/core/values/errors.ts';
import { lockProduct, writePrice } from '#app/domain/operating/products/prices.server.ts';
import {
  givenBy,
  kindOf,
  type NewProduct,
  type ProductEdit,
  type UnlockKind,
} from '#app/domain/operating/products/product-forms.ts';
import {
  archivedCourseIn,
  bumpForOf,
  offeredAfterOf,
  refuseFree,
  refuseInsolvent,
  refuseInterval,
  refuseUnreadableText,
  seatsOf,
  unlocksOf,
} from '#app/domain/operating/products/product-rules.server.ts';
import { retryProvision } from '#app/domain/operating/products/provision.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { transaction } from '#app/platform/database/client.server.ts';
import { announce } from '#app/platform/runtime/broadcast.server.ts';

/** Products that the site's own pages sell: they have fixed words, and are always there. */
export const isOfSite = (key: string): boolean =>
  specifiedProducts.some(({ productKey }) => productKey === key);

/** What a form says of a product, as its row keeps it. @throws {Refusal} invalid */
function rowOf(kind: UnlockKind, key: string, form: ProductEdit | NewProduct, isArchived = false) {
  const { name, noun, commission, commissionPercent, isGuaranteed, tagline, description } = form;
  refuseInsolvent({ commission, commissionPercent });
  refuseUnreadableText(description);
  if (isGuaranteed && kind !== 'everything')
    throw new Refusal(
      'invalid',
      'The guarantee covers memberships. Other money goes back on request.',
      'isGuaranteed',
    );
  return {
    name,
    noun,
    unlocks: unlocksOf(kind, form, isArchived),
    ...seatsOf(kind, form),
    commission,
    commissionPercent: commission === 'nobody' ? null : commissionPercent,
    isGuaranteed,
    tagline,
    description,
    saleStartsAt: form.saleStartsAt,
    saleEndsAt: form.saleEndsAt,
    stock: form.stock,
    offeredAfter: offeredAfterOf(kind, form),
    bumpFor: bumpForOf(kind, key, form),
  };
}

/** What the audit log keeps of a product. */
const audited = ({ description, ...row }: ReturnType<typeof rowOf>) => ({
  ...row,
  saleStartsAt: row.saleStartsAt?.toISOString() ?? null,
  saleEndsAt: row.saleEndsAt?.toISOString() ?? null,
  descriptionLength: description.length,
});

/**
 * Adds a product with its first price, and has the providers told; its key. Sent again, the form finds its address taken.
 * @throws {Refusal} not_allowed; invalid; conflict for an address that is taken
 * @throws {ConfirmationNeeded}
 */
export async function addProduct(actor: Actor, form: NewProduct): Promise<string> {
  const key = form.address.replaceAll('-', '_');
  await transaction(async (tx) => {
    await requirePermission(tx, actor, 'products:change');
    refuseInterval(form.kind, form.interval);
    refuseFree(null, form);
    const row = rowOf(form.kind, key, form);
    await tx.db.$queryRaw`SELECT pg_advisory_xact_lock(hashtext('products'))::text`;
    const slug = key.replaceAll('_', '-');
    const namesake = await tx.db.price.findFirst({
      where: { OR: [{ key }, { productKey: key }, { slug }] },
      select: { id: true },
    });
    if (namesake) throw new Refusal('conflict', 'A product has this address already.', 'address');
    const { _max } = await tx.db.product.aggregate({ _max: { position: true } });
    const product = await tx.db.product.create({
      data: {
        ...row,
        key,
        gives: givenBy(form.kind, key),
        position: (_max.position ?? 0) + 1,
        createdAt: now(),
      },
    });
    await writePrice(tx, product, form);
    await recordAudit(tx, actor, {
      action: 'product_added',
      subject: { type: 'product', id: key },
      after: {
        ...audited(row),
        amountCents: form.amount,
        interval: form.interval,
        installments: form.installments ?? null,
      },
      reason: form.reason,
    });
  });
  await loadCatalogue();
  return key;
}

/**
 * Changes what is said of a product, but not what it costs; what was sold stays as it was.
 * @throws {Refusal} not_allowed; not_found; invalid; conflict for a form that was filled in over another state, and for a product of the
 * site's own pages
 * @throws {ConfirmationNeeded}
 */
export async function editProduct(actor: Actor, key: string, form: ProductEdit): Promise<void> {
  await transaction(async (tx) => {
    await requirePermission(tx, actor, 'products:change');
    const product = await lockProduct(tx, key);
    if (isOfSite(key))
      throw new Refusal('conflict', "The site's own pages sell this product: only its price changes.");
    if (product.version !== form.version)
      throw new Refusal(
        'conflict',
        'This product was changed while you typed. Look at what is set now, and save again if it is still right.',
      );
    const row = rowOf(kindOf(product.gives) ?? 'selection', key, form, product.archivedAt !== null);
    await tx.db.product.update({ where: { key }, data: { ...row, version: product.version + 1 } });
    await tx.db.price.updateMany({
      where: { key, productKey: key, replacedAt: null },
      data: { name: row.name },
    });
    await recordAudit(tx, actor, {
      action: 'product_edited',
      subject: { type: 'product', id: key },
      after: audited(row),
      reason: form.reason,
    });
    await announce('products', key, tx);
  });
  await loadCatalogue();
}

/**
 * Stops selling a product, or sells it again. Whoever has it keeps it, and subscriptions go on.
 * @throws {Refusal} not_allowed; not_found; conflict for a product of the site's own pages, and for one that unlocks an archived course
 * @throws {ConfirmationNeeded}
 */
export async function setProductArchived(actor: Actor, key: string, isArchived: boolean): Promise<void> {
  await transaction(async (tx) => {
    await requirePermission(tx, actor, 'products:change');
    const product = await lockProduct(tx, key);
    if (isOfSite(key))
      throw new Refusal('conflict', "The site's own pages sell this product: it cannot be archived.");
    if ((product.archivedAt !== null) === isArchived) return;
    const archivedCourse = isArchived ? undefined : archivedCourseIn(product.unlocks);
    if (archivedCourse)
      throw new Refusal(
        'conflict',
        `It unlocks ${archivedCourse}, which is archived. Make the course available again first.`,
      );
    await tx.db.product.update({ where: { key }, data: { archivedAt: isArchived ? now() : null } });
    await recordAudit(tx, actor, {
      action: isArchived ? 'product_archived' : 'product_restored',
      subject: { type: 'product', id: key },
    });
    await announce('products', key, tx);
  });
  await loadCatalogue();
}

/**
 * Has the providers asked again for what they did not make of a product.
 * @throws {Refusal} not_allowed; not_found
 * @throws {ConfirmationNeeded}
 */
export async function retryProviders(actor: Actor, key: string): Promise<void> {
  await transaction(async (tx) => {
    await requirePermission(tx, actor, 'products:change');
    await lockProduct(tx, key);
    await retryProvision(tx, key);
  });
}
