import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findAccount } from '#app/domain/programme/commissions/balance.server.ts';
import { proveLedger } from '#app/domain/programme/commissions/proof.server.ts';
import { requestPayout } from '#app/domain/programme/payouts/payout-batches.server.ts';
import { applyPayoutNews } from '#app/domain/programme/payouts/payout-progress.server.ts';
import { applyPaymentEvent } from '#app/domain/selling/payment-events/apply.server.ts';
import { prisma, transaction } from '#app/platform/database/client.server.ts';
import type { PaymentFact, PayoutStatus } from '#app/platform/payments/facts.ts';
import { newFact } from '#tests/integration/facts.ts';
import { confirmAddress } from '#tests/integration/payees.ts';
import { at, newEmail, newViewer } from '#tests/integration/people.ts';
import { doQueued, withJobQueue } from '#tests/integration/queued-jobs.ts';
import { newBuyer, newSeller } from '#tests/integration/sellers.ts';

withJobQueue();

const dayMs = 24 * 3600 * 1000;
const begin = Date.UTC(2026, 0, 1, 12);
/** Noon of a day of the history. */
const noon = (day: number) => new Date(begin + day * dayMs);

const day = fc.integer({ min: 1, max: 90 });
const prices = { membership: 4_700, ebook: 700, reseller_programme: 99_700 } as const;
type Sold = keyof typeof prices;

/** Three sellers, each recruited by the one before: a pro reseller, a reseller, an affiliate. */
const historyArbitrary = fc.record({
  /** Of each seller: the days on which their own membership was paid for thirty days, half of them free months. */
  memberships: fc.tuple(
    ...[0, 1, 2].map(() => fc.array(fc.record({ day, isFree: fc.boolean() }), { maxLength: 3 })),
  ),
  /** What the affiliate's rate becomes, from a day on. */
  rates: fc.array(fc.record({ day, rate: fc.integer({ min: 0, max: 100 }) }), { maxLength: 2 }),
  /** The day on which the affiliate buys the programme, and the reseller's trial begins. */
  joins: fc.option(day, { nil: null }),
  payments: fc.array(
    fc.record({
      seller: fc.integer({ min: 0, max: 2 }),
      product: fc.constantFrom<Sold[]>('membership', 'membership', 'ebook', 'reseller_programme'),
      day,
      tax: fc.constantFrom(0, 1, 333),
      refunds: fc.array(fc.record({ cents: fc.integer({ min: 1, max: 60_000 }), fails: fc.boolean() }), {
        maxLength: 2,
      }),
      dispute: fc.option(
        fc.record({ share: fc.constantFrom(1, 0.5), end: fc.constantFrom('open', 'won', 'lost') }),
        { nil: null },
      ),
    }),
    { minLength: 1, maxLength: 4 },
  ),
  /** In what order things are told, and which of them twice. */
  seed: fc.integer(),
  payout: fc.constantFrom<PayoutStatus[]>('paid', 'failed', 'returned', 'pending'),
});

type History = typeof historyArbitrary extends fc.Arbitrary<infer T> ? T : never;

/** What each of the three should have, straight from the history: no ledger, no events, no order. */
function expectedOf({ memberships, rates, joins, payments }: History): number[] {
  const sums = [0, 0, 0];
  // Paid periods, and three days after each.
  const isMember = (seller: number, on: number) =>
    memberships[seller]?.some((paid) => paid.day <= on && on < paid.day + 33) ?? false;
  const rateOn = (on: number) =>
    rates
      .filter((change) => change.day <= on)
      .toSorted((a, b) => a.day - b.day)
      .at(-1)?.rate ?? 50;
  const roleOn = (seller: number, on: number) => {
    if (seller === 0) return 'pro';
    return seller === 1 || (joins !== null && joins <= on) ? 'reseller' : 'affiliate';
  };
  const half = (cents: number, percent: number) => {
    const [whole, rest] = [Math.floor((cents * percent) / 100), (cents * percent) % 100];
    return rest > 50 || (rest === 50 && whole % 2 === 1) ? whole + 1 : whole;
  };
  for (const { seller, product, day: on, tax, refunds, dispute } of payments) {
    const amount = prices[product] + tax;
    const refunded = refunds.filter(({ fails }) => !fails).reduce((sum, { cents }) => sum + cents, 0);
    const taken = dispute && dispute.end !== 'won' ? Math.round(amount * dispute.share) : 0;
    const gone = Math.min(amount, refunded + taken);
    const net = Math.floor(((amount - tax) * (amount - gone)) / amount);
    const role = roleOn(seller, on);
    const percent = role === 'affiliate' ? rateOn(on) : 100;
    const pays = product !== 'reseller_programme' || role === 'pro';
    const first = isMember(seller, on) && pays ? half(net, percent) : 0;
    sums[seller] = (sums[seller] ?? 0) + first;
    const isRecruits = product === 'reseller_programme' && seller === 1;
    if (isRecruits && isMember(0, on)) sums[0] = (sums[0] ?? 0) + Math.min(half(net, 20), net - first);
  }
  return sums;
}

