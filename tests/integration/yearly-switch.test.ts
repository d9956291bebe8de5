import { RouterContextProvider } from 'react-router';
import { beforeAll, describe, expect, it } from 'vitest';
import { lockUser } from '#app/domain/core/access/lock-user.server.ts';
import type { Viewer } from '#app/domain/core/access/viewer.ts';
import { commandLine } from '#app/domain/core/audit/record.server.ts';
import { membership } from '#app/domain/core/catalogue/products.ts';
import { readRange } from '#app/domain/operating/analytics/range.ts';
import { findRevenue } from '#app/domain/operating/analytics/revenue.server.ts';
import { rebuildFigures } from '#app/domain/operating/analytics/roll-up.server.ts';
import { setPriceArchived } from '#app/domain/operating/products/prices.server.ts';
import { claimSale } from '#app/domain/programme/affiliates/sale-referrals.server.ts';
import { findMembershipState } from '#app/domain/selling/billing/billing-overview.server.ts';
import { cancelMembership } from '#app/domain/selling/billing/cancellation.server.ts';
import { openCardPage } from '#app/domain/selling/billing/card.server.ts';
import { planSwitch, switchToYearly } from '#app/domain/selling/billing/interval-switch.server.ts';
import { announceRenewals } from '#app/domain/selling/billing/notices.server.ts';
import { startPurchase } from '#app/domain/selling/billing/purchase.server.ts';
import { makeRefund } from '#app/domain/selling/billing/refund-making.server.ts';
import { planRefund, requestRefund } from '#app/domain/selling/billing/refund-request.server.ts';
import { endRefundedSubscription } from '#app/domain/selling/billing/undo.server.ts';
import { receiveEvent } from '#app/domain/selling/payment-events/receive.server.ts';
import { makeOperatorCode } from '#app/domain/selling/promotions/making.server.ts';
import { databasePool, prisma, transaction } from '#app/platform/database/client.server.ts';
import type { Prisma } from '#app/platform/database/generated/client.ts';
import { memberContext } from '#app/routes/http/context.server.ts';
import { loader } from '#app/routes/member/billing/yearly.tsx';
import { newActor } from '#tests/integration/admins.ts';
import {
  atStripe,
  card,
  newCardMember,
  pay,
  received,
  renew,
  rowOf,
  settled,
  webhooks,
  withSandbox,
} from '#tests/integration/card-buyers.ts';
import { deliver, fake, idIn, withPaypal } from '#tests/integration/paypal-buyers.ts';
import { at, mailsTo, newViewer, subjectsTo } from '#tests/integration/people.ts';
import { openPaypalApproval } from '#tests/integration/purchases.ts';
import { doQueued } from '#tests/integration/queued-jobs.ts';
import { ledgerOf, newSeller } from '#tests/integration/sellers.ts';
import { cutOffStripe } from '#tests/integration/stripe-outage.ts';
import {
  paymentsOf,
  planFor,
  refusalOf,
  sellYears,
  shownTo,
  switchOver,
  yearlyCents,
} from '#tests/integration/yearly-switches.ts';

withSandbox();
withPaypal();

const dayMs = 864e5;
const owner = async () => (await newActor('owner')).actor;

beforeAll(sellYears);

