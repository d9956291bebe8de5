import { lockUser } from '#app/domain/core/access/lock-user.server.ts';
import type { Viewer } from '#app/domain/core/access/viewer.ts';
import { recordActivity } from '#app/domain/core/activity/record.server.ts';
import { Refusal } from '#app/domain/core/values/errors.ts';
import { affiliates } from '#app/domain/programme/affiliates/attribution.server.ts';
import { normalCode } from '#app/domain/programme/affiliates/clicks.server.ts';
import { maxPercentOff, type ReductionTerms } from '#app/domain/programme/affiliates/promotion-rules.ts';
import { now } from '#app/platform/clock.server.ts';
import { config } from '#app/platform/config.server.ts';
import {
  isUniqueViolation,
  prisma,
  type Transaction,
  transaction,
} from '#app/platform/database/client.server.ts';
import { daySeconds } from '#app/platform/durations.ts';
import { sendJobWith } from '#app/platform/jobs/queue.server.ts';
import { providerFor } from '#app/platform/payments/payments.server.ts';
import { consumeRateLimit, type RateLimit } from '#app/platform/rate-limit.server.ts';

/** Codes that an affiliate has at a time, made by itself. */
export const maxOwnCodes = 20;

/** What an affiliate's own new codes take off, in percent; null where the operator alone makes codes. */
export const ownCodePercent = (): number | null => config().affiliateCodePercent;

/** The name of a new code, from how somebody typed it. @throws {Refusal} invalid (the field given) for one that cannot be */
export function newCodeName(typed: string, field: string): string {
  const code = normalCode(typed);
  if (!/^[A-Z0-9][A-Z0-9-]{2,29}$/.test(code))
    throw new Refusal('invalid', 'A code has 3 to 30 letters, digits and hyphens.', field);
  return code;
}

interface NewCode {
  affiliateId: string;
  code: string;
  percentOff: number;
  /** Who makes it; null at the command line. */
  actorId: string | null;
  /** Of how many codes at a time it may be one; any number at the command line. */
  most?: number;
}

/** Codes somebody makes in a day: one that has ended keeps its name, and nobody is to take all names there are. */
const makingLimit: RateLimit = { name: 'promotion-code', points: 2 * maxOwnCodes, seconds: daySeconds };

/**
 * Makes a code for an affiliate.
 * @throws {Refusal} invalid for a code or a discount that cannot be, not_found where the affiliate is none, conflict for a code that is taken.
 */
export async function makePromotionCode(wanted: NewCode): Promise<void> {
  const code = newCodeName(wanted.code, 'promotionCode');
  const { affiliateId, percentOff, actorId, most } = wanted;
  if (!Number.isInteger(percentOff) || percentOff < 0 || percentOff > maxPercentOff)
    throw new Refusal('invalid', `A code takes 0 to ${maxPercentOff} percent off.`, 'percentOff');
  try {
    await transaction(async (tx) => {
      const affiliate = await tx.db.user.findUnique({
        where: { id: affiliateId, ...affiliates },
        select: { id: true },
      });
      if (!affiliate) throw new Refusal('not_found', 'There is no such affiliate.');
      if (most !== undefined) await refuseMoreThan(tx, affiliateId, most);
      const { id } = await tx.db.promotionCode.create({
        data: { affiliateId, code, percentOff, createdAt: now() },
        select: { id: true },
      });
      await recordActivity(tx, {
        kind: 'promotion_code_made',
        userId: affiliateId,
        ...(actorId ? { actorId } : {}),
        details: { code, percentOff },
      });
      await publishLater(tx, { id, percentOff });
    });
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new Refusal('conflict', 'This code is taken. Please choose another.', 'promotionCode');
  }
}

/**
 * Makes a code of one's own, where the operator allows that.
 * @throws {Refusal} as `makePromotionCode`; not_allowed where the operator does not, or there are many; {RateLimitExceeded}
 */
