import { describe, expect, it } from 'vitest';
import { applyPaymentEvent } from '#app/domain/selling/payment-events/apply.server.ts';
import { issueMissingReceipts } from '#app/domain/selling/payment-events/missing-receipts.server.ts';
import { mailWaitingReceipts } from '#app/domain/selling/receipts/mailing.server.ts';
import { databasePool, prisma } from '#app/platform/database/client.server.ts';
import { deliverFacts, newToldMember } from '#tests/integration/delivered-facts.ts';
import { newEbookSale, newSale, someOrders } from '#tests/integration/facts.ts';
import { at, mailsTo, newUser, subjectsTo } from '#tests/integration/people.ts';

/** What was issued to a user, the oldest first. */
const issuedTo = (userId: string) =>
  prisma().receipt.findMany({ where: { userId }, orderBy: { id: 'asc' }, include: { refersTo: true } });

/** Every number that was given out of a kind, by year. */
async function sequences(kind: 'receipt' | 'credit_note'): Promise<Record<number, number[]>> {
  const rows = await prisma().receipt.findMany({ where: { kind }, orderBy: { sequence: 'asc' } });
  const years = Map.groupBy(rows, ({ year }) => year);
  return Object.fromEntries([...years].map(([year, of]) => [year, of.map(({ sequence }) => sequence)]));
}

/** Without a gap, from 1. */
async function expectGapless(): Promise<void> {
  for (const kind of ['receipt', 'credit_note'] as const)
    for (const numbers of Object.values(await sequences(kind)))
      expect(numbers).toEqual(numbers.map((_, index) => index + 1));
}

/** Receipts that hold, less credit notes: integer cents. */
async function documented(userId: string): Promise<number> {
  const all = await issuedTo(userId);
  const replaced = new Set(all.filter(({ reason }) => reason === 'replacement').map((row) => row.refersToId));
  return all
    .filter(({ id }) => !replaced.has(id))
    .reduce((sum, { kind, totalCents }) => sum + (kind === 'receipt' ? totalCents : -totalCents), 0);
}

/** A sale of the ebook with tax, told. */
async function newTaxedSale() {
  const user = await newUser();
  const sale = newEbookSale(user.id, { amountCents: 833 });
  await deliverFacts([sale.completed]);
  return { user, sale };
}