/** A payment of a subscription to the membership. */
const invoice = (userId: string, paidAt: Date, fields: { amountCents: number; taxCents?: number }) => {
  const [subscriptionId, paymentId] = [`sub_${randomUUID()}`, `pi_${randomUUID()}`];
  return newFact('invoice_paid', {
    subscriptionId,
    invoiceId: `in_${randomUUID()}`,
    paymentId,
    createdAt: paidAt,
    periodStart: paidAt,
    periodEnd: new Date(paidAt.getTime() + 30 * dayMs),
    metadata: { user_id: userId, product: 'membership', offer: '4700 usd month' },
    taxCents: 0,
    ...fields,
  });
};

const once = (userId: string, product: Sold, paidAt: Date, tax: number) =>
  newFact('product_paid', {
    paymentId: `pi_${randomUUID()}`,
    subscriptionId: null,
    amountCents: prices[product] + tax,
    taxCents: tax,
    createdAt: paidAt,
    metadata: { user_id: userId, product, offer: `${prices[product]} usd once` },
  });

/** Everything that providers tell of a history. */
async function factsOf(history: History, sellers: readonly string[]): Promise<PaymentFact[]> {
  const facts: PaymentFact[] = [];
  for (const [index, own] of history.memberships.entries())
    for (const { day: paid, isFree } of own)
      facts.push(invoice(sellers[index] ?? '', noon(paid), { amountCents: isFree ? 0 : 4_700 }));
  if (history.joins !== null)
    facts.push(once(sellers[2] ?? '', 'reseller_programme', noon(history.joins), 0));
  for (const { seller, product, day: on, tax, refunds, dispute } of history.payments) {
    const { id } = await newBuyer(sellers[seller] ?? '');
    const amountCents = prices[product] + tax;
    const paid =
      product === 'membership'
        ? invoice(id, noon(on), { amountCents, taxCents: tax })
        : once(id, product, noon(on), tax);
    const paymentId = String(paid.paymentId);
    facts.push(paid);
    for (const { cents, fails } of refunds) {
      const refund = { paymentId, amountCents: cents, refundId: `re_${randomUUID()}` };
      facts.push(newFact('refund_changed', { ...refund, createdAt: noon(on + 1), status: 'pending' }));
      facts.push(
        newFact('refund_changed', {
          ...refund,
          createdAt: noon(on + 2),
          status: fails ? 'failed' : 'succeeded',
        }),
      );
    }
    if (!dispute) continue;
    const told = {
      paymentId,
      amountCents: Math.round(amountCents * dispute.share),
      disputeId: `dp_${randomUUID()}`,
    };
    facts.push(newFact('dispute_changed', { ...told, createdAt: noon(on + 3), state: 'open' }));
    if (dispute.end !== 'open')
      facts.push(
        newFact('dispute_changed', {
          ...told,
          createdAt: noon(on + 20),
          state: dispute.end as 'won' | 'lost',
        }),
      );
  }
  return facts;
}

/** An order of `facts`, some of them told twice, that a seed decides. */
function shuffled(facts: readonly PaymentFact[], seed: number): PaymentFact[] {
  let state = seed >>> 0 || 1;
  const random = (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state % below;
  };
  const repeated = facts.filter(() => random(3) === 0);
  const again = repeated.map((fact) =>
    random(2) === 0 ? fact : { ...fact, eventId: `evt_${randomUUID()}` },
  );
  const list = [...facts, ...again];
  for (let index = list.length - 1; index > 0; index -= 1) {
    const other = random(index + 1);
    [list[index], list[other]] = [list[other] as PaymentFact, list[index] as PaymentFact];
  }
  return list;
}

