import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { findEntitlements } from '#app/domain/core/access/entitlements.server.ts';
import { endPaidPeriods } from '#app/domain/selling/billing/paid-periods.server.ts';
import { applyPaymentEvent } from '#app/domain/selling/payment-events/apply.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import type { PaymentFact } from '#app/platform/payments/facts.ts';
import { provider } from '#app/platform/payments/payments.server.ts';
import { PaymentError } from '#app/platform/payments/port.ts';
import { newFact } from '#tests/integration/facts.ts';
import { at, newUser, subjectsTo } from '#tests/integration/people.ts';
import { type Customer, customerArbitrary, dayMs, expectedOf } from '#tests/integration/purchase-history.ts';
import { factsOf } from '#tests/integration/purchase-history-facts.ts';
import { takeQueued, withJobQueue } from '#tests/integration/queued-jobs.ts';

withJobQueue();

beforeAll(() => {
  // Whose payment it is that is not known yet cannot be asked: what tells of it is told again.
  const unreachable = new PaymentError('unreachable', 'Nobody answers.', true);
  vi.spyOn(provider('stripe'), 'findOrigin').mockRejectedValue(unreachable);
});

/** Everything has been told by then. */
const present = Math.floor(Date.now() / 1000) * 1000;

/** A source of chance that a seed decides. */
function chance(seed: number) {
  let state = seed >>> 0 || 1;
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** The facts in an order that a seed decides, some of them twice: sent again, or told by another event. */
function shuffled(facts: readonly PaymentFact[], seed: number): PaymentFact[] {
  const random = chance(seed);
  const again = facts
    .filter(() => random(3) === 0)
    .map((fact) =>
      random(2) === 0 || fact.kind === 'subscription_updated'
        ? fact
        : { ...fact, eventId: `evt_${randomUUID()}` },
    );
  const list = [...facts, ...again];
  for (let index = list.length - 1; index > 0; index -= 1) {
    const other = random(index + 1);
    [list[index], list[other]] = [list[other] as PaymentFact, list[index] as PaymentFact];
  }
  return list;
}

/** Tells facts as providers do, so many at once: what came too early comes again. */
async function tellAll(facts: readonly PaymentFact[], atOnce: number): Promise<void> {
  let waiting = [...facts];
  while (waiting.length > 0) {
    const early: PaymentFact[] = [];
    for (let index = 0; index < waiting.length; index += atOnce) {
      const batch = waiting.slice(index, index + atOnce);
      const outcomes = await Promise.all(batch.map(applyPaymentEvent));
      for (const [place, outcome] of outcomes.entries()) {
        expect(['applied', 'duplicate', 'retry'], JSON.stringify(batch[place])).toContain(outcome);
        if (outcome === 'retry') early.push(batch[place] as PaymentFact);
      }
    }
    expect(early.length, `asked for again for ever: ${JSON.stringify(early)}`).toBeLessThan(waiting.length);
    waiting = early;
  }
}

/** Does at the provider what the site has asked it for: gives payments back that bought nothing. */
async function answerJobs(): Promise<number> {
  const asked = await takeQueued('refund-payment');
  for (const { provider: name, providerPaymentId } of asked) {
    const payment = await prisma().payment.findFirstOrThrow({ where: { providerPaymentId } });
    const { amountCents } = payment;
    await applyPaymentEvent(
      newFact('refund_changed', {
        provider: name,
        paymentId: providerPaymentId,
        refundId: `back ${providerPaymentId}`,
        amountCents,
        createdAt: new Date(present),
      }),
    );
  }
  return new Set(asked.map(({ providerPaymentId }) => providerPaymentId)).size;
}

/** A new customer, to whom all this happens in an order. */
async function live(
  customer: Customer,
  order: (facts: readonly PaymentFact[]) => readonly PaymentFact[],
  atOnce: number,
) {
  const user = await newUser();
  const facts = await factsOf(customer, user.id, present);
  await at(present, () => tellAll(order(facts), atOnce));
  const returned = await at(present, answerJobs);
  await endPaidPeriods(new Date(present));
  return { user, returned };
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

/** What the site has written of a customer, without what is not theirs: names of rows, and when rows were written. */
async function writtenOf(userId: string) {
  const where = { userId };
  const user = await prisma().user.findUniqueOrThrow({ where: { id: userId } });
  const subscriptions = await prisma().subscription.findMany({ where, orderBy: { product: 'asc' } });
  const payments = await prisma().payment.findMany({
    where,
    include: { refunds: true, disputes: true },
    orderBy: [{ paidAt: 'asc' }, { product: 'asc' }, { status: 'asc' }],
  });
  const purchases = await prisma().purchase.findMany({
    where,
    orderBy: [{ product: 'asc' }, { status: 'asc' }],
  });
  return {
    role: user.role,
    plan: user.plan,
    subscriptions: subscriptions.map((row) => ({
      product: row.product,
      status: row.status,
      amount: row.amount,
      heldReason: row.heldReason,
      subscribedAt: row.subscribedAt,
      currentPeriodStart: row.currentPeriodStart,
      currentPeriodEnd: row.currentPeriodEnd,
      cancelAtPeriodEnd: row.cancelAtPeriodEnd,
      isDisputed: row.isDisputed,
      isRefunded: row.isRefunded,
      pastDueSince: row.pastDueSince,
    })),
    payments: payments.map((row) => ({
      product: row.product,
      status: row.status,
      paidAt: row.paidAt,
      amounts: [
        row.amountCents,
        row.taxCents,
        row.amountRefundedCents,
        row.chargedBackCents,
        row.disputedCents,
      ],
      refunds: row.refunds.map(({ status, amountCents }) => `${status} ${amountCents}`).sort(),
      disputes: row.disputes.map(
        ({ outcome, amountCents, tookMoney }) => `${outcome} ${amountCents} ${tookMoney}`,
      ),
    })),
    purchases: purchases.map(({ product, status, isGranted, heldReason, purchasedAt }) => ({
      product,
      status,
      isGranted,
      heldReason,
      purchasedAt,
    })),
  };
}

/** In which lines two differ, so that the report of a failure says it. */
function differences(found: object, wanted: object): string[] {
  const [is, was] = [found, wanted].map((value) => JSON.stringify(value, null, 1).split('\n'));
  const lines =
    is?.flatMap((line, index) => (line === was?.[index] ? [] : `${line} for ${was?.[index]}`)) ?? [];
  if (lines.length > 0) console.error(lines.join('\n'));
  return lines;
}

/** What receipts that hold, less credit notes, say that the site has of a customer's money. */
async function receiptedCents(userId: string): Promise<number> {
  const receipts = await prisma().receipt.findMany({ where: { userId }, include: { referredBy: true } });
  const holds = receipts.filter(
    ({ kind, referredBy }) =>
      kind === 'credit_note' || !referredBy.some(({ reason }) => reason === 'replacement'),
  );
  return sum(holds.map(({ kind, totalCents }) => (kind === 'receipt' ? totalCents : -totalCents)));
}

async function keptCents(userId: string): Promise<number> {
  const payments = await prisma().payment.findMany({ where: { userId } });
  return sum(
    payments.map(({ amountCents, amountRefundedCents, chargedBackCents }) =>
      Math.max(0, amountCents - amountRefundedCents - chargedBackCents),
    ),
  );
}

/** How often each subject was mailed. */
async function mailCounts(email: string): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (const subject of await subjectsTo(email)) counts.set(subject, (counts.get(subject) ?? 0) + 1);
  return counts;
}

async function expectRight(customer: Customer, userId: string): Promise<void> {
  for (const days of [0, 5, 18, 21.5, 24, 60]) {
    const time = present + days * dayMs;
    const { keptCents: kept, role, ...wanted } = expectedOf(customer, present, time);
    const has = await at(time, () => findEntitlements(userId));
    const found = {
      membership: has.has('membership'),
      ebook: has.has('ebook'),
      reseller: has.has('reseller'),
      reseller_pro: has.has('reseller_pro'),
    };
    expect(found, `${days} days later`).toEqual(wanted);
    if (days > 0) continue;
    expect(await keptCents(userId)).toBe(kept);
    expect(await receiptedCents(userId)).toBe(kept);
    expect((await prisma().user.findUniqueOrThrow({ where: { id: userId } })).role).toBe(role);
  }
}

/** Expects that a history, told in another order, ends as it does where it is told once and in order. */
async function expectSame(
  customer: Customer,
  order: (facts: readonly PaymentFact[]) => readonly PaymentFact[],
) {
  const ordered = await live(customer, (facts) => facts, 1);
  const user = (await live(customer, order, 1)).user;
  await expectRight(customer, user.id);
  expect(differences(await writtenOf(user.id), await writtenOf(ordered.user.id))).toEqual([]);
  const mails = await mailCounts(ordered.user.email);
  for (const [subject, count] of await mailCounts(user.email))
    expect(count, subject).toBeLessThanOrEqual(Math.max(1, mails.get(subject) ?? 0));
}

const runs = Number(process.env.PURCHASE_HISTORIES ?? 3);
const settings = {
  numRuns: runs,
  ...(process.env.PURCHASE_SHRINK === 'no' ? { endOnFailure: true } : {}),
  seed: Number(process.env.PURCHASE_SEED ?? 20_261_122),
  ...(process.env.PURCHASE_PATH ? { path: process.env.PURCHASE_PATH } : {}),
};

const nothing = { membership: null, pro: null, ebook: null, programme: null, seed: 1 };
const steady = () => [false, false, false, false, false];
const subscription = {
  provider: 'stripe',
  moneyBack: null,
} as const;

describe('any history of purchases', () => {
  it('knows free months that are over as had, also where their end is told first: they are given once', async () => {
    const pro = {
      ...subscription,
      stumbles: steady(),
      product: 'reseller_pro_free3',
      periods: 2,
      end: 'over',
    } as const;
    await expectSame({ ...nothing, pro }, (facts) => facts.toReversed());
  });

  it('tells of a missing payment once, also where earlier ones are told after it', async () => {
    const membership = {
      ...subscription,
      stumbles: steady(),
      product: 'membership',
      periods: 2,
      end: 'missing',
    } as const;
    await expectSame({ ...nothing, membership }, (facts) => facts.toReversed());
  });

  it(
    `of everything that is sold ends as if each event had been told once, in order (${runs} histories)`,
    async () => {
      await fc.assert(
        fc.asyncProperty(customerArbitrary, async (customer) => {
          const ordered = await live(customer, (facts) => facts, 1);
          await expectRight(customer, ordered.user.id);
          const twice = [customer.ebook, customer.programme].filter((bought) => bought?.isTwice).length;
          expect(ordered.returned).toBe(twice);
          const wanted = await writtenOf(ordered.user.id);
          const mails = await mailCounts(ordered.user.email);
          for (const atOnce of [1, 4]) {
            const { user, returned } = await live(
              customer,
              (facts) => shuffled(facts, customer.seed + atOnce),
              atOnce,
            );
            expect(returned).toBe(twice);
            await expectRight(customer, user.id);
            expect(differences(await writtenOf(user.id), wanted)).toEqual([]);
            for (const [subject, count] of await mailCounts(user.email))
              expect(count, subject).toBeLessThanOrEqual(Math.max(1, mails.get(subject) ?? 0));
          }
        }),
        settings,
      );
    },
    120_000 * runs,
  );
});
