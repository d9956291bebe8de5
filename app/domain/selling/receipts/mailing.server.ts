import { referenceText } from '#app/domain/selling/receipts/document.ts';
import { documentOf } from '#app/domain/selling/receipts/receipts.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { config } from '#app/platform/config.server.ts';
import { prisma, type Transaction, transaction } from '#app/platform/database/client.server.ts';
import { Prisma } from '#app/platform/database/generated/client.ts';
import type { MailedReceipt } from '#app/platform/mail/content.ts';
import { queueMail } from '#app/platform/mail/outbox.server.ts';

/** Where a document is to be seen. */
const receiptPath = (number: string): string => `/profile/billing/receipts/${number}`;

/** A document that no mail has told of waits so long for the mail that is about its payment, then it goes out by itself. */
const waitMinutes = 10;
/** Mails a run; the next one does the rest. */
const batch = 200;

type Waiting =
  | { userId: string; product: string }
  | { paymentId: string; kind: 'credit_note' }
  | { id: string };

/**
 * A document that waits for a mail, for the mail that is being written in `tx`: it counts as mailed from now on. Null where none waits.
 * The newest first: of two, the other goes out by itself.
 */
export async function takeToMail(tx: Transaction, waiting: Waiting): Promise<MailedReceipt | null> {
  const where: Prisma.ReceiptWhereInput =
    'product' in waiting
      ? { userId: waiting.userId, kind: 'receipt', payment: { product: waiting.product } }
      : waiting;
  const row = await tx.db.receipt.findFirst({
    where: { ...where, mailedAt: null },
    orderBy: { id: 'desc' },
  });
  if (!row) return null;
  // Of two that take it at once the second changes nothing.
  const mailed = await tx.db.receipt.updateMany({
    where: { id: row.id, mailedAt: null },
    data: { mailedAt: now() },
  });
  if (mailed.count === 0) return null;
  // Most are first receipts, which refer to nothing.
  const { refersToId } = row;
  const refersTo = refersToId
    ? await tx.db.receipt.findUnique({ where: { id: refersToId }, select: { number: true } })
    : null;
  const { kind, number, issuedAt, paidAt, paidWith, seller, lines, taxCents, totalCents, currency, ...rest } =
    documentOf({ ...row, refersTo });
  return {
    kind,
    number,
    reference: referenceText(rest),
    issuedAt,
    paidAt,
    paidWith,
    seller,
    lines: lines.map(({ description, netCents }) => ({ description, netCents })),
    taxCents,
    totalCents,
    currency,
    url: `${config().appUrl}${receiptPath(number)}`,
  };
}

/** Mails a document by itself, as part of `tx`, unless a mail has told of it. */
export async function mailReceipt(
  tx: Transaction,
  to: { email: string; name: string },
  waiting: Waiting,
): Promise<void> {
  const receipt = await takeToMail(tx, waiting);
  if (receipt) await queueMail(tx, to.email, 'receipt', { name: to.name, receipt });
}

/** Mails the documents that no other mail has told of; the worker calls it. Safe to repeat. */
export async function mailWaitingReceipts(): Promise<void> {
  const waiting = await prisma().$queryRaw<{ id: string; email: string; name: string }[]>(Prisma.sql`
    SELECT r.id, u.email, u.name FROM receipts r JOIN users u ON u.id = r.user_id
    WHERE r.mailed_at IS NULL AND r.issued_at < ${new Date(now().getTime() - waitMinutes * 60_000)}
    ORDER BY r.issued_at LIMIT ${batch}`);
  for (const { id, email, name } of waiting)
    await transaction((tx) => mailReceipt(tx, { email, name }, { id }));
}