/** Tells facts as providers do: what came too early comes again. */
async function tellAll(facts: readonly PaymentFact[]): Promise<void> {
  let waiting = [...facts];
  while (waiting.length > 0) {
    const early: PaymentFact[] = [];
    for (const fact of waiting) if ((await applyPaymentEvent(fact)) === 'retry') early.push(fact);
    expect(early.length, 'asked for again for ever').toBeLessThan(waiting.length);
    waiting = early;
  }
  await doQueued('reckon-seller');
}

async function newChain({ rates }: History): Promise<string[]> {
  const top = await newSeller({ role: 'pro_reseller', isMember: false });
  const middle = await newSeller({ role: 'reseller', referredBy: top.id, isMember: false });
  const low = await newSeller({ referredBy: middle.id, isMember: false });
  for (const { day: from, rate } of rates.toSorted((a, b) => a.day - b.day))
    await at(noon(from), () =>
      transaction(({ db }) => db.user.update({ where: { id: low.id }, data: { commissionRate: rate } })),
    );
  // What they buy of each other is not what is looked at here.
  return [top.id, middle.id, low.id];
}

/** Pays out what can be, and lets that come to what the history says; nothing of it changes what was earned. */
async function payOut(sellers: readonly string[], outcome: History['payout']): Promise<void> {
  for (const id of sellers) {
    const viewer = { ...(await newViewer()), id };
    await confirmAddress(viewer, newEmail());
    const paid = await at(noon(400), () => requestPayout(viewer).catch(() => null));
    const item = await prisma().payoutItem.findFirst({ where: { userId: id } });
    expect(item !== null).toBe(paid !== null);
    if (!item) continue;
    const news = { itemId: item.id, providerItemId: item.id, feeCents: 25, errorCode: null, errorText: null };
    for (const status of ['pending', outcome, 'pending'] as const)
      await transaction((tx) => applyPayoutNews(tx, { ...news, status, createdAt: noon(401) }));
  }
}

const runs = Number(process.env.LEDGER_HISTORIES ?? 4);

describe('any history of payments', () => {
  it(
    `comes to what a straightforward count says, in whatever order and however often it is told (${runs} histories)`,
    async () => {
      await fc.assert(
        fc.asyncProperty(historyArbitrary, async (history) => {
          // Whose own purchase of the programme earns whoever recruited them is part of the count.
          const { joins } = history;
          const payments =
            joins === null
              ? []
              : [
                  {
                    seller: 1,
                    product: 'reseller_programme' as const,
                    day: joins,
                    tax: 0,
                    refunds: [],
                    dispute: null,
                  },
                ];
          // A membership that sellers pay for earns whoever recruited them likewise.
          const own = history.memberships.flatMap((paid, seller) =>
            seller === 0
              ? []
              : paid
                  .filter(({ isFree }) => !isFree)
                  .map(({ day: on }) => ({
                    seller: seller - 1,
                    product: 'membership' as const,
                    day: on,
                    tax: 0,
                    refunds: [],
                    dispute: null,
                  })),
          );
          const wanted = expectedOf({ ...history, payments: [...history.payments, ...payments, ...own] });
          const sellers = await newChain(history);
          const facts = await factsOf(history, sellers);
          await tellAll(shuffled(facts, history.seed));
          const totals = async () => {
            const rows = await prisma().user.findMany({
              where: { id: { in: sellers } },
              select: { id: true, totalEarnings: true },
            });
            return sellers.map((id) => rows.find((row) => row.id === id)?.totalEarnings);
          };
          expect(await totals()).toEqual(wanted);
          await payOut(sellers, history.payout);
          expect(await totals()).toEqual(wanted);
          for (const [index, id] of sellers.entries()) {
            const account = await at(noon(400), () => findAccount(id));
            expect(account.owedCents + account.inPayoutCents + account.paidCents).toBe(wanted[index]);
          }
          expect((await proveLedger()).findings).toEqual([]);
        }),
        {
          numRuns: runs,
          ...(process.env.LEDGER_SEED ? { seed: Number(process.env.LEDGER_SEED) } : { seed: 20_261_122 }),
        },
      );
    },
    120_000 * runs,
  );
});