describe('the receipt of a payment', () => {
  it('says who sold what to whom, with tax, and is mailed with the thanks', async () => {
    const { user } = await newTaxedSale();
    const [receipt, ...others] = await issuedTo(user.id);
    expect(others).toEqual([]);
    expect(receipt).toMatchObject({
      kind: 'receipt',
      reason: 'payment',
      netCents: 700,
      taxCents: 133,
      totalCents: 833,
      currency: 'usd',
      buyer: { name: 'Test Person', address: '', taxId: '' },
      lines: [{ description: 'Digital Marketing Domination (ebook)', netCents: 700, periodStart: null }],
      mailedAt: expect.any(Date),
    });
    expect(receipt?.number).toMatch(/^R-\d{4}-\d{6}$/);
    const [mail, ...more] = await mailsTo(user.email);
    expect(more).toEqual([]);
    expect(mail?.subject).toMatch(/^Your ebook/);
    for (const part of [String(receipt?.number), '$7.00', '$1.33', '$8.33', '/profile/billing/receipts/'])
      expect(mail?.text).toContain(part);
  });

  it('comes once, however often its payment is told', async () => {
    const { user, sale } = await newTaxedSale();
    await deliverFacts([{ ...sale.completed, eventId: `${sale.completed.eventId}_again` }]);
    expect(await issuedTo(user.id)).toHaveLength(1);
  });

  it('of a first month is in the mail of welcome, whichever is told first', async () => {
    for (const order of ['paid first', 'live first']) {
      const user = await newUser();
      const sale = newSale(user.id);
      const facts = [sale.paid, sale.activated];
      await deliverFacts([sale.created, ...(order === 'paid first' ? facts : facts.toReversed())]);
      const [receipt] = await issuedTo(user.id);
      const mails = await mailsTo(user.email);
      expect(mails, order).toHaveLength(1);
      const telling = mails.filter(({ text }) => text.includes(String(receipt?.number)));
      expect(telling, order).toHaveLength(1);
      expect(receipt?.mailedAt).not.toBeNull();
    }
  });

  it('of a first month comes by itself where the mail of welcome has gone', async () => {
    const user = await newUser();
    const sale = newSale(user.id);
    await deliverFacts([sale.created, sale.activated]);
    await prisma().mailOutbox.updateMany({ where: { recipient: user.email }, data: { status: 'sent' } });
    await deliverFacts([sale.paid]);
    const [receipt] = await issuedTo(user.id);
    expect(await subjectsTo(user.email)).toEqual([
      'Welcome: your membership is active',
      `Your receipt ${receipt?.number}: $47.00`,
    ]);
  });

  it('of a renewal is mailed by itself', async () => {
    const { user, sale } = await newToldMember();
    const renewal = { ...sale.paid, eventId: `${sale.paid.eventId}_2`, invoiceId: `${sale.invoiceId}_2` };
    await deliverFacts([renewal]);
    const [, second] = await issuedTo(user.id);
    expect(await subjectsTo(user.email)).toEqual([
      'Welcome: your membership is active',
      `Your receipt ${second?.number}: $47.00`,
    ]);
  });

  it('that no mail has told of goes out by itself after a while, once', async () => {
    const user = await newUser();
    const sale = newSale(user.id);
    await deliverFacts([sale.created, sale.paid]);
    await mailWaitingReceipts();
    expect(await subjectsTo(user.email)).toEqual([]);
    const later = Date.now() + 11 * 60_000;
    for (const run of [1, 2]) {
      await at(later, mailWaitingReceipts);
      expect(await subjectsTo(user.email), `run ${run}`).toHaveLength(1);
    }
    // The welcome that comes after all does not repeat it.
    await deliverFacts([sale.activated]);
    const texts = (await mailsTo(user.email)).map(({ text }) => text);
    expect(texts.filter((text) => text.includes('Receipt R-'))).toHaveLength(1);
  });

  it('of nothing is none', async () => {
    const user = await newUser();
    const sale = newSale(user.id);
    await deliverFacts([sale.created, { ...sale.paid, amountCents: 0 }, sale.activated]);
    expect(await issuedTo(user.id)).toEqual([]);
    expect(await subjectsTo(user.email)).toHaveLength(1);
  });

  it('keeps name, address and tax id as they were', async () => {
    const user = await newUser();
    const details = { name: 'Example GmbH', address: 'Hauptstr. 1\n10115 Berlin', taxId: 'DE123456789' };
    await prisma().billingDetails.create({ data: { userId: user.id, ...details } });
    await deliverFacts([newEbookSale(user.id).paid]);
    await prisma().billingDetails.update({ where: { userId: user.id }, data: { name: 'Other Ltd' } });
    expect(await issuedTo(user.id)).toMatchObject([{ buyer: details }]);
  });

  it('is made anew where its tax is told later, and the first says so', async () => {
    const user = await newUser();
    const sale = newEbookSale(user.id);
    await deliverFacts([sale.paid, { ...sale.completed, taxCents: 100, subtotalCents: 700 }]);
    const [first, second] = await issuedTo(user.id);
    expect(first).toMatchObject({ taxCents: 0, netCents: 700 });
    expect(second).toMatchObject({
      reason: 'replacement',
      taxCents: 100,
      netCents: 600,
      refersToId: first?.id,
    });
    expect(await documented(user.id)).toBe(700);
  });

  it('is not changed or deleted by anybody, nor is a number given out twice', async () => {
    const { user } = await newTaxedSale();
    const [receipt] = await issuedTo(user.id);
    const id = receipt?.id ?? '';
    for (const sql of [
      'UPDATE receipts SET total_cents = 1, net_cents = 1, tax_cents = 0 WHERE id = $1',
      `UPDATE receipts SET buyer = '{}' WHERE id = $1`,
      'UPDATE receipts SET mailed_at = NULL WHERE id = $1',
      'UPDATE receipts SET mailed_at = now() WHERE id = $1',
      'DELETE FROM receipts WHERE id = $1',
    ])
      await expect(databasePool().query(sql, [id]), sql).rejects.toThrow('was issued and is not changed');
    for (const sql of ['UPDATE receipt_counters SET last = last - 1', 'DELETE FROM receipt_counters'])
      await expect(databasePool().query(sql), sql).rejects.toThrow('numbered without a gap');
    expect(await issuedTo(user.id)).toEqual([receipt]);
  });
});

