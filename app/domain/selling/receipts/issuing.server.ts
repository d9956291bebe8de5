import { productName } from '#app/domain/core/catalogue/products.ts';
import {
  isSameParty,
  type Party,
  partyOf,
  type ReceiptLine,
  receiptNumber,
  taxShare,
} from '#app/domain/selling/receipts/document.ts';
import { now } from '#app/platform/clock.server.ts';
import { config } from '#app/platform/config.server.ts';
import type { Transaction } from '#app/platform/database/client.server.ts';
import { type Payment, Prisma, type Receipt } from '#app/platform/database/generated/client.ts';
import { isPlaceholderAddress } from '#app/platform/mail/placeholder-address.ts';

/** A buyer as the database tells them. */
interface BuyerRow {
  name: string;
  email: string;
  details: { name: string; address: string; taxId: string } | null;
}

/** What is told of the user `u` that `billing_details d` was joined to. */
const buyerColumns = Prisma.sql`u.name, u.email, CASE WHEN d.user_id IS NOT NULL
  THEN json_build_object('name', d.name, 'address', d.address, 'taxId', d.tax_id) END AS details`;

/**
 * The next number of a kind and year, and whose it is, as part of `tx`: whoever else asks for one waits until `tx` ends, and what is
 * undone leaves no gap. Asked for as late in a transaction as may be, and a receipt's before a credit note's. The payment counts as
 * having its receipt from now on. One statement.
 */
async function takeNumber(
  tx: Transaction,
  kind: Receipt['kind'],
  year: number,
  { id, userId }: Payment,
): Promise<{ sequence: number; buyer: Party }> {
  const [row] = await tx.db.$queryRaw<(BuyerRow & { last: number })[]>`
    WITH numbered AS (
      INSERT INTO receipt_counters (kind, year, last) VALUES (${kind}::receipt_kind, ${year}, 1)
      ON CONFLICT (kind, year) DO UPDATE SET last = receipt_counters.last + 1 RETURNING last),
    marked AS (UPDATE payments SET has_receipt = true WHERE id = ${id}::uuid AND NOT has_receipt)
    SELECT n.last, ${buyerColumns}
    FROM numbered n CROSS JOIN users u LEFT JOIN billing_details d ON d.user_id = u.id WHERE u.id = ${userId}::uuid`;
  if (!row) throw new Error('Nobody has paid this.');
  return { sequence: row.last, buyer: partyOf(row, row.details) };
}

/** Name, address and tax id of a buyer, as receipts to come show them. */
async function buyerOf(tx: Transaction, userId: string): Promise<{ buyer: Party; isErased: boolean }> {
  const [row] = await tx.db.$queryRaw<BuyerRow[]>`
    SELECT ${buyerColumns} FROM users u LEFT JOIN billing_details d ON d.user_id = u.id WHERE u.id = ${userId}::uuid`;
  if (!row) throw new Error('Nobody has paid this.');
  return { buyer: partyOf(row, row.details), isErased: isPlaceholderAddress(row.email) };
}

/** What was paid for, and in a line of its own what a promotion took off; a document of a part of the money has no such line. */
function linesOf(
  {
    product,
    periodStart,
    periodEnd,
    discountCents,
    discountCode,
    amountCents,
    taxCents,
    installment,
  }: Payment,
  netCents: number,
  installments: number | null,
): ReceiptLine[] {
  const period = {
    periodStart: periodStart?.toISOString() ?? null,
    periodEnd: periodEnd?.toISOString() ?? null,
  };
  const part = installment && installments ? `, payment ${installment} of ${installments}` : '';
  const description = `${productName(product)}${part}`;
  if (discountCents === 0 || netCents !== amountCents - taxCents)
    return [{ description, ...period, netCents }];
  const off = discountCode ? `Promotion code ${discountCode}` : 'Discount';
  return [
    { description, ...period, netCents: netCents + discountCents },
    { description: off, periodStart: null, periodEnd: null, netCents: -discountCents },
  ];
}

/** How many payments a payment is one of. */
async function findInstallments(tx: Transaction, { subscriptionId }: Payment): Promise<number | null> {
  if (!subscriptionId) return null;
  const row = await tx.db.subscription.findUnique({
    where: { id: subscriptionId },
    select: { installments: true },
  });
  return row?.installments ?? null;
}

type Issued = Pick<Receipt, 'kind' | 'reason' | 'taxCents' | 'totalCents'> & {
  mailedAt?: Date;
  /** The document that it replaces, takes back from, or gives back. */
  refersTo?: Pick<Receipt, 'id' | 'seller' | 'buyer'>;
  /** Made out to whom the document was that it refers to, and not to the buyer of today. */
  keepsParties?: boolean;
};

/** A party as a document shows it; null where it shows none. */
function partyIn(value: unknown): Party | null {
  const { name, address = '', taxId = '' } = (value ?? {}) as Partial<Party>;
  return name ? { name, address, taxId } : null;
}

