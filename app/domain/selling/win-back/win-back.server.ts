import { lockUser } from '#app/domain/core/access/lock-user.server.ts';
import type { Viewer } from '#app/domain/core/access/viewer.ts';
import { recordActivity } from '#app/domain/core/activity/record.server.ts';
import { productNoun } from '#app/domain/core/catalogue/products.ts';
import { siteSettings } from '#app/domain/core/site-settings/current.server.ts';
import { Refusal } from '#app/domain/core/values/errors.ts';
import {
  findSubscription,
  type OwnSubscription,
} from '#app/domain/selling/billing/billing-overview.server.ts';
import { stateOf } from '#app/domain/selling/billing/membership-state.ts';
import { atProvider } from '#app/domain/selling/billing/provider-refusal.server.ts';
import { mayBeOffered, type WinBackTerms, withOffer } from '#app/domain/selling/win-back/win-back-rules.ts';
import { now } from '#app/platform/clock.server.ts';
import { config } from '#app/platform/config.server.ts';
import { prisma, transaction } from '#app/platform/database/client.server.ts';
import { dayMs } from '#app/platform/durations.ts';
import { queueMail } from '#app/platform/mail/outbox.server.ts';
import { periodAfter } from '#app/platform/payments/interval.ts';
import { provider } from '#app/platform/payments/payments.server.ts';

/** A lower price for some months. Money is integer cents, before tax. */
export interface WinBackOffer extends WinBackTerms {
  /** What is taken each month at present, and with the offer. */
  amountCents: number;
  offeredCents: number;
  currency: string;
  hasTaxOnTop: boolean;
}

/** What the operator offers; null for nothing. */
function termsNow(): WinBackTerms | null {
  const { percentOff, months } = siteSettings().winBack;
  return percentOff > 0 ? { percentOff, months } : null;
}

async function findOffered(userId: string): Promise<{ row: OwnSubscription; offer: WinBackOffer } | null> {
  const terms = termsNow();
  if (!terms) return null;
  const at = now();
  const row = await findSubscription(userId, at);
  if (!row) return null;
  const last = await prisma().winBackOffer.aggregate({ where: { userId }, _max: { acceptedAt: true } });
  if (!mayBeOffered(row, stateOf(row, at), last._max.acceptedAt, at)) return null;
  const { amount: amountCents, currency } = row;
  const { hasTaxOnTop } = config().checkout;
  const offeredCents = withOffer(amountCents, terms);
  return { row, offer: { ...terms, amountCents, offeredCents, currency, hasTaxOnTop } };
}

/**
 * The lower price that a user is offered in place of canceling; null where there is none for them. With `isShown` it is kept that they have
 * seen it, once for each of its terms.
 */
export async function findWinBack(userId: string, isShown: boolean): Promise<WinBackOffer | null> {
  const offered = await findOffered(userId);
  if (!offered) return null;
  const { row, offer } = offered;
  const { percentOff, months } = offer;
  if (isShown)
    await prisma().winBackOffer.createMany({
      data: { userId, subscriptionId: row.id, percentOff, months, shownAt: now() },
      skipDuplicates: true,
    });
  return offer;
}

/**
 * Gives a member the lower price that they were shown, at their provider first (P296). Asked again it changes nothing; false says so.
 * @throws {Refusal} conflict where it is not offered to them (any more); unavailable when the provider refuses it or cannot be reached
 */
export async function acceptWinBack(viewer: Viewer, shown: WinBackTerms): Promise<boolean> {
  const offered = await findOffered(viewer.id);
  if (!offered) {
    if (await hasAccepted(viewer.id, shown)) return false;
    throw new Refusal('conflict', 'This offer is not available to you any more. Nothing has changed.');
  }
  const { row, offer } = offered;
  if (offer.percentOff !== shown.percentOff || offer.months !== shown.months)
    throw new Refusal(
      'conflict',
      'The offer has changed since you opened this page. Check what it says now.',
    );
  const { percentOff, months, currency } = offer;
  const promotion = { code: 'WINBACK', percentOff, months, isSiteOnly: true, providerId: null };
  await atProvider(() =>
    provider(row.provider).discountSubscription(row.providerSubscriptionId, promotion, currency),
  );
  return transaction(async (tx) => {
    await lockUser(tx, viewer.id);
    const acceptedAt = now();
    const endsAt = periodAfter(acceptedAt, 'month', acceptedAt, months);
    const terms = { subscriptionId: row.id, percentOff, months };
    await tx.db.winBackOffer.createMany({
      data: { ...terms, userId: viewer.id, shownAt: acceptedAt },
      skipDuplicates: true,
    });
    const dayBefore = new Date(acceptedAt.getTime() - dayMs);
    const { count } = await tx.db.winBackOffer.updateMany({
      where: { ...terms, OR: [{ acceptedAt: null }, { acceptedAt: { lt: dayBefore } }] },
      data: { acceptedAt, endsAt },
    });
    if (count === 0) return false;
    await recordActivity(tx, {
      kind: 'win_back_accepted',
      userId: viewer.id,
      actorId: viewer.id,
      subject: { type: 'subscription', id: row.id },
      details: { percentOff, months },
    });
    await queueMail(tx, viewer.email, 'win-back-accepted', {
      name: viewer.name,
      noun: productNoun(row.product),
      months,
      percentOff,
      offeredCents: offer.offeredCents,
      amountCents: offer.amountCents,
      currency,
      hasTaxOnTop: offer.hasTaxOnTop,
      nextPaymentAt: row.currentPeriodEnd,
      billingUrl: `${config().appUrl}/profile/billing`,
    });
    return true;
  });
}

/** Whether a user has this very offer, as after a second press. */
async function hasAccepted(userId: string, { percentOff, months }: WinBackTerms): Promise<boolean> {
  const where = { userId, percentOff, months, endsAt: { gt: now() } };
  return (await prisma().winBackOffer.count({ where })) > 0;
}

/** How many members were shown an offer, took one, and are members still. */
interface WinBackFigures {
  shown: number;
  accepted: number;
  kept: number;
}

export async function findWinBackFigures(): Promise<WinBackFigures> {
  const [row] = await prisma().$queryRaw<[WinBackFigures]>`
    SELECT count(DISTINCT o.user_id)::int AS shown,
      (count(DISTINCT o.user_id) FILTER (WHERE o.accepted_at IS NOT NULL))::int AS accepted,
      (count(DISTINCT o.user_id) FILTER (WHERE o.accepted_at IS NOT NULL
        AND s.status IN ('trialing', 'active', 'past_due', 'paused') AND NOT s.cancel_at_period_end))::int AS kept
    FROM win_back_offers o JOIN subscriptions s ON s.id = o.subscription_id`;
  return row;
}
