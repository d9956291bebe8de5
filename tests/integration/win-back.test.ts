import { beforeEach, describe, expect, it } from 'vitest';
import type { Viewer } from '#app/domain/core/access/viewer.ts';
import { loadSettings } from '#app/domain/core/site-settings/current.server.ts';
import { findMembershipState } from '#app/domain/selling/billing/billing-overview.server.ts';
import { cancelMembership } from '#app/domain/selling/billing/cancellation.server.ts';
import {
  acceptWinBack,
  findWinBack,
  findWinBackFigures,
} from '#app/domain/selling/win-back/win-back.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { connectPayments } from '#app/platform/payments/payments.server.ts';
import {
  atStripe,
  newCardMember,
  renew,
  sandbox,
  settled,
  stripe,
  withSandbox,
} from '#tests/integration/card-buyers.ts';
import { newViewer, subjectsTo } from '#tests/integration/people.ts';
import { cutOffStripe } from '#tests/integration/stripe-outage.ts';
import { paymentsOf } from '#tests/integration/yearly-switches.ts';

withSandbox();

const terms = { percentOff: 50, months: 2 };
const half = 2_350;

async function offer(value: { percentOff: number; months: number } | null): Promise<void> {
  await prisma().siteSetting.deleteMany({ where: { section: 'winBack' } });
  if (value)
    await prisma().siteSetting.create({
      data: { section: 'winBack', value, version: 1, changedAt: new Date() },
    });
  await loadSettings();
}

beforeEach(() => offer(terms));

const accept = (viewer: Viewer) => acceptWinBack(viewer, terms);
const amountsOf = async (userId: string) =>
  (await paymentsOf(userId)).map(({ amountCents, discountCents }) => [amountCents, discountCents]);

describe('a lower price in place of canceling', () => {
  it('is taken with one press, told, and taken off so many payments', async () => {
    const viewer = await newCardMember();
    expect(await findWinBack(viewer.id, true)).toEqual({
      ...terms,
      amountCents: 4_700,
      offeredCents: half,
      currency: 'usd',
      hasTaxOnTop: false,
    });
    const before = await findWinBackFigures();
    expect(await accept(viewer)).toBe(true);
    await settled();
    expect((await subjectsTo(viewer.email)).at(-1)).toBe('50% off your membership for 2 months');
    expect(await findMembershipState(viewer.id)).toMatchObject({
      kind: 'active',
      nextPayment: { amountCents: half },
    });
    expect(await findWinBackFigures()).toEqual({
      ...before,
      accepted: before.accepted + 1,
      kept: before.kept + 1,
    });
    await renew(viewer.id);
    expect(await amountsOf(viewer.id)).toEqual([
      [4_700, 0],
      [half, half],
    ]);
    // Once in a year, and for who pays the full price.
    expect(await findWinBack(viewer.id, true)).toBeNull();
    await cancelMembership(viewer, {});
    await settled();
    expect(await findWinBackFigures()).toMatchObject({ kept: before.kept });
  });

  it('happens once, pressed twice and in two tabs', async () => {
    const viewer = await newCardMember();
    await findWinBack(viewer.id, true);
    await Promise.all([accept(viewer), accept(viewer)]);
    expect(await accept(viewer)).toBe(false);
    await settled();
    expect((await atStripe(viewer.id)).discounts).toHaveLength(1);
    expect((await subjectsTo(viewer.email)).filter((subject) => /off your/.test(subject))).toHaveLength(1);
  });

  it('is refused as a whole while Stripe cannot be reached, and goes on where it was left', async () => {
    const viewer = await newCardMember();
    cutOffStripe();
    await expect(accept(viewer)).rejects.toMatchObject({ kind: 'unavailable' });
    expect(await prisma().winBackOffer.count({ where: { userId: viewer.id } })).toBe(0);
    connectPayments(sandbox.apiPort);
    // As when the site was killed after Stripe had been asked.
    const { id } = await atStripe(viewer.id);
    const coupons = await stripe.coupons.retrieve('months_2_50_percent').catch(() => null);
    if (!coupons)
      await stripe.coupons.create({
        id: 'months_2_50_percent',
        percent_off: 50,
        duration: 'repeating',
        duration_in_months: 2,
      });
    await stripe.subscriptions.update(id, { discounts: [{ coupon: 'months_2_50_percent' }] });
    expect(await accept(viewer)).toBe(true);
    expect((await atStripe(viewer.id)).discounts).toHaveLength(1);
  });

  it('is for nobody where none is set, who has no membership, is leaving, or was shown other terms', async () => {
    const viewer = await newCardMember();
    await expect(acceptWinBack(viewer, { ...terms, months: 3 })).rejects.toMatchObject({ kind: 'conflict' });
    await expect(accept(await newViewer())).rejects.toMatchObject({ kind: 'conflict' });
    await cancelMembership(viewer, {});
    await settled();
    await expect(accept(viewer)).rejects.toMatchObject({ kind: 'conflict' });
    const other = await newCardMember();
    await offer(null);
    expect(await findWinBack(other.id, true)).toBeNull();
    await expect(accept(other)).rejects.toMatchObject({ kind: 'conflict' });
    expect(await prisma().winBackOffer.count({ where: { userId: other.id } })).toBe(0);
  });
});
