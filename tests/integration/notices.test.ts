import { describe, expect, it } from 'vitest';
import type { Viewer } from '#app/domain/core/access/viewer.ts';
import type { Product } from '#app/domain/core/catalogue/product.ts';
import { resellerPro, resellerProFree3 } from '#app/domain/core/catalogue/products.ts';
import { cancelMembership, keepMembership } from '#app/domain/selling/billing/cancellation.server.ts';
import { openCardPage } from '#app/domain/selling/billing/card.server.ts';
import { watchCards } from '#app/domain/selling/billing/card-expiry.server.ts';
import { announceRenewals } from '#app/domain/selling/billing/notices.server.ts';
import { openPaymentPage } from '#app/domain/selling/billing/purchase.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import {
  atStripe,
  card,
  daysPass,
  newCardMember,
  payHosted,
  rowOf,
  settled,
  stripe,
  withSandbox,
} from '#tests/integration/card-buyers.ts';
import { at, linkIn, mailsTo, newViewer, subjectsTo } from '#tests/integration/people.ts';

withSandbox();

const dayMs = 864e5;

async function newPro(product: Product = resellerPro) {
  const viewer = await newViewer({ role: 'reseller' });
  await payHosted(await openPaymentPage(viewer, product, 'card_page'));
  return viewer;
}

const longDay = (when: Date) => when.toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' });

/** Looks whenever a day has passed, from some days before a time to the day after it. */
async function watchDays(until: Date, daysBefore: number, look: () => Promise<void>): Promise<void> {
  for (let days = -daysBefore; days <= 1; days += 0.5) await at(until.getTime() + days * dayMs, look);
}

describe('the first payment after free months (P131)', () => {
  it('is told seven days before, once, with amount and day, and none of the free months is', async () => {
    const viewer = await newPro(resellerProFree3);
    const first = (await rowOf(viewer.id)).currentPeriodEnd as Date;
    await watchDays(first, 8, announceRenewals);
    expect(await subjectsTo(viewer.email)).toEqual(['Reseller PRO is active']);
    await daysPass(32);
    await daysPass(31);
    const last = (await rowOf(viewer.id)).currentPeriodEnd as Date;
    await at(last.getTime() - 7.1 * dayMs, announceRenewals);
    expect(await subjectsTo(viewer.email)).toEqual(['Reseller PRO is active']);
    await watchDays(last, 7, announceRenewals);
    expect((await subjectsTo(viewer.email)).slice(1)).toEqual([`Your free months end on ${longDay(last)}`]);
    // Another hour of the same day is the same end.
    const { id } = await rowOf(viewer.id);
    const noon = new Date(last);
    noon.setUTCHours(12, 0, 0, 0);
    await prisma().subscription.update({ where: { id }, data: { currentPeriodEnd: noon } });
    await at(noon.getTime() - 5 * dayMs, announceRenewals);
    expect(await subjectsTo(viewer.email)).toHaveLength(2);
    await prisma().subscription.update({ where: { id }, data: { currentPeriodEnd: last } });
    const [mail] = await mailsTo(viewer.email);
    expect(mail?.text).toContain(`On that day we take $97.00 from your card, for the first time`);
    expect(mail?.text).toContain('/profile/billing/cancel?product=pro');
    await daysPass(31);
    expect(await prisma().payment.findMany({ where: { userId: viewer.id } })).toMatchObject([
      { amountCents: 9_700, status: 'paid' },
    ]);
  });

  it('is told to nobody who has canceled', async () => {
    const viewer = await newPro(resellerProFree3);
    await daysPass(63);
    await cancelMembership(viewer, {}, 'reseller_pro');
    await settled();
    const last = (await rowOf(viewer.id)).currentPeriodEnd as Date;
    await at(last.getTime() - 5 * dayMs, announceRenewals);
    expect((await subjectsTo(viewer.email)).filter((subject) => subject.includes('free months'))).toEqual([]);
  });
});

