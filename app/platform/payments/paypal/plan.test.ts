import type { BillingPlan } from '@paypal/paypal-server-sdk';
import { IntervalUnit, SubscriptionPlanStatus, TenureType } from '@paypal/paypal-server-sdk';
import { describe, expect, it } from 'vitest';
import { sells } from '#app/platform/payments/paypal/plan.ts';

const product = {
  key: 'membership',
  name: 'Membership',
  amountCents: 4_700,
  currency: 'usd',
  interval: 'month',
  freeIntervals: 0,
  lookupKey: 'membership_usd_4700_month',
  planSetting: 'PAYPAL_PLAN_ID',
} as const;

const cycle = {
  tenureType: TenureType.Regular,
  sequence: 1,
  totalCycles: 0,
  frequency: { intervalUnit: IntervalUnit.Month, intervalCount: 1 },
  pricingScheme: { fixedPrice: { value: '47.0', currencyCode: 'USD' } },
};

const plan: BillingPlan = { status: SubscriptionPlanStatus.Active, billingCycles: [cycle] };

describe('sells', () => {
  it('takes a plan of the product’s price, month after month', () => {
    expect(sells(plan, product)).toBe(true);
    const free = { setupFee: { value: '0.0', currencyCode: 'USD' } };
    const taxes = { percentage: '19', inclusive: true };
    expect(sells({ ...plan, paymentPreferences: free, taxes }, product)).toBe(true);
  });

  const price = (value: string, currencyCode = 'USD') => ({
    billingCycles: [{ ...cycle, pricingScheme: { fixedPrice: { value, currencyCode } } }],
  });

  it.each<[string, Partial<BillingPlan>]>([
    ['another price', price('47.01')],
    ['another currency', price('47.0', 'EUR')],
    ['a plan not sold any more', { status: SubscriptionPlanStatus.Inactive }],
    ['a trial first', { billingCycles: [{ ...cycle, tenureType: TenureType.Trial }, cycle] }],
    ['a trial only', { billingCycles: [{ ...cycle, tenureType: TenureType.Trial }] }],
    ['an end', { billingCycles: [{ ...cycle, totalCycles: 12 }] }],
    ['a year', { billingCycles: [{ ...cycle, frequency: { intervalUnit: IntervalUnit.Year } }] }],
    [
      'every second month',
      { billingCycles: [{ ...cycle, frequency: { ...cycle.frequency, intervalCount: 2 } }] },
    ],
    ['a fee to begin with', { paymentPreferences: { setupFee: { value: '1.0', currencyCode: 'USD' } } }],
    ['tax on top', { taxes: { percentage: '19', inclusive: false } }],
    ['no price', { billingCycles: [{ ...cycle, pricingScheme: {} }] }],
    ['nothing', { billingCycles: [] }],
  ])('refuses %s', (_, change) => {
    expect(sells({ ...plan, ...change }, product)).toBe(false);
  });
});

describe('sells, with free months first', () => {
  const free = { ...product, freeIntervals: 3 };
  const trial = {
    tenureType: TenureType.Trial,
    sequence: 1,
    totalCycles: 1,
    frequency: { intervalUnit: IntervalUnit.Month, intervalCount: 3 },
    pricingScheme: { fixedPrice: { value: '0.0', currencyCode: 'USD' } },
  };
  const regular = { ...cycle, sequence: 2 };
  const dearer = { fixedPrice: { value: '48.0', currencyCode: 'USD' } };
  const withCycles = (...billingCycles: BillingPlan['billingCycles'] & object) => ({
    ...plan,
    billingCycles,
  });

  it('takes one free time of three months and then the price, in whatever order they are listed', () => {
    expect(sells(withCycles(trial, regular), free)).toBe(true);
    expect(sells(withCycles(regular, trial), free)).toBe(true);
    expect(sells(withCycles({ ...trial, pricingScheme: undefined }, regular), free)).toBe(true);
  });

  it.each([
    ['no free time', withCycles(regular)],
    [
      'a month too few',
      withCycles({ ...trial, frequency: { ...trial.frequency, intervalCount: 2 } }, regular),
    ],
    [
      'three free times of a month, of which each looks like the end',
      withCycles({ ...trial, totalCycles: 3, frequency: cycle.frequency }, regular),
    ],
    [
      'a price in the free time',
      withCycles({ ...trial, pricingScheme: { fixedPrice: { value: '1.0', currencyCode: 'USD' } } }, regular),
    ],
    ['nothing after it', withCycles(trial)],
    ['another price after it', withCycles(trial, { ...regular, pricingScheme: dearer })],
    ['a second free time', withCycles(trial, { ...trial, sequence: 2 }, { ...regular, sequence: 3 })],
  ])('refuses %s', (_, other) => {
    expect(sells(other, free)).toBe(false);
  });

  it('refuses free months that are not offered', () => {
    expect(sells(withCycles(trial, regular), product)).toBe(false);
  });
});