export async function makeOwnCode(viewer: Pick<Viewer, 'id'>, code: string): Promise<void> {
  const percentOff = ownCodePercent();
  if (percentOff === null)
    throw new Refusal('not_allowed', 'Codes are made by our team. Please write to us.');
  await consumeRateLimit(makingLimit, viewer.id);
  await makePromotionCode({
    affiliateId: viewer.id,
    code,
    percentOff,
    actorId: viewer.id,
    most: maxOwnCodes,
  });
}

/** Of two codes made at once the second is counted after the first. */
async function refuseMoreThan(tx: Transaction, affiliateId: string, most: number): Promise<void> {
  await lockUser(tx, affiliateId);
  const count = await tx.db.promotionCode.count({ where: { affiliateId, endedAt: null } });
  if (count >= most)
    throw new Refusal(
      'not_allowed',
      `You have ${most} codes. Please end one of them first.`,
      'promotionCode',
    );
}

/** Ends a code: it is not taken any more, and stays taken as a name. One that has ended stays as it is. @throws {Refusal} not_found */
export async function endPromotionCode(
  typed: string,
  by: { affiliateId: string } | 'operator',
): Promise<void> {
  const code = normalCode(typed);
  const owned = by === 'operator' ? { code } : { code, affiliateId: by.affiliateId, isOperators: false };
  await transaction((tx) => endCode(tx, owned, by !== 'operator'));
}

/**
 * The same as part of `tx`, by the affiliate or by the operator; false where it has ended already.
 * @throws {Refusal} not_found
 */
export async function endCode(
  tx: Transaction,
  where: { id: string } | { code: string; affiliateId?: string; isOperators?: boolean },
  isByAffiliate = false,
): Promise<boolean> {
  const row = await tx.db.promotionCode.findFirst({
    where,
    select: { id: true, code: true, percentOff: true, affiliateId: true, isOperators: true },
  });
  if (!row) throw new Refusal('not_found', 'There is no such code.');
  const { id, code, affiliateId: userId } = row;
  // Of two presses at once the second waits here, and ends nothing.
  const { count } = await tx.db.promotionCode.updateMany({
    where: { id, endedAt: null },
    data: { endedAt: now() },
  });
  if (count === 0) return false;
  if (userId)
    await recordActivity(tx, {
      kind: 'promotion_code_ended',
      userId,
      ...(isByAffiliate ? { actorId: userId } : {}),
      details: { code },
    });
  if (!row.isOperators) await publishLater(tx, row);
  return true;
}

/** A code that takes nothing off is the site's alone: providers know discounts, and no others. */
async function publishLater(
  tx: Transaction,
  { id, percentOff }: { id: string; percentOff: number },
): Promise<void> {
  if (percentOff > 0) await sendJobWith(tx, 'publish-promotion-code', { promotionCodeId: id });
}

/**
 * Makes a code at the provider on whose own page codes can be typed, or ends it there, as it stands here. A job, safe to repeat.
 */
export async function publishPromotionCode({
  promotionCodeId: id,
}: {
  promotionCodeId: string;
}): Promise<void> {
  const found = await prisma().promotionCode.findUnique({ where: { id } });
  if (!found || found.isOperators || found.percentOff === 0) return;
  const { code, percentOff, providerId, endedAt } = found;
  const seller = providerFor('card_page');
  if (!seller) throw new Error('Nobody takes cards on a page of their own.');
  if (!endedAt && !providerId) {
    const made = await seller.makePromotion({ code, percentOff, providerId: null });
    await prisma().promotionCode.update({ where: { id }, data: { providerId: made } });
  }
  if (endedAt && providerId) await seller.endPromotion(providerId);
}

/** One of an affiliate's codes. */
export interface ListedCode extends ReductionTerms {
  code: string;
  /** Made in the admin area, where alone it can be ended. */
  isOperators: boolean;
  isEnded: boolean;
}