describe('numbers', () => {
  it('have no gap and no double, whoever pays at the same moment', async () => {
    // As many as the pool has connections: all ask for a number, and on a busy machine nobody waits in vain for a connection.
    const users = await Promise.all(Array.from({ length: 5 }, () => newUser()));
    await Promise.all(users.map(({ id }) => deliverFacts([newEbookSale(id).paid])));
    await expectGapless();
  });

  it('that were taken by what was undone are given out again', async () => {
    const before = (await sequences('receipt'))[new Date().getUTCFullYear()]?.length ?? 0;
    const user = await newUser();
    const { paid } = newEbookSale(user.id);
    await prisma().$executeRaw`ALTER TABLE purchases ADD CONSTRAINT refuse_all CHECK (false) NOT VALID`;
    expect(await applyPaymentEvent(paid)).toBe('unapplied');
    await prisma().$executeRaw`ALTER TABLE purchases DROP CONSTRAINT refuse_all`;
    expect(await issuedTo(user.id)).toEqual([]);
    await deliverFacts([paid]);
    expect(await issuedTo(user.id)).toMatchObject([{ sequence: before + 1 }]);
    await expectGapless();
  });

  it('begin anew with the year', async () => {
    const users = [await newUser(), await newUser()];
    const day = new Date('2031-12-31T23:59:59Z').getTime();
    for (const [index, { id }] of users.entries())
      await at(day + index * 2_000, () => deliverFacts([newEbookSale(id).paid]));
    const numbers = await Promise.all(users.map(async ({ id }) => (await issuedTo(id))[0]?.number));
    expect(numbers).toEqual(['R-2031-000001', 'R-2032-000001']);
  });
});

describe('a credit note', () => {
  it('takes back what was refunded, in parts that add up with their tax, and is in its mail', async () => {
    const { user, sale } = await newTaxedSale();
    const [receipt] = await issuedTo(user.id);
    await deliverFacts([sale.refunded(300)]);
    await deliverFacts([sale.refunded(533)]);
    const [, first, second] = await issuedTo(user.id);
    expect(first).toMatchObject({
      kind: 'credit_note',
      reason: 'refund',
      totalCents: 300,
      taxCents: 48,
      refersToId: receipt?.id,
    });
    expect(second).toMatchObject({ totalCents: 533, taxCents: 85 });
    expect(Number(second?.sequence)).toBe(Number(first?.sequence) + 1);
    expect(await documented(user.id)).toBe(0);
    const [latest, before] = await mailsTo(user.email);
    expect(latest?.subject).toBe('Your refund is on its way');
    expect(latest?.text).toContain(`Credit note ${second?.number}`);
    expect(before?.text).toContain(`Credit note ${first?.number}`);
    expect(before?.text).toContain(`Refers to receipt ${receipt?.number}`);
    await expectGapless();
  });

  it('is one for one refund, however often and in what order it is told', async () => {
    const { user, sale } = await newTaxedSale();
    const pending = sale.refunded(833, 'pending', `re_${user.id}`);
    const done = sale.refunded(833, 'succeeded', `re_${user.id}`);
    await deliverFacts([done, pending]);
    expect((await issuedTo(user.id)).map(({ kind }) => kind)).toEqual(['receipt', 'credit_note']);
  });

  it('is undone by a receipt where the refund fails at the bank', async () => {
    const { user, sale } = await newTaxedSale();
    const id = `re_${user.id}`;
    await deliverFacts([sale.refunded(833, 'succeeded', id)]);
    await deliverFacts([sale.refunded(833, 'failed', id)]);
    const [, note, back] = await issuedTo(user.id);
    expect(back).toMatchObject({ kind: 'receipt', reason: 'returned', totalCents: 833, taxCents: 133 });
    expect(back?.refersToId).toBe(note?.id);
    expect(await documented(user.id)).toBe(833);
  });

  it('is issued for a dispute that is lost, and taken back when it is won on appeal', async () => {
    const { user, sale } = await newToldMember();
    await deliverFacts([sale.disputed()]);
    expect(await documented(user.id)).toBe(4_700);
    await deliverFacts([sale.decided('lost', { createdAt: new Date(Date.now() + 1_000) })]);
    expect((await issuedTo(user.id)).at(-1)).toMatchObject({ reason: 'chargeback', totalCents: 4_700 });
    expect(await documented(user.id)).toBe(0);
    await deliverFacts([sale.decided('won', { createdAt: new Date(Date.now() + 2_000) })]);
    expect(await documented(user.id)).toBe(4_700);
    await at(Date.now() + 11 * 60_000, mailWaitingReceipts);
    expect(
      (await subjectsTo(user.email)).filter((subject) => subject.startsWith('Your credit note')),
    ).toHaveLength(1);
  });

  it('never takes back more than its receipt, where the bank takes what was refunded already', async () => {
    const { user, sale } = await newToldMember();
    await deliverFacts([sale.refunded(3_000), sale.decided('lost', { amountCents: 4_700 })]);
    const payment = await prisma().payment.findFirstOrThrow({ where: { userId: user.id } });
    expect(payment.amountRefundedCents + payment.chargedBackCents).toBeGreaterThan(payment.amountCents);
    expect(await documented(user.id)).toBe(0);
    await deliverFacts([sale.refunded(1_700)]);
    expect(await documented(user.id)).toBe(0);
  });

  it('and receipts tell what is left of a payment, in whatever order its events come', async () => {
    for (const order of someOrders(['part', 'rest', 'lost', 'failed'] as const)) {
      const { user, sale } = await newToldMember();
      const facts = {
        part: sale.refunded(700),
        rest: sale.refunded(1_000, 'succeeded', `re_${user.id}`),
        lost: sale.decided('lost', { amountCents: 2_000 }),
        failed: sale.refunded(1_000, 'failed', `re_${user.id}`),
      };
      await deliverFacts(order.map((name) => facts[name]));
      const payment = await prisma().payment.findFirstOrThrow({ where: { userId: user.id } });
      const left = payment.amountCents - payment.amountRefundedCents - payment.chargedBackCents;
      expect(await documented(user.id), order.join()).toBe(left);
      expect(left).toBe(2_000);
    }
    await expectGapless();
  });
});

