import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { config } from '#app/platform/config.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import type { DisputeChanged } from '#app/platform/payments/facts.ts';
import { deliverFacts, newToldMember } from '#tests/integration/delivered-facts.ts';
import { newEbookSale, newFact, secondsAfter } from '#tests/integration/facts.ts';
import { mailsTo, newUser } from '#tests/integration/people.ts';
import { takeQueued, withJobQueue } from '#tests/integration/queued-jobs.ts';
import { ledgerOf, newSeller, sellMembership } from '#tests/integration/sellers.ts';

withJobQueue();

const stateOf = async (userId: string) => ({
  payments: (await prisma().payment.findMany({ where: { userId }, orderBy: { paidAt: 'asc' } })).map(
    ({ status }) => status,
  ),
  isDisputed: (await prisma().subscription.findFirstOrThrow({ where: { userId } })).isDisputed,
});

/** What the operator was mailed of a dispute. */
const mailsAbout = async (disputeId: string) =>
  (await mailsTo(config().supportEmail)).filter(({ subject, text }) =>
    `${subject} ${text}`.includes(disputeId),
  );

describe('a dispute that is not of the very amount of its payment', () => {
  it.each([
    ['a few cents less, by the rate of the bank', { amountCents: 4_688 }],
    ['in the currency of the buyer’s bank', { amountCents: 4_310, currency: 'eur' }],
    [
      'in another currency, with what it took in that of the payment',
      { amountCents: 4_310, currency: 'eur', withdrawn: { cents: 4_655, currency: 'usd' } },
    ],
    ['as the provider says, of the whole', { amountCents: 4_000, scope: 'whole' as const }],
  ])('is of the whole: %s', async (_, fields: Partial<DisputeChanged>) => {
    const { user, sale } = await newToldMember();
    const disputed = sale.disputed(fields);
    await deliverFacts([disputed]);
    expect(await stateOf(user.id)).toEqual({ payments: ['disputed'], isDisputed: true });
    const { disputeId } = disputed;
    await takeQueued('end-subscription');
    await deliverFacts([
      sale.decided('lost', { ...fields, disputeId, createdAt: new Date(Date.now() + 1_000) }),
    ]);
    expect(await stateOf(user.id)).toEqual({ payments: ['charged_back'], isDisputed: true });
    expect(await takeQueued('end-subscription')).toHaveLength(1);
  });

  it.each([
    ['half of it', { amountCents: 2_350 }],
    ['as the provider says, of a part', { amountCents: 4_688, scope: 'part' as const }],
    [
      'in another currency, of a part of it',
      { amountCents: 2_000, currency: 'eur', withdrawn: { cents: 2_200, currency: 'usd' } },
    ],
  ])('is of a part: %s', async (_, fields: Partial<DisputeChanged>) => {
    const { user, sale } = await newToldMember();
    await deliverFacts([sale.decided('lost', fields)]);
    expect(await stateOf(user.id)).toEqual({ payments: ['partially_charged_back'], isDisputed: false });
    expect(await takeQueued('end-subscription')).toEqual([]);
  });

  it('is of as much as the latest news say, whatever comes late', async () => {
    const { user, sale } = await newToldMember();
    const { disputeId } = sale.disputed();
    const later = new Date(Date.now() + 60_000);
    await deliverFacts([
      sale.decided('lost', { disputeId, createdAt: later }),
      sale.disputed({ disputeId, amountCents: 100 }),
    ]);
    expect(await stateOf(user.id)).toMatchObject({ payments: ['charged_back'] });
  });
});

describe('a part that is taken back twice in words and once in money', () => {
  it('counts once, as a reversal without a case and as a case that is lost, in whatever order', async () => {
    for (const isReversedFirst of [true, false]) {
      const { seller, user, dispute, disputeId } = await twoMonths();
      const reversed = dispute({ disputeId: null, amountCents: 2_000 });
      const opened = dispute({ amountCents: 2_000, scope: 'part' });
      await deliverFacts(isReversedFirst ? [reversed, opened] : [opened, reversed]);
      const held = await prisma().payment.findFirstOrThrow({
        where: { userId: user.id, disputedCents: { gt: 0 } },
      });
      expect(held.disputedCents).toBe(2_000);
      await deliverFacts([
        dispute({ disputeId, amountCents: 2_000, scope: 'part', state: 'lost', createdAt: later(60) }),
      ]);
      expect(await prisma().payment.findUniqueOrThrow({ where: { id: held.id } })).toMatchObject({
        status: 'partially_charged_back',
        chargedBackCents: 2_000,
        disputedCents: 0,
      });
      const { _sum } = await prisma().commission.aggregate({
        where: { paymentId: held.id, referrerId: seller.id },
        _sum: { commission: true },
      });
      expect(_sum.commission, 'half of what is left').toBe(1_350);
    }
  });
});

/** A membership with a seller, paid for two months. */
async function twoMonths() {
  const seller = await newSeller();
  const { buyer: user, subscriptionId, metadata } = await sellMembership(seller.id);
  const at = secondsAfter(15 * 24 * 3600);
  const second = { invoiceId: `in_${randomUUID()}`, paymentId: `pi_${randomUUID()}` };
  await deliverFacts([
    newFact('invoice_paid', {
      ...second,
      subscriptionId,
      metadata,
      billingReason: 'subscription_cycle',
      periodStart: at,
      periodEnd: secondsAfter(45 * 24 * 3600),
      createdAt: at,
      paymentId: null,
    }),
    newFact('payment_linked', { ...second, createdAt: at }),
  ]);
  const dispute = (fields: Partial<DisputeChanged>) =>
    newFact('dispute_changed', {
      paymentId: second.paymentId,
      disputeId: `dp_${second.paymentId}`,
      ...fields,
    });
  return { seller, user, dispute, disputeId: `dp_${second.paymentId}` };
}

