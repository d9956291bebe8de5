import { describe, expect, it } from 'vitest';
import { saveBillingDetails } from '#app/domain/selling/receipts/billing-details.server.ts';
import { settleReceipts } from '#app/domain/selling/receipts/issuing.server.ts';
import { mailWaitingReceipts } from '#app/domain/selling/receipts/mailing.server.ts';
import { prisma, transaction } from '#app/platform/database/client.server.ts';
import { deliverMail } from '#app/platform/mail/delivery.server.ts';
import { deliverFacts } from '#tests/integration/delivered-facts.ts';
import { newEbookSale } from '#tests/integration/facts.ts';
import { at, newUser } from '#tests/integration/people.ts';

const heldOut = { name: 'Held Out', address: '1 Elm St\nSpringfield\nUSA', taxId: 'DE 123' };
const other = { name: 'New Name Ltd', address: '2 Oak St', taxId: 'GB 9' };

/** An ebook with tax, receipted to Held Out. */
async function newSale() {
  const user = await newUser();
  await saveBillingDetails(user.id, heldOut);
  const sale = newEbookSale(user.id, { amountCents: 833 });
  await deliverFacts([sale.completed]);
  return { user, sale };
}

const documentsOf = (userId: string) =>
  prisma().receipt.findMany({ where: { userId }, orderBy: { id: 'asc' }, include: { refersTo: true } });

/** What erasing an account leaves of its user. */
async function erase(userId: string): Promise<string> {
  const email = `deleted-${userId.replaceAll('-', '').slice(-16)}@invalid`;
  await prisma().billingDetails.deleteMany({ where: { userId } });
  await prisma().user.update({ where: { id: userId }, data: { email, name: '' } });
  return email;
}

const mailsTo = (recipient: string) => prisma().mailOutbox.findMany({ where: { recipient } });

describe('a credit note', () => {
  it('names whom the receipt names that it refers to, as does each further document', async () => {
    const { user, sale } = await newSale();
    await saveBillingDetails(user.id, other);
    const failing = sale.refunded(200);
    await deliverFacts([
      failing,
      sale.refunded(100),
      { ...failing, eventId: 'evt_failed', status: 'failed' },
    ]);
    const documents = await documentsOf(user.id);
    expect(documents.map(({ reason, totalCents }) => [reason, totalCents])).toEqual([
      ['payment', 833],
      ['refund', 200],
      ['refund', 100],
      ['returned', 200],
    ]);
    for (const { buyer, seller } of documents) {
      expect(buyer).toEqual(heldOut);
      expect(seller).toEqual(documents[0]?.seller);
    }
  });

  it('of an erased account names the buyer, and nobody is mailed', async () => {
    const { user, sale } = await newSale();
    const email = await erase(user.id);
    await deliverFacts([sale.refunded(300), sale.decided('lost', { amountCents: 533 })]);
    const documents = await documentsOf(user.id);
    expect(documents.map(({ reason }) => reason)).toEqual(['payment', 'refund', 'chargeback']);
    for (const { buyer } of documents) expect(buyer).toEqual(heldOut);
    await at(new Date(Date.now() + 3600_000), () => mailWaitingReceipts());
    const mails = await mailsTo(email);
    expect(mails.length).toBeGreaterThan(0);
    for (const mail of mails) expect(mail).toMatchObject({ status: 'skipped', html: '', text: '' });
  });

  it('never names the placeholder of an erased account, also where it had no receipt before', async () => {
    const user = await newUser();
    await erase(user.id);
    const sale = newEbookSale(user.id, { amountCents: 833 });
    await deliverFacts([sale.completed, sale.refunded(833)]);
    for (const { buyer } of await documentsOf(user.id)) expect(JSON.stringify(buyer)).not.toMatch(/invalid/);
  });
});

describe('all credit notes of a receipt', () => {
  it('come to what went back, also where they are issued at once', async () => {
    const { user, sale } = await newSale();
    await deliverFacts([sale.refunded(400)]);
    const where = { userId: user.id };
    const stale = await prisma().payment.findFirstOrThrow({ where });
    await prisma().payment.updateMany({ where, data: { amountRefundedCents: 833 } });
    // Nothing locks the payer here.
    const issuing = Array.from({ length: 4 }, () => transaction((tx) => settleReceipts(tx, stale)));
    await Promise.all(issuing);
    const notes = (await documentsOf(user.id)).filter(({ kind }) => kind === 'credit_note');
    const sum = (column: 'totalCents' | 'taxCents') => notes.reduce((all, note) => all + note[column], 0);
    expect([sum('totalCents'), sum('taxCents')]).toEqual([833, 133]);
  });

  it('cannot come to more than the receipt, nor to more tax', async () => {
    const { user, sale } = await newSale();
    await deliverFacts([sale.refunded(800)]);
    const [, note] = await documentsOf(user.id);
    if (!note) throw new Error('There is no credit note.');
    const { refersTo, id: _, seller, buyer, lines, ...row } = note;
    const further = (cents: { netCents: number; taxCents: number; totalCents: number }) => {
      const numbered = { sequence: 900_000, number: 'CN-1999-900000', year: 1999 };
      const parties = { seller: seller ?? {}, buyer: buyer ?? {}, lines: lines ?? [] };
      return prisma().receipt.create({ data: { ...row, ...parties, ...cents, ...numbered } });
    };
    await expect(further({ netCents: 34, taxCents: 0, totalCents: 34 })).rejects.toThrow(
      /more than its receipt/,
    );
    await expect(further({ netCents: 3, taxCents: 30, totalCents: 33 })).rejects.toThrow(
      /more than its receipt/,
    );
  });
});

it('mail that was queued before the account was erased is not sent either', async () => {
  const recipient = 'deleted-00000000000000ff@invalid';
  const { id } = await prisma().mailOutbox.create({
    data: { recipient, subject: 'Hello', html: '<p>Hello</p>', text: 'Hello' },
  });
  await deliverMail(id);
  expect(await mailsTo(recipient)).toMatchObject([{ status: 'skipped', html: '', text: '', sentAt: null }]);
});
