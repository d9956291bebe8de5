import type Stripe from 'stripe';
import { expect, it } from 'vitest';
import { createSwitches } from '#app/platform/payments/stripe/price-switch.server.ts';

const month = { id: 'si_1', quantity: 1, price: { id: 'price_month' }, current_period_start: 1_000 };

/** As much of Stripe as a switch asks, where the year's invoice ends up so. */
const stripeWith = (invoiceStatus: string) =>
  ({
    prices: { list: async () => ({ data: [{ id: 'price_year' }] }) },
    subscriptions: {
      retrieve: async (id: string) => ({
        id,
        status: 'active',
        collection_method: 'charge_automatically',
        items: { data: [month] },
      }),
      update: async () => ({ latest_invoice: { id: 'in_1', status: invoiceStatus } }),
    },
    invoices: {
      list: async () => ({ data: [] }),
      createPreview: async () => ({
        amount_due: 42_300,
        total: 42_300,
        currency: 'usd',
        created: 2_000,
        parent: { subscription_details: { subscription_proration_date: 2_000 } },
        lines: { data: [{ amount: 47_000, period: { end: 3_000 } }] },
      }),
    },
  }) as unknown as Stripe;

it.each([
  ['paid', 'paid'],
  ['open', 'pending'],
  ['draft', 'pending'],
])('the payment of a year whose invoice is %s is %s', async (status, outcome) => {
  const { switchPrice } = createSwitches(stripeWith(status), false);
  const product: Parameters<typeof switchPrice>[1] = {
    key: 'membership_yearly',
    name: 'Membership',
    amountCents: 47_000,
    currency: 'usd',
    interval: 'year',
    lookupKey: 'membership_yearly_usd_47000_year',
    planSetting: null,
    freeIntervals: 0,
  };
  const shown = { dueCents: 42_300, prorationAt: new Date(2_000_000) };
  expect(await switchPrice('sub_1', product, shown)).toBe(outcome);
});
