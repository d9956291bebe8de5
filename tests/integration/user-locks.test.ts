import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { cancelMembership } from '#app/domain/selling/billing/cancellation.server.ts';
import { chasePayments } from '#app/domain/selling/billing/dunning.server.ts';
import { listHeld } from '#app/domain/selling/billing/held-payments.server.ts';
import { announceRenewals } from '#app/domain/selling/billing/notices.server.ts';
import { replaceOwnReceipt } from '#app/domain/selling/billing/receipt-replacement.server.ts';
import { acceptRefundRequest } from '#app/domain/selling/billing/refund-answers.server.ts';
import { requestRefund } from '#app/domain/selling/billing/refund-request.server.ts';
import { applyPaymentEvent } from '#app/domain/selling/payment-events/apply.server.ts';
import { issueMissingReceipts } from '#app/domain/selling/payment-events/missing-receipts.server.ts';
import { releaseHeld } from '#app/domain/selling/payment-events/release.server.ts';
import { databasePool, prisma } from '#app/platform/database/client.server.ts';
import { newActor } from '#tests/integration/admins.ts';
import { newCardMember, withSandbox } from '#tests/integration/card-buyers.ts';
import { deliverFacts, newToldMember } from '#tests/integration/delivered-facts.ts';
import { membershipPrice, newEbookSale, newFact, newSale } from '#tests/integration/facts.ts';
import { newUser, newViewer } from '#tests/integration/people.ts';

withSandbox();

interface Attempt {
  userId: string;
  work(): Promise<unknown>;
}

/** The statements that wait for who has locked a user, while `work` is tried; empty where it does not wait. */
async function heldUpBy({ userId, work }: Attempt): Promise<string[]> {
  const holder = await databasePool().connect();
  try {
    await holder.query('BEGIN');
    await holder.query('SELECT FROM users WHERE id = $1 FOR NO KEY UPDATE', [userId]);
    let isOver = false;
    const done = work().finally(() => {
      isOver = true;
    });
    done.catch(() => undefined);
    let waiting: string[] = [];
    while (!isOver && waiting.length === 0) {
      const { rows } = await databasePool().query<{ query: string }>(
        `SELECT query FROM pg_stat_activity
         WHERE datname = current_database() AND wait_event_type = 'Lock' AND wait_event IN ('transactionid', 'tuple')`,
      );
      waiting = rows.map(({ query }) => query);
    }
    await holder.query('ROLLBACK');
    await done;
    return waiting;
  } finally {
    holder.release();
  }
}

/** A payment of a new viewer's for the ebook. */
async function newReader() {
  const viewer = await newViewer();
  await deliverFacts([newEbookSale(viewer.id).completed]);
  return { viewer, payment: await prisma().payment.findFirstOrThrow({ where: { userId: viewer.id } }) };
}

/** What is told of an ebook that somebody has begun to buy with PayPal. */
async function newBegun(kind: 'purchase_approved' | 'purchase_denied'): Promise<Attempt> {
  const { id: userId } = await newUser();
  const begunId = randomUUID();
  await prisma().purchase.create({
    data: { userId, product: 'ebook', amountCents: 700, provider: 'paypal', providerPaymentId: begunId },
  });
  return { userId, work: () => applyPaymentEvent(newFact(kind, { provider: 'paypal', begunId })) };
}

/** What an operator releases that is held for its price. */
async function newHeld(kind: 'purchase' | 'subscription'): Promise<Attempt> {
  const { id: userId } = await newUser();
  const price = { ...membershipPrice, lookupKey: null, amountCents: 100 };
  const sold =
    kind === 'purchase'
      ? newEbookSale(userId, { amountCents: 350 }).completed
      : { ...newSale(userId).activated, price };
  await deliverFacts([sold]);
  const held = (await listHeld()).find((each) => each.userId === userId);
  if (!held) throw new Error('nothing is held');
  const { actor } = await newActor('owner');
  return { userId, work: () => releaseHeld(actor, held) };
}

