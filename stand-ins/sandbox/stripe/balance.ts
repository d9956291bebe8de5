import { need, newObject, type SandboxObject, type Store } from '#stand-ins/sandbox/store.ts';

/** What the sandbox's Stripe takes of a payment: 2.9 % and 30 cents. */
const feeOfPayment = (cents: number) => Math.round(cents * 0.029) + 30;

/** What it takes for a dispute; it keeps it, however that ends. */
const feeOfDispute = 1_500;

type Kind = 'charge' | 'refund' | 'refund_failure' | 'dispute' | 'dispute_reversal';

const types: Partial<Record<Kind, string>> = { dispute: 'adjustment', dispute_reversal: 'adjustment' };

/** Something that moves the balance of the seller's account, with what the provider takes for it. */
export async function move(
  store: Store,
  source: SandboxObject,
  kind: Kind,
  cents: number,
): Promise<SandboxObject> {
  const fee = kind === 'charge' ? feeOfPayment(cents) : kind === 'dispute' ? feeOfDispute : 0;
  const transaction = newObject(store, 'txn', 'balance_transaction', {
    amount: cents,
    available_on: store.now + 2 * 24 * 3600,
    balance_type: 'payments',
    currency: source.currency,
    description: null,
    exchange_rate: null,
    fee,
    fee_details:
      fee === 0
        ? []
        : [
            {
              amount: fee,
              application: null,
              currency: source.currency,
              description: 'Processing fees',
              type: 'stripe_fee',
            },
          ],
    net: cents - fee,
    reporting_category: kind,
    source: source.id,
    status: 'pending',
    type: types[kind] ?? kind,
  });
  await store.put(transaction);
  return transaction;
}

/** Puts something to a customer's credit (below zero) or debt, and writes it down. */
export async function changeCredit(
  store: Store,
  customer: SandboxObject,
  cents: number,
  fields: { type: string; invoice?: string },
): Promise<SandboxObject> {
  customer.balance = Number(customer.balance ?? 0) + cents;
  await store.put(customer);
  const transaction = newObject(store, 'cbtxn', 'customer_balance_transaction', {
    invoice: null,
    ...fields,
    amount: cents,
    currency: 'usd',
    customer: customer.id,
    ending_balance: customer.balance,
    metadata: {},
  });
  await store.put(transaction);
  return transaction;
}

/** Pays as much of an invoice from its customer's credit as that has, and adds to it what the invoice gives back. */
export async function applyCredit(store: Store, invoice: SandboxObject): Promise<void> {
  const customer = await need(store, invoice.customer);
  const credit = Math.max(0, -Number(customer.balance ?? 0));
  const total = Number(invoice.total);
  const used = total < 0 ? total : Math.min(total, credit);
  invoice.starting_balance = Number(customer.balance ?? 0);
  if (used !== 0)
    await changeCredit(store, customer, used, { type: 'applied_to_invoice', invoice: invoice.id });
  invoice.ending_balance = Number(customer.balance ?? 0);
  Object.assign(invoice, { amount_due: total - used, amount_remaining: total - used });
}
