import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { isEntitled } from '#app/domain/core/access/entitlements.server.ts';
import { applyPaymentEvent } from '#app/domain/selling/payment-events/apply.server.ts';
import { deliverFacts as deliver } from '#tests/integration/delivered-facts.ts';
import { paymentsOf, purchasesOf } from '#tests/integration/ebook-buyers.ts';
import { newEbookSale, permutations } from '#tests/integration/facts.ts';
import { mailsTo, newUser } from '#tests/integration/people.ts';

describe('the events of an ebook that is paid', () => {
  it('come in any order, each several times, and count once', async () => {
    const orders = permutations([0, 1, 2]);
    for (const order of orders) {
      const user = await newUser();
      const sale = newEbookSale(user.id, { amountCents: 758 });
      const facts = [sale.paid, sale.completed, sale.refunded(200)];
      const inOrder = order.flatMap((index) => facts[index] ?? []);
      await deliver([...inOrder, ...inOrder]);
      expect(await isEntitled(user.id, 'ebook'), order.join()).toBe(true);
      expect(await paymentsOf(user.id)).toMatchObject([
        { amountCents: 758, taxCents: 58, amountRefundedCents: 200, status: 'partially_refunded' },
      ]);
      expect(await mailsTo(user.email)).toHaveLength(2);
    }
  });

  it('come in any order with a full refund or a dispute, and the book is not to be had', async () => {
    for (const order of permutations([0, 1, 2])) {
      const user = await newUser();
      const sale = newEbookSale(user.id);
      const facts = [sale.paid, sale.refunded(700), sale.disputed()];
      await deliver(order.flatMap((index) => facts[index] ?? []));
      expect(await isEntitled(user.id, 'ebook'), order.join()).toBe(false);
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

  it('are ignored for a product that is not sold so, and wait for their payer in the name of nobody', async () => {
    const user = await newUser();
    for (const [metadata, outcome] of [
      [{ user_id: user.id, product: 'membership' }, 'ignored'],
      [{ user_id: user.id, product: 'yacht' }, 'ignored'],
      [{ user_id: randomUUID(), product: 'ebook' }, 'orphan'],
      [{ user_id: 'not-a-uuid', product: 'ebook' }, 'orphan'],
    ] as const)
      expect(await applyPaymentEvent(newEbookSale(user.id, { metadata }).paid)).toBe(outcome);
    expect(await paymentsOf(user.id)).toEqual([]);
  });
});