const attempts: Record<string, () => Promise<Attempt>> = {
  'news of a subscription': async () => {
    const { id: userId } = await newUser();
    return { userId, work: () => applyPaymentEvent(newSale(userId).activated) };
  },
  'a payment of a subscription': async () => {
    const { id: userId } = await newUser();
    return { userId, work: () => applyPaymentEvent(newSale(userId).paid) };
  },
  'a payment of what is paid once': async () => {
    const { id: userId } = await newUser();
    return { userId, work: () => applyPaymentEvent(newEbookSale(userId).completed) };
  },
  'a renewal that failed': async () => {
    const { user, sale } = await newToldMember();
    const { subscriptionId, metadata } = sale;
    return {
      userId: user.id,
      work: () => applyPaymentEvent(newFact('invoice_failed', { subscriptionId, metadata })),
    };
  },
  'a refund': async () => {
    const { user, sale } = await newToldMember();
    return { userId: user.id, work: () => applyPaymentEvent(sale.refunded(4_700)) };
  },
  'a dispute': async () => {
    const { user, sale } = await newToldMember();
    return { userId: user.id, work: () => applyPaymentEvent(sale.disputed()) };
  },
  'an approval': () => newBegun('purchase_approved'),
  'a denial': () => newBegun('purchase_denied'),
  'the release of a purchase': () => newHeld('purchase'),
  'the release of a subscription': () => newHeld('subscription'),
  'a cancellation': async () => {
    const viewer = await newCardMember();
    return { userId: viewer.id, work: () => cancelMembership(viewer, {}) };
  },
  'a request for money back': async () => {
    const { viewer, payment } = await newReader();
    return { userId: viewer.id, work: () => requestRefund(viewer, payment.id, '') };
  },
  'the answer to one': async () => {
    const { viewer, payment } = await newReader();
    const { id } = await prisma().refundRequest.create({
      data: {
        userId: viewer.id,
        paymentId: payment.id,
        status: 'asked',
        isGuaranteed: false,
        reason: '',
        requestedAt: new Date(),
      },
    });
    return { userId: viewer.id, work: () => acceptRefundRequest(id) };
  },
  'a receipt issued anew': async () => {
    const { viewer } = await newReader();
    const { number } = await prisma().receipt.findFirstOrThrow({ where: { userId: viewer.id } });
    await prisma().billingDetails.create({ data: { userId: viewer.id, name: 'Another Ltd' } });
    return { userId: viewer.id, work: () => replaceOwnReceipt(viewer, number) };
  },
  'a receipt that was missing': async () => {
    const { id: userId } = await newUser();
    await prisma().payment.create({
      data: {
        userId,
        product: 'ebook',
        provider: 'stripe',
        providerInvoiceId: randomUUID(),
        amountCents: 700,
        status: 'paid',
        paidAt: new Date(),
      },
    });
    return { userId, work: issueMissingReceipts };
  },
  'a renewal that is announced': async () => {
    const { user } = await newToldMember();
    await prisma().subscription.updateMany({ where: { userId: user.id }, data: { toldCents: 1 } });
    return { userId: user.id, work: announceRenewals };
  },
  'a payment that is missing': async () => {
    const { user } = await newToldMember();
    await prisma().subscription.updateMany({
      where: { userId: user.id },
      data: { pastDueSince: new Date() },
    });
    return { userId: user.id, work: chasePayments };
  },
};

describe('what changes what somebody has, or is to be paid, waits for what else does', () => {
  it.each(Object.keys(attempts))('%s', async (name) => {
    const attempt = await attempts[name]?.();
    if (!attempt) throw new Error(name);
    // The lock comes before all that is decided by: nothing else has been waited for.
    expect(await heldUpBy(attempt)).toEqual([expect.stringContaining('FOR NO KEY UPDATE')]);
  });
});
