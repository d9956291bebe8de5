import { afterEach, describe, expect, it } from 'vitest';
import { inCurrency } from '#app/domain/core/catalogue/currencies.ts';
import { loadCatalogue } from '#app/domain/core/catalogue/current.server.ts';
import { productOf } from '#app/domain/core/catalogue/products.ts';
import { setPriceAmounts } from '#app/domain/operating/products/currencies.server.ts';
import { addPrice, setPriceArchived } from '#app/domain/operating/products/prices.server.ts';
import { type PriceAmounts, priceAmountsSchema } from '#app/domain/operating/products/product-forms.ts';
import { provisionPrices } from '#app/domain/operating/products/provision.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { newActor } from '#tests/integration/admins.ts';
import { withSandbox } from '#tests/integration/card-buyers.ts';
import { withPaypal } from '#tests/integration/paypal-buyers.ts';

withSandbox();
withPaypal();

const reason = 'For members in Europe';

const amounts = (fields: Record<string, string>): PriceAmounts =>
  priceAmountsSchema.parse({ price: 'membership', reason, ...fields });

async function sellFor(fields: Record<string, string>): Promise<void> {
  await setPriceAmounts((await newActor('owner')).actor, 'membership', amounts(fields));
}

afterEach(async () => {
  await prisma().price.deleteMany({ where: { currency: { not: 'usd' } } });
  await prisma().price.deleteMany({ where: { key: 'membership', version: { gt: 1 } } });
  await prisma().price.updateMany({ where: { key: 'membership' }, data: { replacedAt: null } });
  await loadCatalogue();
});

const versions = async () =>
  (
    await prisma().price.findMany({
      where: { key: 'membership', currency: 'eur' },
      orderBy: { version: 'asc' },
    })
  ).map(
    ({ version, amountCents, replacedAt }) => `${version} ${amountCents}${replacedAt ? ' replaced' : ''}`,
  );

describe('a price in a further currency (P341)', () => {
  it('is made at both providers, is versioned by itself and ends when its field is emptied', async () => {
    await sellFor({ eur: '45', gbp: '39.50' });
    await provisionPrices();
    const euros = inCurrency(productOf('membership') as never, 'eur');
    expect(euros).toMatchObject({ amountCents: 4_500, currency: 'eur', planId: expect.any(String) });
    expect(euros?.planId).not.toBe(productOf('membership')?.planId);
    expect(
      await prisma().priceProvision.count({
        where: { state: 'ready', price: { currency: { in: ['eur', 'gbp'] } } },
      }),
    ).toBe(4);
    await expect(sellFor({ eur: '45', gbp: '39.50' })).rejects.toThrow('It costs that already.');
    await sellFor({ eur: '49' });
    expect(await versions()).toEqual(['1 4500 replaced', '2 4900']);
    expect(productOf('membership')?.amounts).toMatchObject([{ currency: 'eur', amountCents: 4_900 }]);
    await sellFor({});
    expect(productOf('membership')?.amounts).toEqual([]);
    await sellFor({ eur: '45' });
    expect(await versions()).toEqual(['1 4500 replaced', '2 4900 replaced', '3 4500']);
  });

  it('stays when the price in dollars changes, and is no price of its own', async () => {
    await sellFor({ eur: '45' });
    const { actor } = await newActor('owner');
    await addPrice(actor, 'membership', { interval: 'month', amount: 5_700, reason });
    expect(productOf('membership')).toMatchObject({
      amountCents: 5_700,
      amounts: [{ currency: 'eur', amountCents: 4_500 }],
    });
    await expect(setPriceArchived(actor, 'membership', 'membership', true)).rejects.toThrow('its only price');
  });

  it('is refused to other roles, for what pages of its own sell, and for a price that there is not', async () => {
    const { actor } = await newActor('manager');
    await expect(setPriceAmounts(actor, 'membership', amounts({ eur: '45' }))).rejects.toMatchObject({
      kind: 'not_allowed',
    });
    const owner = (await newActor('owner')).actor;
    await expect(
      setPriceAmounts(owner, 'reseller_pro', amounts({ price: 'reseller_pro', eur: '95' })),
    ).rejects.toThrow('US dollars only');
    await expect(
      setPriceAmounts(owner, 'membership', amounts({ price: 'none', eur: '95' })),
    ).rejects.toMatchObject({
      kind: 'not_found',
    });
    expect(await versions()).toEqual([]);
  });
});
