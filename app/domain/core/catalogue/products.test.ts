import { describe, expect, it } from 'vitest';
import {
  ebook,
  ebookListCents,
  formatMoney,
  isOnSale,
  keysGiving,
  keysLike,
  lookupKeyOf,
  membership,
  membershipPriceText,
  nounOf,
  percentOff,
  plannedProducts,
  productName,
  productNoun,
  productOf,
  productOfLookupKey,
  productOfSlug,
  productsGiving,
  resellerPro,
  resellerProFree3,
  resellerProgramme,
  subscribedKeys,
} from '#app/domain/core/catalogue/products.ts';

describe('formatMoney', () => {
  it.each([
    [4_700, '$47'],
    [2_350, '$23.50'],
    [1, '$0.01'],
    [0, '$0'],
    [99_700, '$997'],
    [123_456_700, '$1,234,567'],
    [-4_700, '-$47'],
    [-705, '-$7.05'],
  ])('writes %i cents as %s', (cents, text) => {
    expect(formatMoney(cents)).toBe(text);
  });

  it('names another currency, however it is spelled', () => {
    expect(formatMoney(4_700, 'eur')).toBe('€47');
    expect(formatMoney(4_750, 'GBP')).toBe('£47.50');
  });
});

describe('the membership', () => {
  it('costs 47 dollars a month', () => {
    expect(membership).toMatchObject({ amountCents: 4_700, currency: 'usd', interval: 'month' });
    expect(membershipPriceText()).toBe('$47');
  });
});

describe('what is paid again and again', () => {
  it('is canceled on a page of its own, and what is paid once on none', () => {
    expect(subscribedKeys()).toEqual(['membership', 'reseller_pro', 'reseller_pro_free3']);
    expect(membership.pages.cancel).toBe('/profile/billing/cancel');
    expect(resellerPro.pages.cancel).toBe('/profile/billing/cancel?product=pro');
    expect(resellerProFree3.pages.cancel).toBe(resellerPro.pages.cancel);
    expect([ebook, resellerProgramme].map(({ pages }) => pages.cancel)).toEqual([null, null]);
  });
});

describe('the ebook', () => {
  it('costs 7 dollars, 97 percent off its list price', () => {
    expect(formatMoney(ebook.amountCents)).toBe('$7');
    expect(percentOff(ebook.amountCents, ebookListCents)).toBe(97);
  });

  it.each([
    [100, 100, 0],
    [50, 100, 50],
    [1, 3, 66],
    [0, 100, 100],
  ])('%i instead of %i cents is %i percent off', (amount, list, percent) => {
    expect(percentOff(amount, list)).toBe(percent);
  });
});

describe('a product', () => {
  it.each([membership, ebook])(
    'is found by its key, by its name in addresses and by the key of its price: $key',
    (product) => {
      expect(productOf(product.key)).toBe(product);
      expect(productOfSlug(product.slug)).toBe(product);
      expect(productOfLookupKey(lookupKeyOf(product))).toBe(product);
    },
  );

  it('has another price key at another price', () => {
    expect(lookupKeyOf(ebook)).toBe('ebook_usd_700_once');
    expect(lookupKeyOf({ ...membership, amountCents: 9_700, interval: 'year' })).toBe(
      'membership_usd_9700_year',
    );
  });

  it('is not found by what is none of its', () => {
    for (const key of ['course', '', null, undefined]) {
      expect(productOf(key)).toBeUndefined();
      expect(productOfLookupKey(key)).toBeUndefined();
    }
    expect(productOfLookupKey('membership')).toBeUndefined();
    expect(productOfLookupKey('course_usd_700_once')).toBeUndefined();
    expect(productOfSlug('course')).toBeUndefined();
  });

  it('is known by what it gives', () => {
    expect(keysGiving('membership')).toEqual(['membership']);
    expect(keysGiving('ebook')).toEqual(['ebook']);
    expect(keysGiving('reseller_pro')).toEqual(['reseller_pro', 'reseller_pro_free3']);
    expect(productsGiving('ebook')).toEqual([ebook]);
    expect(keysGiving('reseller_trial')).toEqual([]);
  });

  it('is like those that give the same, and like itself where it is not sold any more', () => {
    expect(keysLike('reseller_pro')).toEqual(['reseller_pro', 'reseller_pro_free3']);
    expect(keysLike('old_video_course')).toEqual(['old_video_course']);
  });

  it('is sold until it is archived, and in its time alone', () => {
    const [from, until] = [new Date('2026-05-01'), new Date('2026-06-01')];
    const limited = { ...ebook, saleStartsAt: from, saleEndsAt: until };
    expect(isOnSale(ebook, from)).toBe(true);
    expect(isOnSale({ ...ebook, isArchived: true }, from)).toBe(false);
    expect(isOnSale(limited, new Date(from.getTime() - 1))).toBe(false);
    expect(isOnSale(limited, from)).toBe(true);
    expect(isOnSale(limited, new Date(until.getTime() - 1))).toBe(true);
    expect(isOnSale(limited, until)).toBe(false);
  });

  it('has a plan at PayPal where it is paid again and again', () => {
    expect(plannedProducts().map(({ key }) => key)).toEqual([
      'membership',
      'reseller_pro',
      'reseller_pro_free3',
    ]);
  });

  it('keeps a name when it is not sold any more', () => {
    expect(productName('membership')).toBe('Membership');
    expect(productName('old_video_course')).toBe('old video course');
  });

  it('is called by its noun within a sentence, and by its key once it is sold no more', () => {
    expect(productNoun('membership')).toBe('membership');
    expect(productNoun('reseller_pro_free3')).toBe('Reseller PRO');
    expect(productNoun('old_membership')).toBe('old membership');
  });

  it('lends its noun to what it gives, whose own name is the noun where nothing gives it any more', () => {
    expect(nounOf('reseller_pro')).toBe('Reseller PRO');
    expect(nounOf('old_course' as never)).toBe('old course');
  });
});
