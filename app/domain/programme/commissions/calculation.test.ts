import { describe, expect, it } from 'vitest';
import { type ReckonedPayment, reckon, type Seller } from '#app/domain/programme/commissions/calculation.ts';

const programme: ReckonedPayment = {
  buyerId: 'buyer',
  amountCents: 99_700,
  taxCents: 0,
  goneCents: 0,
  pays: 'pro_resellers',
  productPercent: null,
  isHeld: false,
  rate: { priceCents: 1, ledgerCents: 1 },
};
const membership: ReckonedPayment = { ...programme, amountCents: 4_700, pays: 'all_sellers' };

const seller = (fields: Partial<Seller> = {}): Seller => ({
  id: 'seller',
  role: 'affiliate',
  status: 'active',
  ratePercent: 50,
  isMember: true,
  ...fields,
});
const reseller = seller({ role: 'reseller', ratePercent: 100 });
const pro = seller({ id: 'pro', role: 'pro_reseller', ratePercent: 100 });

const first = (payment: Partial<ReckonedPayment>, fields: Partial<Seller> = {}) =>
  reckon({ ...membership, ...payment }, seller(fields), null, true).first;
const second = (by: Seller, above: Partial<Seller> = {}, payment: Partial<ReckonedPayment> = {}) =>
  reckon({ ...programme, ...payment }, by, { ...pro, ...above }, true).second;

describe('the seller’s share', () => {
  it('is rounded at half a cent to the even one (P115)', () => {
    const shares = [1, 3, 5, 7].map((amountCents) => first({ amountCents }).cents);
    expect(shares).toEqual([0, 2, 2, 4]);
    expect([first({ amountCents: 1 }).reason, first({ amountCents: 3 }).reason]).toEqual(['too_small', null]);
  });

  it.each([
    // amount, tax, gone back, received, share
    [5_000, 0, 0, 5_000, 2_500],
    [5_593, 893, 0, 4_700, 2_350],
    [5_593, 893, 2_796, 2_350, 1_175],
    [5_593, 893, 5_592, 0, 0],
    [5_593, 893, 9_999, 0, 0],
    [833, 133, 0, 700, 350],
    [833, 133, 1, 699, 350],
    [100, 100, 0, 0, 0],
  ])(
    'is of what was received without tax: of %i with %i of tax and %i gone',
    (amountCents, taxCents, goneCents, netCents, cents) => {
      const shares = reckon({ ...membership, amountCents, taxCents, goneCents }, seller(), null, true);
      expect([shares.netCents, shares.first.cents]).toEqual([netCents, cents]);
    },
  );

  it.each([
    ['own_purchase', { buyerId: 'seller' }, {}],
    ['product_pays_nobody', { pays: 'nobody' }, {}],
    ['product_pays_nobody', { pays: undefined }, {}],
    ['other_currency', { rate: null }, {}],
    ['account_inactive', {}, { status: 'inactive' }],
    ['not_in_programme', {}, { role: 'member' }],
    ['payment_held', { isHeld: true }, {}],
    ['role_not_paid', { pays: 'pro_resellers' }, {}],
    ['membership_lapsed', {}, { isMember: false }],
    ['rate_is_zero', {}, { ratePercent: 0 }],
    ['payment_returned', { goneCents: 4_700 }, {}],
  ] as const)('is nothing, and says why: %s', (reason, payment, fields) => {
    expect(first(payment, fields)).toMatchObject({ cents: 0, ratePercent: null, reason });
  });
});

it('is the rate of the product, where it has one for all', () => {
  const payment = { ...membership, productPercent: 30 };
  for (const by of [seller(), reseller, pro])
    expect(reckon(payment, by, null, true).first).toMatchObject({ cents: 1_410, ratePercent: 30 });
  expect(first({ productPercent: 0 })).toMatchObject({ cents: 0, reason: 'rate_is_zero' });
});

it.each([
  ['member', 'affiliate'],
  ['affiliate', 'affiliate'],
  ['reseller', 'reseller'],
  ['pro_reseller', 'pro_reseller'],
] as const)('the share of a %s is written as that of a %s', (role, tier) => {
  expect(first({}, { role }).tier).toBe(tier);
});

it('nothing is received of a payment of nothing', () => {
  const { netCents, first: own } = reckon({ ...membership, amountCents: 0 }, seller(), null, true);
  expect([netCents, own.cents]).toEqual([0, 0]);
});

describe('the second tier', () => {
  it('is not there where nobody is above the seller', () => {
    expect(reckon(programme, reseller, null, true).second).toBeNull();
  });

  it('is of what was received without tax', () => {
    expect(second(reseller, {}, { amountCents: 99_700 + 18_943, taxCents: 18_943 })).toMatchObject({
      cents: 19_940,
      ratePercent: 20,
    });
  });

  it('is a fifth of what was received, and never more than the seller leaves (P30)', () => {
    expect(second(reseller)).toMatchObject({ cents: 19_940, ratePercent: 20, reason: null });
    expect(second({ ...pro, id: 'seller', ratePercent: 90 })).toMatchObject({ cents: 9_970, reason: null });
    expect(second({ ...pro, id: 'seller' })).toMatchObject({ cents: 0, reason: 'nothing_left' });
  });

  it.each([
    ['own_purchase', { id: 'buyer' }, {}],
    ['other_currency', {}, { rate: null }],
    ['account_inactive', { status: 'inactive' }, {}],
    ['membership_lapsed', { isMember: false }, {}],
    ['payment_held', {}, { isHeld: true }],
    ['payment_returned', {}, { goneCents: 99_700 }],
  ] as const)('is nothing, and says why: %s', (reason, above, payment) => {
    expect(second(reseller, above, payment)).toMatchObject({ cents: 0, tier: 'second_tier', reason });
  });

  it('is not there for who is no pro reseller, of what an affiliate sells or buys, and of memberships', () => {
    expect(second(reseller, { role: 'reseller' })).toBeNull();
    expect(second(seller())).toBeNull();
    expect(second({ ...reseller, id: 'buyer' })).toBeNull();
    expect(second(reseller, {}, { pays: 'all_sellers' })).toBeNull();
    expect(reckon(programme, reseller, pro, false).second).toMatchObject({ reason: 'second_tier_off' });
  });
});