/** Resolves once something waits for a row that another transaction holds. */
const waitsForLock = () =>
  expect
    .poll(async () => {
      const { rowCount } = await databasePool().query(
        `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      );
      return rowCount;
    })
    .toBeGreaterThan(0);

/** As somebody's request for the money of a payment is kept; the guarantee covers one that is accepted. */
const newRefundRequest = (
  db: Prisma.TransactionClient,
  userId: string,
  paymentId: string,
  status: 'asked' | 'accepted',
) =>
  db.refundRequest.create({
    data: {
      userId,
      paymentId,
      status,
      isGuaranteed: status === 'accepted',
      reason: '',
      requestedAt: new Date(),
    },
  });

async function newReferredMember() {
  const seller = await newSeller({ rate: 50 });
  const viewer = await newViewer({ hasMembership: true });
  await prisma().user.update({ where: { id: viewer.id }, data: { referredById: seller.id } });
  await pay(String((await startPurchase(viewer, membership, 'card_form')).clientSecret));
  return { viewer, sellerId: seller.id };
}

async function replaceCard(viewer: Viewer, number: string): Promise<void> {
  const page = await openCardPage(viewer, 'membership');
  const form = new URLSearchParams({ ...card, number });
  const { status } = await fetch(page, { method: 'POST', body: form, redirect: 'manual' });
  expect(status).toBe(303);
  await settled();
}

const monthlyCents = async () =>
  (await findRevenue(readRange(new URLSearchParams(), new Date()), 'usd')).whole.endCents;

describe('switching from paying by the month to paying by the year', () => {
  it('shows the provider’s own credit, takes exactly that, and is told, receipted, earned on and counted', async () => {
    await rebuildFigures();
    const before = await monthlyCents();
    const { viewer, sellerId } = await newReferredMember();
    const plan = await planFor(viewer);
    const { dueCents, creditCents } = plan.preview;
    expect(plan).toMatchObject({
      from: { amountCents: 4_700, interval: 'month' },
      to: { amountCents: yearlyCents },
    });
    expect(creditCents).toBeGreaterThan(4_600);
    expect(creditCents).toBeLessThanOrEqual(4_700);
    expect(dueCents).toBe(yearlyCents - creditCents);
    await switchOver(viewer);

    const row = await rowOf(viewer.id);
    expect(row).toMatchObject({
      product: 'membership_yearly',
      interval: 'year',
      amount: yearlyCents,
      toldCents: yearlyCents,
      status: 'active',
      heldReason: null,
    });
    // The year begins when it is paid, which is a moment after it was shown.
    const secondsLater = (Number(row.currentPeriodEnd) - Number(plan.preview.renewsAt)) / 1000;
    expect(secondsLater).toBeGreaterThanOrEqual(0);
    expect(secondsLater).toBeLessThan(60);
    const [, year] = await paymentsOf(viewer.id);
    expect(year).toMatchObject({ amountCents: dueCents, kind: 'period', status: 'paid', hasReceipt: true });
    expect(year?.periodEnd).toEqual(row.currentPeriodEnd);
    expect(await findMembershipState(viewer.id)).toMatchObject({
      kind: 'active',
      nextPayment: { amountCents: yearlyCents, interval: 'year', at: row.currentPeriodEnd },
    });
    expect((await ledgerOf(sellerId)).sort()).toEqual(
      ['earning 2350', `earning ${Math.floor(dueCents / 2)}`].sort(),
    );
    const mail = (await mailsTo(viewer.email)).find(({ subject }) => /every year/.test(subject));
    expect(mail?.text).toContain('$470.00 every year');
    const notifications = await prisma().notification.findMany({ where: { userId: viewer.id } });
    expect(notifications.map(({ event }) => event)).toContain('interval_switched');
    await rebuildFigures();
    // A twelfth of the whole year, the credit too; a cent for its rounding.
    expect(Math.abs((await monthlyCents()) - before - Math.round(yearlyCents / 12))).toBeLessThanOrEqual(1);
    expect(await refusalOf(viewer)).toContain('You pay by the year already');
  });

  it('happens once, pressed twice and in two tabs', async () => {
    const viewer = await newCardMember();
    const shown = await shownTo(viewer);
    const presses = await Promise.allSettled([switchToYearly(viewer, shown), switchToYearly(viewer, shown)]);
    expect(presses.some(({ status }) => status === 'fulfilled')).toBe(true);
    expect(await switchToYearly(viewer, shown)).toBe('unchanged');
    await settled();
    expect(await switchToYearly(viewer, shown)).toBe('unchanged');
    await settled();
    expect(await paymentsOf(viewer.id)).toHaveLength(2);
    expect((await atStripe(viewer.id)).items.data).toHaveLength(1);
    const subjects = await subjectsTo(viewer.email);
    expect(subjects.filter((subject) => /every year/.test(subject))).toHaveLength(1);
  });

  it('is confirmed by the webhooks, late and told again', async () => {
    const viewer = await newCardMember();
    const shown = await shownTo(viewer);
    webhooks.areTaken = false;
    await switchToYearly(viewer, shown);
    expect(await rowOf(viewer.id)).toMatchObject({ product: 'membership', interval: 'month' });
    expect(await switchToYearly(viewer, shown)).toBe('unchanged');
    webhooks.areTaken = true;
    received.length = 0;
    await settled();
    const row = await rowOf(viewer.id);
    expect(row).toMatchObject({ product: 'membership_yearly', interval: 'year' });
    const mails = await subjectsTo(viewer.email);
    for (const event of [...received].toReversed())
      await receiveEvent({
        provider: 'stripe',
        id: event.id,
        type: event.type,
        createdAt: new Date(event.created * 1000),
        payload: event,
      });
    expect(await rowOf(viewer.id)).toMatchObject({
      product: row.product,
      currentPeriodEnd: row.currentPeriodEnd,
    });
    expect(await paymentsOf(viewer.id)).toHaveLength(2);
    expect(await subjectsTo(viewer.email)).toEqual(mails);
  });

  it('is announced before a year is over, and renews at the whole yearly price', async () => {
    const viewer = await newCardMember();
    await switchOver(viewer);
    const end = (await rowOf(viewer.id)).currentPeriodEnd as Date;
    await at(new Date(end.getTime() - 29 * dayMs), announceRenewals);
    expect((await mailsTo(viewer.email))[0]?.text).toContain('$470.00');
    await renew(viewer.id);
    expect((await paymentsOf(viewer.id)).at(-1)).toMatchObject({ amountCents: yearlyCents, kind: 'period' });
    expect(Number((await rowOf(viewer.id)).currentPeriodEnd)).toBeGreaterThan(end.getTime() + 364 * dayMs);
  });

  it('counts a twelfth of the year, whatever difference was paid within the month before', async () => {
    await rebuildFigures();
    const before = await monthlyCents();
    const { id: userId } = await newViewer();
    const day = (count: number) => new Date(Date.now() + count * dayMs);
    const { id: subscriptionId } = await prisma().subscription.create({
      data: {
        userId,
        product: 'membership_yearly',
        provider: 'stripe',
        providerSubscriptionId: `sub_${userId}`,
        status: 'active',
        amount: yearlyCents,
        interval: 'year',
      },
    });
    const newPayment = (
      amountCents: number,
      [periodStart, periodEnd]: [Date, Date],
      more: { kind?: 'adjustment'; billingReason: string },
    ) =>
      prisma().payment.create({
        data: {
          ...{ userId, subscriptionId, product: 'membership', provider: 'stripe', status: 'paid' },
          ...{ amountCents, periodStart, periodEnd, paidAt: periodStart, ...more },
          providerInvoiceId: crypto.randomUUID(),
        },
      });
    await newPayment(3_000, [day(-10), day(20)], { billingReason: 'subscription_cycle' });
    const difference = { kind: 'adjustment', billingReason: 'subscription_update' } as const;
    await newPayment(500, [day(-5), day(20)], difference);
    // 20 and one of 30 days were left.
    await newPayment(yearlyCents - 2_100, [day(-1), day(364)], { billingReason: 'subscription_update' });
    await rebuildFigures();
    expect(Math.abs((await monthlyCents()) - before - Math.round(yearlyCents / 12))).toBeLessThanOrEqual(1);
  });

  it('carries the guarantee over to the payment of the year: the month that was credited is not given back too', async () => {
    const viewer = await newCardMember();
    await switchOver(viewer);
    const [month, year] = await paymentsOf(viewer.id);
    expect(await planRefund(viewer.id, String(month?.id))).toMatchObject({
      chance: { kind: 'on_request', why: 'switched' },
      ends: null,
    });
    expect(await planRefund(viewer.id, String(year?.id))).toMatchObject({
      chance: { kind: 'guaranteed', cents: year?.amountCents },
      ends: 'subscription',
    });
    await requestRefund(viewer, String(year?.id), '');
    for (const job of ['make-refund', 'end-subscription'] as const) {
      await doQueued(job);
      await settled();
    }
    expect(await rowOf(viewer.id)).toMatchObject({ status: 'canceled' });
    expect((await paymentsOf(viewer.id)).map(({ status }) => status)).toEqual(['paid', 'refunded']);
  });
});

describe('while the payment of the year is not told yet', () => {
  const unheardOf = async () => {
    const viewer = await newCardMember();
    const shown = await shownTo(viewer);
    webhooks.areTaken = false;
    expect(await switchToYearly(viewer, shown)).toBe('paid');
    const [month] = await paymentsOf(viewer.id);
    return { viewer, monthId: String(month?.id) };
  };

  const settledLate = async () => {
    webhooks.areTaken = true;
    await settled();
  };

  it('the money of the month cannot be asked for, and afterwards the guarantee covers the year', async () => {
    const { viewer, monthId } = await unheardOf();
    await expect(requestRefund(viewer, monthId, '')).rejects.toThrow(
      'A switch to yearly payment is being confirmed',
    );
    expect(await planRefund(viewer.id, monthId)).toMatchObject({ chance: { kind: 'refused' } });
    expect(await refusalOf(viewer)).toContain('Your switch to yearly payment is being confirmed');
    await settledLate();
    expect(await rowOf(viewer.id)).toMatchObject({ switchingSince: null });
    expect(await planRefund(viewer.id, monthId)).toMatchObject({ chance: { why: 'switched' } });
  });

  it('a switch that nothing came of is not waited for longer than a day', async () => {
    const viewer = await newCardMember();
    const [month] = await paymentsOf(viewer.id);
    const switchingSince = (hours: number) =>
      prisma().subscription.updateMany({
        where: { userId: viewer.id },
        data: { switchingSince: new Date(Date.now() - hours * 3600 * 1000) },
      });
    await switchingSince(23);
    expect(await planRefund(viewer.id, String(month?.id))).toMatchObject({ chance: { kind: 'refused' } });
    await switchingSince(25);
    expect(await planRefund(viewer.id, String(month?.id))).toMatchObject({ chance: { kind: 'guaranteed' } });
  });

  it('a press after the payment, and before the subscription’s own change, marks nothing', async () => {
    const viewer = await newCardMember();
    const shown = await shownTo(viewer);
    await switchOver(viewer);
    await prisma().subscription.updateMany({
      where: { userId: viewer.id },
      data: { product: 'membership', interval: 'month', amount: 4_700 },
    });
    await expect(switchToYearly(viewer, shown)).rejects.toThrow('is being confirmed');
    expect(await rowOf(viewer.id)).toMatchObject({ switchingSince: null });
  });

  it('a press beside another one is told so', async () => {
    const viewer = await newCardMember();
    const shown = await shownTo(viewer);
    await prisma().subscription.updateMany({
      where: { userId: viewer.id },
      data: { switchingSince: new Date() },
    });
    await expect(switchToYearly(viewer, shown)).rejects.toThrow('Your switch is being made already');
    expect((await atStripe(viewer.id)).items.data[0]?.price.recurring?.interval).toBe('month');
  });

  it('an operator’s refund of the month does not end what is paid by the year', async () => {
    const { viewer, monthId } = await unheardOf();
    await prisma().payment.update({ where: { id: monthId }, data: { status: 'refunded' } });
    await prisma().subscription.updateMany({ where: { userId: viewer.id }, data: { isRefunded: true } });
    const { providerSubscriptionId } = await rowOf(viewer.id);
    await endRefundedSubscription({ provider: 'stripe', providerSubscriptionId });
    expect((await atStripe(viewer.id)).status).toBe('active');
    await settledLate();
    await endRefundedSubscription({ provider: 'stripe', providerSubscriptionId });
    expect((await atStripe(viewer.id)).status).toBe('active');
    expect(await rowOf(viewer.id)).toMatchObject({ isRefunded: false, interval: 'year' });
  });

  it('puts a request to the operator that was granted for a month credited since', async () => {
    const viewer = await newCardMember();
    await switchOver(viewer);
    const [month] = await paymentsOf(viewer.id);
    const { id } = await newRefundRequest(prisma(), viewer.id, String(month?.id), 'accepted');
    await makeRefund({ requestId: id });
    await settled();
    expect(await prisma().refundRequest.findUniqueOrThrow({ where: { id } })).toMatchObject({
      status: 'asked',
      isGuaranteed: false,
    });
    expect((await paymentsOf(viewer.id)).map(({ status }) => status)).toEqual(['paid', 'paid']);
  });
});

describe('a switch to yearly payment is refused', () => {
  const shown = { price: 'membership_yearly_usd_47000_year', dueCents: 42_300, prorationAt: new Date() };

  it('for another amount or moment than the provider’s, and nothing is taken', async () => {
    const viewer = await newCardMember();
    const right = await shownTo(viewer);
    const shift = (seconds: number) => new Date(right.prorationAt.getTime() + seconds * 1000);
    for (const wrong of [
      { ...right, dueCents: right.dueCents - 1 },
      { ...right, prorationAt: shift(-7_200) },
      { ...right, prorationAt: shift(7_200) },
      { ...right, price: 'membership_yearly_usd_100_year' },
    ])
      await expect(switchToYearly(viewer, wrong)).rejects.toMatchObject({ kind: 'conflict' });
    await settled();
    expect(await paymentsOf(viewer.id)).toHaveLength(1);
    expect(await rowOf(viewer.id)).toMatchObject({ interval: 'month' });
  });

  it('by a card that does not pay: nothing changes', async () => {
    const viewer = await newCardMember();
    await replaceCard(viewer, '4000 0000 0000 0341');
    await expect(switchToYearly(viewer, await shownTo(viewer))).rejects.toThrow(
      'Your card was declined. Nothing was charged, and your membership goes on as before.',
    );
    await settled();
    expect(await rowOf(viewer.id)).toMatchObject({
      interval: 'month',
      status: 'active',
      pastDueSince: null,
      switchingSince: null,
    });
    expect(await paymentsOf(viewer.id)).toHaveLength(1);
  });

  it('where the money was asked for since the page was shown', async () => {
    const viewer = await newCardMember();
    const right = await shownTo(viewer);
    await requestRefund(viewer, String((await paymentsOf(viewer.id))[0]?.id), '');
    await expect(switchToYearly(viewer, right)).rejects.toThrow('You have asked for your money back');
    expect((await atStripe(viewer.id)).items.data[0]?.price.recurring?.interval).toBe('month');
  });

  it('where the money is asked for in the same moment, the request being first', async () => {
    const viewer = await newCardMember();
    const right = await shownTo(viewer);
    const [month] = await paymentsOf(viewer.id);
    const press = await transaction(async (tx) => {
      await lockUser(tx, viewer.id);
      const pressed = switchToYearly(viewer, right).catch((error: Error) => error.message);
      await waitsForLock();
      await newRefundRequest(tx.db, viewer.id, String(month?.id), 'accepted');
      return { pressed };
    });
    expect(await press.pressed).toContain('You have asked for your money back');
    expect((await atStripe(viewer.id)).items.data[0]?.price.recurring?.interval).toBe('month');
  });

  it.each([
    ['{"pause_collection":{"behavior":"void"}}', 'write to support'],
    ['{"collection_method":"send_invoice"}', 'write to support'],
    ['{"schedule":"sub_sched_1"}', 'write to support'],
    ['{"cancel_at_period_end":true}', 'set to end'],
    ['{"cancel_at":4102444800}', 'set to end'],
    ['{"status":"past_due"}', 'did not go through'],
    ['{"trial_end":4102444800}', 'costs nothing yet'],
  ])('as the subscription stands at the provider, the site not told yet: %s', async (change, text) => {
    const viewer = await newCardMember();
    const right = await shownTo(viewer);
    const { providerSubscriptionId: id } = await rowOf(viewer.id);
    await databasePool().query('UPDATE sandbox.objects SET data = data || $1::jsonb WHERE id = $2', [
      change,
      id,
    ]);
    expect(await refusalOf(viewer)).toContain(text);
    await expect(switchToYearly(viewer, right)).rejects.toThrow(text);
    expect((await atStripe(viewer.id)).items.data[0]?.price.recurring?.interval).toBe('month');
    expect(await rowOf(viewer.id)).toMatchObject({ switchingSince: null });
  });

  it('for a year in another currency than the month', async () => {
    const viewer = await newCardMember();
    await prisma().subscription.updateMany({ where: { userId: viewer.id }, data: { currency: 'eur' } });
    expect(await refusalOf(viewer)).toContain('isn’t offered in EUR');
  });

  it('while it is set to end, a payment is missing or in dispute, or its money is asked for', async () => {
    const canceled = await newCardMember();
    await cancelMembership(canceled, {});
    await settled();
    expect(await refusalOf(canceled)).toContain('set to end');
    await expect(switchToYearly(canceled, shown)).rejects.toMatchObject({ kind: 'conflict' });
    const late = await newCardMember();
    await renew(late.id, false);
    expect(await refusalOf(late)).toContain('did not go through');
    const disputed = await newCardMember();
    await prisma().subscription.updateMany({ where: { userId: disputed.id }, data: { isDisputed: true } });
    expect(await refusalOf(disputed)).toContain('in dispute');
    const asking = await newCardMember();
    await newRefundRequest(prisma(), asking.id, String((await paymentsOf(asking.id))[0]?.id), 'asked');
    expect(await refusalOf(asking)).toContain('asked for your money back');
  });

  it('where less was paid for the month than would be credited', async () => {
    const viewer = await newViewer({ hasMembership: true });
    await makeOperatorCode(
      commandLine,
      {
        code: 'HALFOFF',
        purpose: '',
        percentOff: 50,
        amountOffCents: 0,
        furtherAmountsOff: {},
        months: null,
        products: [],
        startsAt: null,
        expiresAt: null,
        maxUses: null,
        maxUsesPerPerson: null,
        audience: 'everyone',
        affiliate: '',
      },
      crypto.randomUUID(),
    );
    const promotion = await claimSale(viewer, membership, { code: 'HALFOFF', referral: null });
    await pay(String((await startPurchase(viewer, membership, 'card_form', promotion)).clientSecret));
    expect(await refusalOf(viewer)).toContain('not paid the full price');
    await renew(viewer.id);
    expect((await planFor(viewer)).preview.discountCents).toBe(0);
  });

  it('where a part of the month went back, or is about to', async () => {
    for (const [data, text] of [
      [{ amountRefundedCents: 1_000 }, 'was refunded'],
      [{ chargedBackCents: 1_000 }, 'taken back by your bank'],
      [{ disputedCents: 1_000 }, 'in dispute'],
    ] as const) {
      const back = await newCardMember();
      await prisma().payment.updateMany({ where: { userId: back.id }, data });
      expect(await refusalOf(back)).toContain(text);
    }
    const otherwise = await newCardMember();
    await prisma().paymentRefund.create({
      data: {
        provider: 'stripe',
        providerRefundId: `re_${otherwise.id}`,
        paymentId: String((await paymentsOf(otherwise.id))[0]?.id),
        amountCents: 4_700,
        status: 'failed',
        resolvedAt: new Date(),
      },
    });
    expect(await refusalOf(otherwise)).toContain('was refunded, in part or in another way');
  });

  it('with PayPal, which credits nothing', async () => {
    const viewer = await newViewer({ hasMembership: true });
    await fake.approve(idIn(await openPaypalApproval(viewer)));
    await deliver();
    expect(await refusalOf(viewer)).toContain('PayPal cannot credit');
  });

  it('for who has no membership, and where no yearly price is sold', async () => {
    expect(await refusalOf(await newViewer())).toBe('none');
    const viewer = await newCardMember();
    const actor = await owner();
    await setPriceArchived(actor, 'membership', 'membership_yearly', true);
    expect(await refusalOf(viewer)).toBe('none');
    await expect(switchToYearly(viewer, shown)).rejects.toMatchObject({ kind: 'conflict' });
    await setPriceArchived(actor, 'membership', 'membership_yearly', false);
    expect((await planSwitch(viewer.id)).kind).toBe('offered');
  });
});

describe('the page of the switch', () => {
  const load = async (viewer: Viewer) => {
    const context = new RouterContextProvider();
    context.set(memberContext, viewer);
    const url = new URL('http://localhost:3000/profile/billing/yearly');
    const { data, init } = await loader({
      request: new Request(url),
      context,
      url,
      params: {},
      pattern: '/profile/billing/yearly',
    });
    return { status: init?.status ?? 200, chance: data.chance };
  };

  it('shows the words of a refusal, also beside those of the form that was sent before', async () => {
    const viewer = await newCardMember();
    expect(await load(viewer)).toMatchObject({ status: 200, chance: { kind: 'offered' } });
    cutOffStripe();
    expect(await load(viewer)).toMatchObject({
      status: 503,
      chance: { kind: 'refused', text: expect.stringContaining('could not be reached') },
    });
    expect(await load(await newViewer())).toMatchObject({
      status: 200,
      chance: { kind: 'refused', text: expect.stringContaining('no membership') },
    });
  });
});
