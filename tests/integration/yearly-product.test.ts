import { unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { confirmedViewer } from '#app/domain/core/access/confirmation.server.ts';
import { isEntitled } from '#app/domain/core/access/entitlements.server.ts';
import { graceDays } from '#app/domain/core/access/grace.ts';
import type { Viewer } from '#app/domain/core/access/viewer.ts';
import type { Product } from '#app/domain/core/catalogue/product.ts';
import { allProducts, membership } from '#app/domain/core/catalogue/products.ts';
import { readRange } from '#app/domain/operating/analytics/range.ts';
import { findRevenue } from '#app/domain/operating/analytics/revenue.server.ts';
import { rebuildFigures } from '#app/domain/operating/analytics/roll-up.server.ts';
import { makeExport, readExport, requestExport } from '#app/domain/people/personal-data/export.server.ts';
import { announceLapses } from '#app/domain/programme/commissions/lapses.server.ts';
import { lockSellers } from '#app/domain/programme/commissions/seller-facts.server.ts';
import { findMembershipState } from '#app/domain/selling/billing/billing-overview.server.ts';
import {
  cancelMembership,
  keepMembership,
  planCancellation,
} from '#app/domain/selling/billing/cancellation.server.ts';
import { announceRenewals } from '#app/domain/selling/billing/notices.server.ts';
import { endPaidPeriods } from '#app/domain/selling/billing/paid-periods.server.ts';
import { openPaymentPage, startPurchase } from '#app/domain/selling/billing/purchase.server.ts';
import { planRefund } from '#app/domain/selling/billing/refund-request.server.ts';
import { prisma, transaction } from '#app/platform/database/client.server.ts';
import { pay, renew, rowOf, settled, withSandbox } from '#tests/integration/card-buyers.ts';
import { deliver, fake, idIn, withPaypal } from '#tests/integration/paypal-buyers.ts';
import { at, mailsTo, newViewer, subjectsTo } from '#tests/integration/people.ts';
import { ledgerOf, newSeller } from '#tests/integration/sellers.ts';

withSandbox();
withPaypal();

/** A product that no code names: membership, by the year. */
const yearly: Product = {
  ...membership,
  key: 'studio',
  slug: 'studio',
  name: 'Studio',
  noun: 'Studio membership',
  amountCents: 47_000,
  interval: 'year',
  planSetting: 'PAYPAL_PLAN_ID_YEARLY',
};

const dayMs = 864e5;
const days = (count: number, from: Date | number = Date.now()) => new Date(Number(from) + count * dayMs);
const catalogue = allProducts() as Product[];

beforeAll(() => {
  catalogue.push(yearly);
});

afterAll(() => {
  catalogue.splice(catalogue.indexOf(yearly), 1);
});

/** Within an hour of a year after now: providers differ in the second. */
function expectYearOn(date: Date | null | undefined, years = 1): void {
  const wanted = new Date();
  wanted.setUTCFullYear(wanted.getUTCFullYear() + years);
  expect(Math.abs(Number(date) - wanted.getTime())).toBeLessThan(dayMs + 3_600_000);
}

async function newReferred(): Promise<{ viewer: Viewer; sellerId: string }> {
  const seller = await newSeller({ rate: 50 });
  const viewer = await newViewer({ hasMembership: true });
  await prisma().user.update({ where: { id: viewer.id }, data: { referredById: seller.id } });
  return { viewer, sellerId: seller.id };
}

/** Somebody who has bought a year by card. */
async function newYearlyMember() {
  const referred = await newReferred();
  const { clientSecret } = await startPurchase(referred.viewer, yearly, 'card_form');
  await pay(String(clientSecret));
  return referred;
}

/** Somebody who has bought a year with PayPal. */
async function newPaypalYear() {
  const referred = await newReferred();
  const id = idIn(await openPaymentPage(referred.viewer, yearly, 'wallet'));
  await fake.approve(id);
  await deliver();
  return { ...referred, id };
}

const hasMembership = (userId: string, time: Date) => at(time, () => isEntitled(userId, 'membership'));
const paymentsOf = (userId: string) =>
  prisma().payment.findMany({ where: { userId }, orderBy: { paidAt: 'asc' } });

describe('a yearly product that no code names, by card', () => {
  it('is bought, welcomed, earned on, receipted and counted by the year', async () => {
    await rebuildFigures();
    const range = readRange(new URLSearchParams(), new Date());
    const before = (await findRevenue(range, 'usd')).whole.endCents;
    const { viewer, sellerId } = await newYearlyMember();
    const row = await rowOf(viewer.id);
    expect(row).toMatchObject({ product: 'studio', interval: 'year', amount: 47_000, status: 'active' });
    expectYearOn(row.currentPeriodEnd);
    expect(await findMembershipState(viewer.id)).toMatchObject({
      kind: 'active',
      nextPayment: { amountCents: 47_000, interval: 'year', at: row.currentPeriodEnd },
    });
    const [welcome] = await mailsTo(viewer.email);
    expect(welcome?.text).toContain('$470.00 a year, and renews every year until you cancel it');
    expect(welcome?.text).not.toContain('month,');
    expect(await ledgerOf(sellerId)).toEqual(['earning 23500']);
    const [receipt] = await prisma().receipt.findMany({ where: { userId: viewer.id } });
    expect(receipt).toMatchObject({ totalCents: 47_000 });
    const [line] = (receipt?.lines ?? []) as { periodEnd: string }[];
    expectYearOn(new Date(line?.periodEnd ?? 0));
    await rebuildFigures();
    expect((await findRevenue(range, 'usd')).whole.endCents - before).toBe(Math.round(47_000 / 12));
  });

  it('is open until the year and the days of grace are over', async () => {
    const { viewer } = await newYearlyMember();
    const end = (await rowOf(viewer.id)).currentPeriodEnd as Date;
    expect(await hasMembership(viewer.id, days(300))).toBe(true);
    expect(await hasMembership(viewer.id, new Date(days(graceDays, end).getTime() - 1000))).toBe(true);
    expect(await hasMembership(viewer.id, new Date(days(graceDays, end).getTime() + 1000))).toBe(false);
  });

  it('announces its renewal, renews for a year, and earns again', async () => {
    const { viewer, sellerId } = await newYearlyMember();
    const end = (await rowOf(viewer.id)).currentPeriodEnd as Date;
    await at(days(-31, end), announceRenewals);
    expect(await subjectsTo(viewer.email)).toHaveLength(1);
    await at(days(-29, end), announceRenewals);
    const notice = (await mailsTo(viewer.email))[0];
    expect(notice?.subject).toContain('Studio membership renews on');
    expect(notice?.text).toContain('$470.00');
    expect(notice?.text).toContain('every year until you cancel');
    await renew(viewer.id);
    expectYearOn((await rowOf(viewer.id)).currentPeriodEnd, 2);
    expect(await ledgerOf(sellerId)).toEqual(['earning 23500', 'earning 23500']);
    expect(await paymentsOf(viewer.id)).toHaveLength(2);
  });

  it('is canceled for the end of its year, and kept', async () => {
    const { viewer } = await newYearlyMember();
    const plan = await planCancellation(viewer.id);
    expect(plan).toMatchObject({ interval: 'year', endsAtOnce: false });
    expectYearOn(plan?.accessEndsAt);
    expect(await cancelMembership(viewer, { reason: undefined, comment: undefined })).toBe(true);
    await settled();
    expect(await hasMembership(viewer.id, days(300))).toBe(true);
    expect(await keepMembership(viewer)).toBe(true);
    expect((await mailsTo(viewer.email))[0]?.text).toContain('It renews every year until you cancel it');
  });

  it('is given back in full under the guarantee, within its days of the first payment alone', async () => {
    const { viewer } = await newYearlyMember();
    const [payment] = await paymentsOf(viewer.id);
    const chance = () => planRefund(viewer.id, String(payment?.id));
    expect(await chance()).toMatchObject({ chance: { kind: 'guaranteed', cents: 47_000 } });
    expect(await at(days(31), chance)).toMatchObject({ chance: { kind: 'on_request', why: 'too_late' } });
  });

  it('waits for a renewal that fails, and names what is missing', async () => {
    const { viewer } = await newYearlyMember();
    await renew(viewer.id, false);
    expect(await rowOf(viewer.id)).toMatchObject({ status: 'past_due' });
    const missing = (await mailsTo(viewer.email))[0];
    expect(missing?.text).toContain('$470.00');
    expect(await isEntitled(viewer.id, 'membership')).toBe(true);
  });

  it('is in the copy of its member’s data, as what it is', async () => {
    const { viewer } = await newYearlyMember();
    const confirmed = confirmedViewer({ ...viewer, confirmedAt: new Date() });
    await requestExport(confirmed);
    const { id } = await prisma().dataExport.findFirstOrThrow({ where: { userId: viewer.id } });
    await makeExport({ exportId: id });
    const files = unzipSync(new Uint8Array((await readExport(confirmed, id)) ?? []));
    const [row] = JSON.parse(Buffer.from(files['subscriptions.json'] ?? []).toString());
    expect(row).toMatchObject({ product: 'studio', interval: 'year', amount: 47_000 });
  });
});

describe('a yearly product that no code names, with PayPal', () => {
  it('is paid for a year, whatever PayPal leaves out', async () => {
    const { viewer, sellerId } = await newPaypalYear();
    const row = await rowOf(viewer.id);
    expect(row).toMatchObject({ product: 'studio', interval: 'year', status: 'active' });
    expectYearOn(row.currentPeriodEnd);
    expect(await ledgerOf(sellerId)).toEqual(['earning 23500']);
    await prisma().subscription.update({ where: { id: row.id }, data: { currentPeriodEnd: null } });
    expect(await hasMembership(viewer.id, days(300))).toBe(true);
    expect(await hasMembership(viewer.id, days(366 + graceDays + 1))).toBe(false);
  });

  it('canceled, ends a year after its payment, where nothing else has told its end', async () => {
    const { viewer, id } = await newPaypalYear();
    const { id: rowId } = await rowOf(viewer.id);
    await prisma().payment.updateMany({ where: { userId: viewer.id }, data: { periodEnd: null } });
    await prisma().subscription.update({ where: { id: rowId }, data: { currentPeriodEnd: null } });
    await fake.cancel(id);
    await deliver();
    const row = await rowOf(viewer.id);
    expect(row.cancelAtPeriodEnd).toBe(true);
    expectYearOn(row.currentPeriodEnd);
    await endPaidPeriods(days(300));
    expect(await rowOf(viewer.id)).toMatchObject({ status: 'active' });
    await endPaidPeriods(days(367));
    expect(await rowOf(viewer.id)).toMatchObject({ status: 'canceled' });
  });

  it('lets its member sell for the whole year where no period was told', async () => {
    const { viewer: seller } = await newPaypalYear();
    await prisma().payment.updateMany({ where: { userId: seller.id }, data: { periodEnd: null } });
    await prisma().user.update({
      where: { id: seller.id },
      data: { role: 'affiliate', assignedRole: 'affiliate' },
    });
    const lapseMails = async () =>
      (await subjectsTo(seller.email)).filter((subject) => /earn no commission/.test(subject)).length;
    const before = await lapseMails();
    for (const day of [28, 33, 60, 300]) await at(days(day), announceLapses);
    expect(await lapseMails()).toBe(before);
    const facts = await transaction((tx) => lockSellers(tx, [seller.id]));
    expectYearOn(facts.get(seller.id)?.periods[0]?.endsAt);
    await at(days(366 + graceDays + 1), announceLapses);
    expect(await lapseMails()).toBe(before + 1);
  });

  // Last, as it turns the provider's clock on.
  it('renews after a year, and no sooner', async () => {
    const { viewer } = await newPaypalYear();
    await fake.passDays(360);
    await deliver();
    expect(await paymentsOf(viewer.id)).toHaveLength(1);
    await fake.passDays(7);
    await deliver();
    expect(await paymentsOf(viewer.id)).toHaveLength(2);
    expectYearOn((await rowOf(viewer.id)).currentPeriodEnd, 2);
  });
});
