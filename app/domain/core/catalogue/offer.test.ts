import { describe, expect, it } from 'vitest';
import { offerOf, offerText, readOffer, soldProduct } from '#app/domain/core/catalogue/offer.ts';
import { ebook, membership } from '#app/domain/core/catalogue/products.ts';

const monthly = { cents: 4_700, currency: 'usd', interval: 'month' };
const once = { cents: 700, currency: 'usd', interval: null };

describe('an offer', () => {
  it('is what the catalogue says today', () => {
    expect(offerOf(membership)).toEqual(monthly);
    expect(offerOf(ebook)).toEqual(once);
  });

  it.each([
    ['4700 usd month', monthly],
    ['700 usd once', once],
    ['4700 usd 3 month', { ...monthly, interval: '3 month' }],
  ])('is written and read as %j', (text, offer) => {
    expect(offerText(offer)).toBe(text);
    expect(readOffer(text)).toEqual(offer);
  });

  it.each([undefined, '', '4700 usd', '4700 usd month!', '47.00 usd month', 'a 4700 usd month'])(
    'is not read from %j',
    (text) => {
      expect(readOffer(text)).toBeNull();
    },
  );
});

describe('a product as it is sold', () => {
  it('goes by its key, its price’s key and its plan', () => {
    expect(soldProduct(membership)).toEqual({
      key: 'membership',
      name: 'Membership',
      amountCents: 4_700,
      currency: 'usd',
      interval: 'month',
      freeIntervals: 0,
      planSetting: 'PAYPAL_PLAN_ID',
      lookupKey: 'membership_usd_4700_month',
    });
  });
});