const notified = (userId: string, event: string) => prisma().notification.count({ where: { userId, event } });

const later = (seconds: number) => new Date(Date.now() + seconds * 1_000);

/** What was bought once of a user: two small purchases. */
async function twoPurchases() {
  const user = await newUser();
  const sales = [newEbookSale(user.id, { amountCents: 1_900 }), newEbookSale(user.id, { amountCents: 100 })];
  for (const sale of sales) await deliverFacts([sale.completed]);
  return { user, sales };
}

describe('a dispute of more than a purchase that is paid once', () => {
  const outcomeOf = async (fields: (otherId: string) => Partial<DisputeChanged>) => {
    const { user, sales } = await twoPurchases();
    const [sale, other] = sales;
    if (!sale || !other) throw new Error('Nothing was sold.');
    await deliverFacts([sale.disputed({ amountCents: 2_000, ...fields(other.paymentId) })]);
    const payments = await prisma().payment.findMany({
      where: { userId: user.id },
      orderBy: { amountCents: 'desc' },
    });
    return payments.map(({ status }) => status);
  };

  it('takes no other purchase with it, whatever the rate of the bank', async () => {
    expect(await outcomeOf(() => ({}))).toEqual(['disputed', 'paid']);
  });

  it('takes those with it that the provider names', async () => {
    expect(await outcomeOf((id) => ({ otherPaymentIds: [id] }))).toEqual(['disputed', 'disputed']);
  });
});

describe('a dispute of more than its payment, as of months that a bank has bundled', () => {
  it('holds the other month too, takes both back when it is lost, and gives both back when it is won after all', async () => {
    const { seller, user, dispute, disputeId } = await twoMonths();
    const before = await ledgerOf(seller.id);
    await deliverFacts([dispute({ amountCents: 9_400 })]);
    expect(await stateOf(user.id)).toEqual({ payments: ['disputed', 'disputed'], isDisputed: true });
    expect((await ledgerOf(seller.id)).length).toBe(before.length + 2);
    const [opened] = await mailsAbout(disputeId);
    expect(opened?.subject).toContain('$94');
    expect(opened?.text).toMatch(/Also about: \$47/);
    await deliverFacts([dispute({ amountCents: 9_400, state: 'lost', createdAt: later(1) })]);
    expect((await stateOf(user.id)).payments).toEqual(['charged_back', 'charged_back']);
    await deliverFacts([dispute({ amountCents: 9_400, state: 'won', createdAt: later(2) })]);
    expect(await stateOf(user.id)).toEqual({ payments: ['paid', 'paid'], isDisputed: false });
    const sum = await prisma().commission.aggregate({
      where: { referrerId: seller.id },
      _sum: { commission: true },
    });
    expect(sum._sum.commission).toBe(4_700);
  });

  it('tells the operator of what no payment explains', async () => {
    const { user, dispute, disputeId } = await twoMonths();
    await deliverFacts([dispute({ amountCents: 12_000 })]);
    expect((await stateOf(user.id)).payments).toEqual(['disputed', 'disputed']);
    const [opened] = await mailsAbout(disputeId);
    expect(opened?.text).toContain('$26 more than the payments');
  });

  it('is of the payments that the provider names', async () => {
    const { user, dispute } = await twoMonths();
    const [first] = await prisma().payment.findMany({
      where: { userId: user.id },
      orderBy: { paidAt: 'asc' },
    });
    const otherPaymentIds = [String(first?.providerPaymentId)];
    await deliverFacts([dispute({ amountCents: 9_400, otherPaymentIds, scope: 'whole' })]);
    expect((await stateOf(user.id)).payments).toEqual(['disputed', 'disputed']);
  });
});

describe('a dispute that is won', () => {
  it('is told to the operator, to the member whose access is back, and to the seller', async () => {
    const { seller, user, dispute, disputeId } = await twoMonths();
    await deliverFacts([dispute({}), dispute({ state: 'won', createdAt: later(1) })]);
    await deliverFacts([dispute({ state: 'won', createdAt: later(1), eventId: 'evt_again' })]);
    const subjects = (await mailsAbout(disputeId)).map(({ subject }) => subject);
    expect(subjects.filter((subject) => subject.startsWith('Dispute won'))).toHaveLength(1);
    expect(await notified(user.id, 'access_restored')).toBe(1);
    expect(await notified(seller.id, 'commission_restored')).toBe(1);
  });

  it('opens nothing that has ended meanwhile, and says so to nobody', async () => {
    const { user, sale } = await newToldMember();
    const { disputeId } = sale.disputed();
    await deliverFacts([
      sale.disputed({ disputeId }),
      sale.decided('lost', { disputeId, createdAt: later(1) }),
      sale.status('canceled', later(2)),
      sale.decided('won', { disputeId, createdAt: later(3) }),
    ]);
    expect((await stateOf(user.id)).payments).toEqual(['paid']);
    expect(await notified(user.id, 'access_restored')).toBe(0);
  });
});