describe('another price (P131)', () => {
  it('is told before it is taken, once, with the one before', async () => {
    const viewer = await newCardMember();
    const { items, id } = await atStripe(viewer.id);
    const price = await stripe.prices.create({
      currency: 'usd',
      unit_amount: 5_700,
      product_data: { name: 'More' },
      recurring: { interval: 'month' },
    });
    await daysPass(1);
    await stripe.subscriptions.update(id, {
      items: [{ id: String(items.data[0]?.id), price: price.id }],
      proration_behavior: 'none',
    });
    await settled();
    const renewsAt = (await rowOf(viewer.id)).currentPeriodEnd as Date;
    await watchDays(renewsAt, 20, announceRenewals);
    expect((await subjectsTo(viewer.email)).slice(1)).toEqual([
      `Your membership costs $57.00 from ${longDay(renewsAt)}`,
    ]);
    const [mail] = await mailsTo(viewer.email);
    expect(mail?.text).toContain('costs $57.00 every month, in place of $47.00 until now');
    expect(linkIn(mail?.text ?? '', '/profile/billing/cancel')).toBe('/profile/billing/cancel');
  });

  it('and a year’s renewal: that one is told each time', async () => {
    const viewer = await newCardMember();
    const renewsAt = (await rowOf(viewer.id)).currentPeriodEnd as Date;
    await prisma().subscription.updateMany({ where: { userId: viewer.id }, data: { interval: 'year' } });
    await watchDays(renewsAt, 2, announceRenewals);
    const next = new Date(renewsAt.getTime() + 365 * dayMs);
    await prisma().subscription.updateMany({
      where: { userId: viewer.id },
      data: { currentPeriodEnd: next },
    });
    await watchDays(next, 2, announceRenewals);
    expect((await subjectsTo(viewer.email)).slice(1)).toEqual(
      [renewsAt, next].map((day) => `Your membership renews on ${longDay(day)}`),
    );
  });
});

describe('a renewal', () => {
  it('is told to nobody whose subscription gives nothing, or of which a payment is missing', async () => {
    const viewer = await newCardMember();
    const renewsAt = (await rowOf(viewer.id)).currentPeriodEnd as Date;
    const stands = (data: Partial<Awaited<ReturnType<typeof rowOf>>>) =>
      prisma().subscription.updateMany({ where: { userId: viewer.id }, data });
    const isTold = async () => {
      const before = (await subjectsTo(viewer.email)).length;
      await at(renewsAt.getTime() - 2 * dayMs, announceRenewals);
      return (await subjectsTo(viewer.email)).length > before;
    };
    await stands({ interval: 'year', isDisputed: true });
    expect(await isTold(), 'in dispute').toBe(false);
    await stands({ isDisputed: false, isRefunded: true });
    expect(await isTold(), 'given back').toBe(false);
    await stands({ isRefunded: false, heldReason: 'another price' });
    expect(await isTold(), 'held').toBe(false);
    await stands({ heldReason: null, pastDueSince: new Date() });
    expect(await isTold(), 'a payment is missing').toBe(false);
    await stands({ pastDueSince: null, requestedChange: 'cancel', requestedAt: new Date() });
    expect(await isTold(), 'just canceled, and the provider does not know it yet').toBe(false);
    await stands({ requestedChange: null, requestedAt: null });
    expect(await isTold()).toBe(true);
  });
});

describe('the end of Reseller PRO (P131)', () => {
  it('is told three days before, once, and again where it was kept and canceled anew for another day', async () => {
    const viewer = await newPro();
    await cancelMembership(viewer, {}, 'reseller_pro');
    await settled();
    const endsAt = (await rowOf(viewer.id)).currentPeriodEnd as Date;
    await at(endsAt.getTime() - 3.1 * dayMs, announceRenewals);
    expect(await subjectsTo(viewer.email)).toHaveLength(2);
    await watchDays(endsAt, 3, announceRenewals);
    expect((await subjectsTo(viewer.email)).slice(2)).toEqual([`Reseller PRO ends on ${longDay(endsAt)}`]);
  });

  it('is told to nobody who has kept it, nor where the membership ends', async () => {
    const [kept, member] = [await newPro(), await newCardMember()];
    await cancelMembership(kept, {}, 'reseller_pro');
    await keepMembership(kept, 'reseller_pro');
    await cancelMembership(member, {});
    await settled();
    for (const { id, email } of [kept, member]) {
      const endsAt = (await rowOf(id)).currentPeriodEnd as Date;
      await at(endsAt.getTime() - 2 * dayMs, announceRenewals);
      expect((await subjectsTo(email)).filter((subject) => subject.includes(' ends on '))).toEqual([]);
    }
    // The provider does not know yet that it goes on.
    await prisma().subscription.updateMany({
      where: { userId: kept.id },
      data: { cancelAtPeriodEnd: true, requestedChange: 'keep', requestedAt: new Date() },
    });
    const endsAt = (await rowOf(kept.id)).currentPeriodEnd as Date;
    await at(endsAt.getTime() - 2 * dayMs, announceRenewals);
    expect((await subjectsTo(kept.email)).filter((subject) => subject.includes(' ends on '))).toEqual([]);
  });
});