describe('payments from before there were receipts', () => {
  it('get theirs, the oldest first, with what went back, and nobody is mailed', async () => {
    const user = await newUser();
    const today = Date.now();
    const row = (index: number, refunded = 0) => ({
      userId: user.id,
      product: 'membership',
      provider: 'stripe' as const,
      providerInvoiceId: `in_old_${user.id}_${index}`,
      amountCents: 4_700,
      amountRefundedCents: refunded,
      status: refunded ? ('refunded' as const) : ('paid' as const),
      paidAt: new Date(today - (300 - index) * 24 * 3600 * 1000),
    });
    await prisma().payment.createMany({ data: [row(2), row(1), row(3, 4_700)] });
    await Promise.all([issueMissingReceipts(2), issueMissingReceipts()]);
    // Fewer at a time than there are payments that have theirs: it ends all the same.
    await issueMissingReceipts(1);
    await issueMissingReceipts();
    const issued = await issuedTo(user.id);
    expect(issued.map(({ kind, paidAt }) => [kind, paidAt.getTime()])).toEqual([
      ['receipt', row(1).paidAt.getTime()],
      ['receipt', row(2).paidAt.getTime()],
      ['receipt', row(3).paidAt.getTime()],
      ['credit_note', row(3).paidAt.getTime()],
    ]);
    await at(Date.now() + 3600_000, mailWaitingReceipts);
    expect(await subjectsTo(user.email)).toEqual([]);
    expect(await documented(user.id)).toBe(9_400);
    await expectGapless();
  });

  it('are no second receipt of one that has its own', async () => {
    const { user } = await newTaxedSale();
    await prisma().payment.updateMany({ where: { userId: user.id }, data: { hasReceipt: false } });
    await expect(issueMissingReceipts()).rejects.toThrow();
    await prisma().payment.updateMany({ where: { userId: user.id }, data: { hasReceipt: true } });
    expect(await issuedTo(user.id)).toHaveLength(1);
    await expectGapless();
  });
});