async function issue(tx: Transaction, payment: Payment, issued: Issued): Promise<Receipt> {
  const { userId, id: paymentId, currency, provider, paidAt } = payment;
  const { refersTo, keepsParties = false, ...columns } = issued;
  const netCents = issued.totalCents - issued.taxCents;
  const installments = payment.installment === null ? null : await findInstallments(tx, payment);
  const today = now();
  // A provider's clock may be ahead of ours: nothing is issued before it was paid.
  const issuedAt = paidAt > today ? paidAt : today;
  const year = issuedAt.getUTCFullYear();
  const { sequence, buyer } = await takeNumber(tx, issued.kind, year, payment);
  const kept = keepsParties ? refersTo : undefined;
  return tx.db.receipt.create({
    data: {
      ...columns,
      ...(refersTo ? { refersToId: refersTo.id } : {}),
      year,
      sequence,
      number: receiptNumber(issued.kind, year, sequence),
      userId,
      paymentId,
      seller: { ...(partyIn(kept?.seller) ?? config().seller) },
      buyer: { ...(partyIn(kept?.buyer) ?? buyer) },
      lines: linesOf(payment, netCents, installments).map((line) => ({ ...line })),
      netCents,
      currency,
      provider,
      paidAt,
      issuedAt,
    },
  });
}

/**
 * Issues the receipt of a payment as part of `tx`, once; its payer is locked. With `isToMail: false` nobody is sent it: of payments
 * from before there were receipts.
 */
export async function issueReceipt(
  tx: Transaction,
  payment: Payment,
  { isToMail = true } = {},
): Promise<void> {
  if (payment.hasReceipt) return;
  const { amountCents: totalCents, taxCents } = payment;
  const mailed = isToMail ? {} : { mailedAt: now() };
  await issue(tx, payment, { kind: 'receipt', reason: 'payment', totalCents, taxCents, ...mailed });
}

/** The documents of a payment, the oldest first. Whoever else is about to issue one waits until `tx` ends. */
async function documentsOf(tx: Transaction, paymentId: string): Promise<Receipt[]> {
  await tx.db.$queryRaw`SELECT 1 FROM payments WHERE id = ${paymentId}::uuid FOR UPDATE`;
  return tx.db.receipt.findMany({ where: { paymentId }, orderBy: [{ issuedAt: 'asc' }, { id: 'asc' }] });
}

const sum = (rows: readonly Receipt[], column: 'totalCents' | 'taxCents' = 'totalCents') =>
  rows.reduce((total, row) => total + row[column], 0);

const between = (low: number, cents: number, high: number) => Math.max(low, Math.min(cents, high));

/** The receipt of a payment that holds: the last of those that replaced each other. */
const currentOf = (documents: readonly Receipt[]): Receipt | undefined =>
  documents.findLast(({ reason }) => reason === 'payment' || reason === 'replacement');

/**
 * Issues what makes a payment's documents tell what is left of its money, as part of `tx`; its payer is locked: a credit note for what
 * went back, by refund or by the bank, and a receipt for what came back after all. Each names the parties of the document it refers to,
 * as its buyer books them together. All credit notes together are never more than the receipt. Safe to repeat, whatever the order of
 * events, and at once.
 */
export async function settleReceipts(tx: Transaction, payment: Payment, isToMail = true): Promise<void> {
  await issueReceipt(tx, payment, { isToMail });
  const documents = await documentsOf(tx, payment.id);
  const current = currentOf(documents);
  if (!current) return;
  const notes = documents.filter(({ kind }) => kind === 'credit_note');
  const returned = documents.filter(({ reason }) => reason === 'returned');
  const credited = sum(notes) - sum(returned);
  const creditedTax = sum(notes, 'taxCents') - sum(returned, 'taxCents');
  // Another may have issued one since the payment was read, knowing more of it.
  const present = await tx.db.payment.findUniqueOrThrow({ where: { id: payment.id } });
  const gone = between(0, present.amountRefundedCents + present.chargedBackCents, current.totalCents);
  if (gone === credited) return;
  const goneTax = Math.min(taxShare(present, gone), current.taxCents);
  const mailed = isToMail ? {} : { mailedAt: now() };
  if (gone < credited) {
    const totalCents = credited - gone;
    await issue(tx, payment, {
      kind: 'receipt',
      reason: 'returned',
      totalCents,
      taxCents: between(0, creditedTax - goneTax, totalCents),
      refersTo: notes.at(-1) ?? current,
      keepsParties: true,
      ...mailed,
    });
    return;
  }
  const lost = sum(notes.filter(({ reason }) => reason === 'chargeback'));
  const totalCents = gone - credited;
  await issue(tx, payment, {
    kind: 'credit_note',
    reason: present.chargedBackCents > lost ? 'chargeback' : 'refund',
    totalCents,
    taxCents: between(0, goneTax - creditedTax, totalCents),
    refersTo: current,
    keepsParties: true,
    ...mailed,
  });
}

/**
 * Issues the receipt of a payment anew, as part of `tx`, with name, address and tax of today; the one before stays, and says by which
 * it is replaced. Its payer is locked. Of an erased account the name stays as it was. Null where nothing would be other than before.
 */
export async function replaceReceipt(
  tx: Transaction,
  payment: Payment,
  { isToMail = true } = {},
): Promise<Receipt | null> {
  const current = currentOf(await documentsOf(tx, payment.id));
  if (!current) return null;
  const { amountCents: totalCents, taxCents } = payment;
  const before = current.buyer as unknown as Party;
  const { buyer, isErased } = await buyerOf(tx, payment.userId);
  if ((isErased || isSameParty(before, buyer)) && current.taxCents === taxCents) return null;
  const mailed = isToMail ? {} : { mailedAt: now() };
  const issued = { kind: 'receipt', reason: 'replacement', totalCents, taxCents } as const;
  return issue(tx, payment, { ...issued, refersTo: current, keepsParties: isErased, ...mailed });
}
