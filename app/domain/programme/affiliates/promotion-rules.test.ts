import { describe, expect, it } from 'vitest';
import {
  appliesTo,
  type PromotionRequest,
  type PromotionTerms,
  promotionProblem,
  reducedCents,
  reducedPayments,
  reductionText,
  termsText,
  unknownCode,
} from '#app/domain/programme/affiliates/promotion-rules.ts';

const day = (text: string) => new Date(`2026-11-${text}T00:00:00Z`);

const terms: PromotionTerms = {
  percentOff: 20,
  amountOffCents: 0,
  furtherAmountsOff: {},
  months: null,
  products: [],
  startsAt: null,
  expiresAt: null,
  endedAt: null,
  maxUses: null,
  maxUsesPerPerson: null,
  audience: 'everyone',
};
const request: PromotionRequest = {
  product: { key: 'membership', noun: 'membership', amountCents: 4_700, currency: 'usd' },
  at: day('15'),
  uses: 0,
  ownUses: 0,
  hasPaidBefore: false,
};

describe('a promotion code', () => {
  it.each<[string, Partial<PromotionTerms>, Partial<PromotionRequest>, RegExp | null]>([
    ['without limits is taken', {}, {}, null],
    ['that has ended is as good as none', { endedAt: day('01') }, {}, new RegExp(unknownCode)],
    ['is not taken before its first moment', { startsAt: day('16') }, {}, /yet/],
    ['is taken from its first moment', { startsAt: day('15') }, {}, null],
    ['is taken until its last moment', { expiresAt: new Date(day('15').getTime() + 1) }, {}, null],
    ['is not taken from when it expires', { expiresAt: day('15') }, {}, /expired/],
    ['of another product is not taken', { products: ['ebook'] }, {}, /not for the membership/],
    ['of this product among others is', { products: ['ebook', 'membership'] }, {}, null],
    ['for new people is taken from them', { audience: 'new_buyers' }, {}, null],
    ['for new people refuses others', { audience: 'new_buyers' }, { hasPaidBefore: true }, /not bought/],
    ['for returning people refuses new ones', { audience: 'returning_buyers' }, {}, /have bought/],
    ['for returning people is theirs', { audience: 'returning_buyers' }, { hasPaidBefore: true }, null],
    ['has a last use', { maxUses: 3 }, { uses: 2 }, null],
    ['is used up after it', { maxUses: 3 }, { uses: 3 }, /used up/],
    ['used once by everybody was used', { maxUsesPerPerson: 1 }, { ownUses: 1 }, /already used/],
    ['used twice by everybody was used twice', { maxUsesPerPerson: 2 }, { ownUses: 2 }, /2 times/],
    ['tells its own user first', { maxUses: 1, maxUsesPerPerson: 1 }, { uses: 1, ownUses: 1 }, /already/],
    ['that leaves nothing to pay is not taken', { percentOff: 0, amountOffCents: 4_700 }, {}, /not for/],
    ['that leaves the least is', { percentOff: 0, amountOffCents: 4_650 }, {}, null],
    ['that leaves less is not', { percentOff: 0, amountOffCents: 4_651 }, {}, /not for/],
  ])('%s', (_, some, asked, problem) => {
    const told = promotionProblem({ ...terms, ...some }, { ...request, ...asked });
    if (problem) expect(told).toMatch(problem);
    else expect(told).toBeNull();
  });

  it('takes a part or an amount off, rounded to the cent', () => {
    expect(reducedCents(4_700, { percentOff: 20, amountOffCents: 0 })).toBe(3_760);
    expect(reducedCents(4_701, { percentOff: 50, amountOffCents: 0 })).toBe(2_350);
    expect(reducedCents(4_700, { percentOff: 0, amountOffCents: 500 })).toBe(4_200);
    expect(reducedCents(400, { percentOff: 0, amountOffCents: 500 })).toBe(0);
  });

  it.each([
    [null, 'month', 1],
    [3, 'month', 3],
    [3, null, 1],
    [12, 'year', 1],
    [13, 'year', 2],
  ] as const)('for %s months makes payments each %s cheaper: %i', (months, interval, payments) => {
    expect(reducedPayments({ months }, interval)).toBe(payments);
  });

  it('of 90 percent is for a cheap product, too: providers take 70 cents', () => {
    expect(appliesTo({ ...terms, percentOff: 90 }, { key: 'ebook', amountCents: 700 })).toBe(true);
    // No provider takes 40 cents.
    expect(appliesTo({ ...terms, percentOff: 90 }, { key: 'ebook', amountCents: 400 })).toBe(false);
  });

  it.each([
    [{ percentOff: 20, amountOffCents: 0, months: null }, '20% off the first payment'],
    [{ percentOff: 0, amountOffCents: 500, months: 1 }, '$5 off for the first month'],
    [{ percentOff: 0, amountOffCents: 550, months: 3 }, '$5.50 off each payment for 3 months'],
    [{ percentOff: 0, amountOffCents: 0, months: null }, null],
  ])('says what it takes off: %j', (reduction, text) => {
    expect(reductionText(reduction)).toBe(text);
  });
});

describe('a code of an amount in several currencies (P354)', () => {
  const amounts = { ...terms, percentOff: 0, amountOffCents: 500, furtherAmountsOff: { eur: 450, gbp: 400 } };
  const inEuros = { product: { ...request.product, amountCents: 4_500, currency: 'eur' } };

  it('takes off what was typed for the currency that is paid, and nothing in any other', () => {
    expect(promotionProblem(amounts, { ...request, ...inEuros })).toBeNull();
    expect(promotionProblem(amounts, { ...request, product: { ...request.product, currency: 'cad' } })).toBe(
      'This code takes US dollars, Euros, and British pounds off, so it can’t be used when you pay in CAD. Choose US dollars, Euros, or British pounds to use it.',
    );
    const dollars = { ...amounts, furtherAmountsOff: {} };
    expect(promotionProblem(dollars, { ...request, ...inEuros })).toMatch(/takes US dollars off/);
  });

  it('is not taken where it leaves less than the least of the price in that currency', () => {
    const most = { ...amounts, furtherAmountsOff: { eur: 4_451 } };
    expect(promotionProblem(most, { ...request, ...inEuros })).toMatch(/not for/);
  });

  it('counts in percent in every currency', () => {
    expect(promotionProblem(terms, { ...request, ...inEuros })).toBeNull();
  });

  it('is said in all of them', () => {
    expect(termsText(amounts)).toBe('$5, €4.50, or £4 off the first payment');
    expect(termsText({ ...terms, furtherAmountsOff: {} })).toBe('20% off the first payment');
  });
});
