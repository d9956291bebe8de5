import {
  isSameParty,
  type Party,
  partyOf,
  type ReceiptDocument,
  type ReceiptLine,
} from '#app/domain/selling/receipts/document.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import type { Receipt } from '#app/platform/database/generated/client.ts';
import { canOf } from '#app/platform/payments/port.ts';

/** A document with those that refer to the same payment. */
interface OwnReceipt extends ReceiptDocument {
  /** The number of the receipt that is valid in its place. */
  replacedBy: string | null;
  /** Numbers of what was issued later about the same payment, the oldest first. */
  further: { kind: ReceiptDocument['kind']; number: string; totalCents: number }[];
  /** Whether the buyer's details of today would read otherwise on it. */
  canBeReplaced: boolean;
}

/** A row as it is shown. */
export function documentOf(row: Receipt & { refersTo: { number: string } | null }): ReceiptDocument {
  const { kind, number, reason, netCents, taxCents, totalCents, currency, paidAt, issuedAt } = row;
  return {
    kind,
    number,
    reason,
    // Written by issuing.server.ts alone, and never changed.
    seller: row.seller as unknown as Party,
    buyer: row.buyer as unknown as Party,
    lines: row.lines as unknown as ReceiptLine[],
    netCents,
    taxCents,
    totalCents,
    currency,
    paidWith: canOf(row.provider).paidWith,
    paidAt,
    issuedAt,
    refersTo: row.refersTo?.number ?? null,
  };
}

/** Whether something has the form of a number; nothing else is looked for. */
export const isReceiptNumber = (text: string): boolean => /^(?:R|CN)-\d{4}-\d{6,9}$/.test(text);

const withReference = { refersTo: { select: { number: true } } } as const;

/** A user's document of a number; null for one that is not theirs, or not there. One query. */
export async function findReceipt(userId: string, number: string): Promise<ReceiptDocument | null> {
  if (!isReceiptNumber(number)) return null;
  const row = await prisma().receipt.findUnique({ where: { number }, include: withReference });
  return row?.userId === userId ? documentOf(row) : null;
}

/** A user's document, with what else was issued about the same payment; null as `findReceipt`. Two queries. */
export async function findReceiptWithRelated(userId: string, number: string): Promise<OwnReceipt | null> {
  if (!isReceiptNumber(number)) return null;
  const found = await prisma().receipt.findUnique({
    where: { number },
    include: {
      ...withReference,
      payment: { select: { receipts: { orderBy: [{ issuedAt: 'asc' }, { id: 'asc' }] } } },
      user: { select: { name: true, email: true, billingDetails: true } },
    },
  });
  if (found?.userId !== userId) return null;
  const { payment, user, ...row } = found;
  const later = payment.receipts.filter(({ id }) => id > row.id);
  const replacement = later.find(
    ({ reason, refersToId }) => reason === 'replacement' && refersToId === row.id,
  );
  const document = documentOf(row);
  const isSame = isSameParty(document.buyer, partyOf(user, user.billingDetails));
  const isReceipt = row.reason === 'payment' || row.reason === 'replacement';
  return {
    ...document,
    replacedBy: replacement?.number ?? null,
    further: later
      .filter(({ id }) => id !== replacement?.id)
      .map(({ kind, number: other, totalCents }) => ({ kind, number: other, totalCents })),
    canBeReplaced: isReceipt && !replacement && !isSame,
  };
}