describe('a card that is about to expire (P131)', () => {
  /** Puts a card in the place of a member's. */
  const replaceBy = async (viewer: Viewer, expiry: string) => {
    const body = new URLSearchParams({ ...card, expiry });
    await fetch(await openCardPage(viewer), { method: 'POST', body, redirect: 'manual' });
  };
  const cardMails = async (email: string) =>
    (await subjectsTo(email)).filter((subject) => subject.includes('expires'));

  it('is told a month before, once, and the next one a month before its own end', async () => {
    const viewer = await newCardMember();
    await watchCards();
    expect(await rowOf(viewer.id)).toMatchObject({
      cardBrand: 'Visa',
      cardLast4: '4242',
      cardExpiresAt: new Date('2035-01-01T00:00:00Z'),
    });
    await replaceBy(viewer, '08 / 29');
    await at(new Date('2029-07-31T12:00:00Z'), watchCards);
    expect(await cardMails(viewer.email)).toEqual([]);
    for (const day of ['2029-08-08', '2029-08-16', '2029-08-24'])
      await at(new Date(`${day}T12:00:00Z`), watchCards);
    expect(await cardMails(viewer.email)).toEqual(['Your card ending in 4242 expires on August 31, 2029']);
    const [mail] = await mailsTo(viewer.email);
    expect(mail?.text).toContain(`Hello ${viewer.name}`);
    expect(mail?.text).toContain('by the Visa ending in 4242, which is good until August 31, 2029');
    expect(linkIn(mail?.text ?? '', '/profile/billing/card/')).toBeTruthy();
    await replaceBy(viewer, '10 / 2029');
    await at(new Date('2029-10-12T12:00:00Z'), watchCards);
    expect(await cardMails(viewer.email)).toHaveLength(2);
  });

  it('is told from 31 days before it ends, and no more once it has ended', async () => {
    const dayEnds = Date.parse('2029-09-01T00:00:00Z');
    for (const [daysLeft, mails] of [
      [31.01, 0],
      [31, 1],
      [0.01, 1],
      [0, 0],
      [-1, 0],
    ] as const) {
      const viewer = await newCardMember();
      await replaceBy(viewer, '08 / 29');
      await at(dayEnds - daysLeft * dayMs, watchCards);
      expect((await rowOf(viewer.id)).cardExpiresAt, String(daysLeft)).toEqual(new Date(dayEnds));
      expect(await cardMails(viewer.email), String(daysLeft)).toHaveLength(mails);
    }
  });

  it('is told to nobody who has just canceled, though the provider does not know it yet', async () => {
    const viewer = await newCardMember();
    await replaceBy(viewer, '09 / 29');
    const { id } = await rowOf(viewer.id);
    await prisma().subscription.update({
      where: { id },
      data: { requestedChange: 'cancel', requestedAt: new Date() },
    });
    await at(new Date('2029-09-10T12:00:00Z'), watchCards);
    expect(await rowOf(viewer.id)).toMatchObject({ cancelAtPeriodEnd: false, cardLast4: '4242' });
    expect(await cardMails(viewer.email)).toEqual([]);
  });

  it('is not asked for again within a week, and told to nobody who has canceled', async () => {
    const viewer = await newCardMember();
    await replaceBy(viewer, '09 / 29');
    await cancelMembership(viewer, {});
    await at(new Date('2029-09-10T12:00:00Z'), watchCards);
    expect(await cardMails(viewer.email)).toEqual([]);
    const staying = await newCardMember();
    await watchCards();
    const { cardAskedAt } = await rowOf(staying.id);
    await at(Number(cardAskedAt) + 6.9 * dayMs, watchCards);
    expect((await rowOf(staying.id)).cardAskedAt).toEqual(cardAskedAt);
    await at(Number(cardAskedAt) + 7.1 * dayMs, watchCards);
    expect(Number((await rowOf(staying.id)).cardAskedAt)).toBeGreaterThan(Number(cardAskedAt));
  });

  it('is not asked for where the provider alone was told that the membership is to end', async () => {
    const viewer = await newCardMember();
    const { id } = await rowOf(viewer.id);
    await prisma().subscription.update({ where: { id }, data: { cancelAtPeriodEnd: true } });
    await watchCards();
    expect(await rowOf(viewer.id)).toMatchObject({ cardAskedAt: null, requestedChange: null });
  });
});
