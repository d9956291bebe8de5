import { newId, type SandboxObject } from '#stand-ins/sandbox/store.ts';
import { itemOf } from '#stand-ins/sandbox/stripe/items.ts';

/** A line of an invoice. */
export interface Line {
  amount: number;
  description: string;
  period: { start: number; end: number };
  isProration: boolean;
  /** Taken once, and no part of the subscription. */
  isItem?: boolean;
  price: SandboxObject;
  quantity: number;
}

/** The line of a subscription's present period; of a trial nothing is taken. */
export function lineOfPeriod(subscription: SandboxObject): Line {
  const { price, quantity, current_period_start: start, current_period_end: end } = itemOf(subscription);
  const isTrial = subscription.status === 'trialing';
  return {
    amount: isTrial ? 0 : Number(price.unit_amount) * quantity,
    description: isTrial ? 'Trial period' : `${quantity} × the present period`,
    period: { start, end },
    isProration: false,
    price,
    quantity,
  };
}

/** The line of what is taken once beside a subscription. */
export const lineOfItem = (price: SandboxObject, at: number): Line => ({
  amount: Number(price.unit_amount),
  description: '1 × what is bought once',
  period: { start: at, end: at },
  isProration: false,
  isItem: true,
  price,
  quantity: 1,
});

/** What a line is of: the subscription's item, or something that is taken once. */
const parentOf = (line: Line, subscription: SandboxObject) =>
  line.isItem
    ? {
        type: 'invoice_item_details',
        invoice_item_details: {
          invoice_item: newId('ii'),
          proration: false,
          proration_details: null,
          subscription: subscription.id,
        },
        subscription_item_details: null,
      }
    : {
        type: 'subscription_item_details',
        invoice_item_details: null,
        subscription_item_details: {
          invoice_item: null,
          proration: line.isProration,
          proration_details: null,
          subscription: subscription.id,
          subscription_item: itemOf(subscription).id,
        },
      };

/** A line in the provider's shape; `taxes` are those on it alone, where they are told. */
export const lineObject = (
  line: Line,
  invoice: SandboxObject,
  subscription: SandboxObject,
  taxes: readonly { amount: number }[],
) => ({
  id: newId('il'),
  object: 'line_item',
  amount: line.amount,
  currency: invoice.currency,
  description: line.description,
  discount_amounts: [],
  discountable: !line.isProration,
  discounts: [],
  invoice: invoice.id,
  livemode: false,
  metadata: {},
  parent: parentOf(line, subscription),
  period: line.period,
  pricing: { type: 'price_details', price_details: { price: line.price.id, product: line.price.product } },
  quantity: line.quantity,
  subtotal: line.amount,
  taxes,
});
