import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { ownsProduct } from '#app/domain/billing/ownership.server.ts';
import { applyPaymentEvent } from '#app/domain/billing/payment-events.server.ts';
import type { PaymentFact } from '#app/platform/payments/port.ts';
import { paymentsOf, purchasesOf } from '#tests/integration/ebook-buyers.ts';
import { newFact, permutations } from '#tests/integration/facts.ts';
import { mailsTo, newUser } from '#tests/integration/people.ts';

/** What the provider tells of one payment for the ebook. */
function newEbookSale(userId: string, fields: Partial<PaymentFact> = {}) {
  const paymentIntentId = `pi_${randomUUID()}`;
  const metadata = { user_id: userId, product: 'ebook' };
  const paid = { paymentIntentId, metadata, amountCents: 700, ...fields };
  return {
    paid: newFact('product_paid', { ...paid, type: 'payment_intent.succeeded' }),
    completed: newFact('product_paid', { ...paid, type: 'checkout.session.completed', taxCents: 58 }),
    refunded: (amountCents: number) => newFact('charge_refunded', { paymentIntentId, amountCents }),
    disputed: newFact('dispute_opened', { paymentIntentId, amountCents: 700 }),
  };
}

/** Delivers events in this order; what is asked for again comes again, until all are taken. */
async function deliver(facts: readonly PaymentFact[]): Promise<void> {
  let open = [...facts];
  for (let round = 0; open.length > 0; round += 1) {
    expect(round).toBeLessThan(5);
    const again: PaymentFact[] = [];
    for (const fact of open) if ((await applyPaymentEvent(fact)) === 'retry') again.push(fact);
    open = again;
  }
}

describe('the events of an ebook that is paid', () => {
  it('come in any order, each several times, and count once', async () => {
    const orders = permutations([0, 1, 2]);
    for (const order of orders) {
      const user = await newUser();
      const sale = newEbookSale(user.id);
      const facts = [sale.paid, sale.completed, sale.refunded(200)];
      const inOrder = order.flatMap((index) => facts[index] ?? []);
      await deliver([...inOrder, ...inOrder]);
      expect(await ownsProduct(user.id, 'ebook'), order.join()).toBe(true);
      expect(await paymentsOf(user.id)).toMatchObject([
        { amountCents: 700, taxCents: 58, amountRefundedCents: 200, status: 'partially_refunded' },
      ]);
      expect(await mailsTo(user.email)).toHaveLength(2);
    }
  });

  it('come in any order with a full refund or a dispute, and the book is not to be had', async () => {
    for (const order of permutations([0, 1, 2])) {
      const user = await newUser();
      const sale = newEbookSale(user.id);
      const facts = [sale.paid, sale.refunded(700), sale.disputed];
      await deliver(order.flatMap((index) => facts[index] ?? []));
      expect(await ownsProduct(user.id, 'ebook'), order.join()).toBe(false);
    }
  });

  it('at once, of two payments, grant one of them', async () => {
    const user = await newUser();
    const sales = [newEbookSale(user.id), newEbookSale(user.id)];
    const facts = sales.flatMap(({ paid, completed }) => [paid, completed]);
    await Promise.all(facts.map((fact) => deliver([fact])));
    const statuses = (await purchasesOf(user.id)).map(({ status }) => status).sort();
    expect(statuses).toEqual(['not_granted', 'paid']);
    expect(await paymentsOf(user.id)).toHaveLength(2);
  });

  it('are ignored for a product that is not sold so, or in the name of nobody', async () => {
    const user = await newUser();
    for (const metadata of [
      { user_id: user.id, product: 'membership' },
      { user_id: user.id, product: 'yacht' },
      { user_id: randomUUID(), product: 'ebook' },
      { user_id: 'not-a-uuid', product: 'ebook' },
    ])
      expect(await applyPaymentEvent(newEbookSale(user.id, { metadata }).paid)).toBe('ignored');
    expect(await paymentsOf(user.id)).toEqual([]);
  });
});
