import { afterEach, describe, expect, it } from 'vitest';
import { loadCatalogue, onCatalogueChanged } from '#app/domain/core/catalogue/current.server.ts';
import {
  allProducts,
  membership,
  membershipPriceText,
  productOf,
} from '#app/domain/core/catalogue/products.ts';
import { specifiedProducts } from '#app/domain/core/catalogue/specified-products.ts';
import { facts } from '#app/domain/learning/facts/facts.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';

/** Has another version of the membership's price sold until the test is over. */
async function changePrice(amountCents: number): Promise<void> {
  const { id, version, ...price } = await prisma().price.findFirstOrThrow({
    where: { key: 'membership', replacedAt: null },
  });
  await prisma().$transaction([
    prisma().price.update({ where: { id }, data: { replacedAt: new Date() } }),
    prisma().price.create({
      data: { ...price, fixed: price.fixed ?? {}, amountCents, version: version + 1 },
    }),
  ]);
}

afterEach(async () => {
  await prisma().price.deleteMany({ where: { version: { gt: 1 } } });
  await prisma().price.updateMany({ data: { replacedAt: null } });
  await prisma().product.updateMany({ data: { archivedAt: null } });
  await loadCatalogue();
});

describe('products as data', () => {
  it('begin with those of the specification, word for word', async () => {
    await loadCatalogue();
    expect(allProducts()).toEqual(specifiedProducts);
  });

  it('are the same object as long as nothing about them changes', async () => {
    await loadCatalogue();
    const before = allProducts();
    await loadCatalogue();
    expect(allProducts()).toBe(before);
  });

  it('say a new price everywhere once they are read again, and tell who listens', async () => {
    await loadCatalogue();
    let heard = 0;
    onCatalogueChanged(() => {
      heard += 1;
    });
    expect(facts().membershipPrice).toBe('$47');
    await changePrice(5_200);
    await loadCatalogue();
    expect(heard).toBe(1);
    expect(membershipPriceText()).toBe('$52');
    expect(membership.amountCents).toBe(5_200);
    expect(productOf('membership')?.amountCents).toBe(5_200);
    expect(facts().membershipPrice).toBe('$52');
  });

  it('keep what is archived, for who has it', async () => {
    await prisma().product.update({ where: { key: 'ebook' }, data: { archivedAt: new Date() } });
    await loadCatalogue();
    expect(productOf('ebook')).toMatchObject({
      isArchived: true,
      name: 'Digital Marketing Domination (ebook)',
    });
  });

  it('never change a price', async () => {
    const change = prisma().price.updateMany({ where: { key: 'membership' }, data: { amountCents: 1 } });
    await expect(change).rejects.toThrow(/a price does not change/);
  });
});
