import { productOf } from '#app/domain/core/catalogue/products.ts';
import { ledgerCurrency } from '#app/domain/core/catalogue/programme.ts';
import { notify } from '#app/domain/core/notifications/notify.server.ts';
import { sellerSql } from '#app/domain/programme/commissions/attribution.server.ts';
import {
  inLedger,
  type ReckonedPayment,
  reckon,
  type Seller,
  type Share,
} from '#app/domain/programme/commissions/calculation.ts';
import { openHolds } from '#app/domain/programme/commissions/holds.server.ts';
import { saleFactsSql } from '#app/domain/programme/commissions/ledger.server.ts';
import { findRate, sameRate } from '#app/domain/programme/commissions/ledger-rate.server.ts';
import type {
  Attribution,
  CommissionSnapshot,
  MovementReason,
} from '#app/domain/programme/commissions/ledger-row.ts';
import { tellOfRestoration, tellOfReversal } from '#app/domain/programme/commissions/reversal-mail.server.ts';
import { buyerWords, type SaleFacts, saleTitle } from '#app/domain/programme/commissions/sale-facts.ts';
import { lockSellers } from '#app/domain/programme/commissions/seller-facts.server.ts';
import { availableFrom, standingAt, standingInLedger } from '#app/domain/programme/commissions/terms.ts';
import { settleWriteOff } from '#app/domain/programme/commissions/written-off.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { config } from '#app/platform/config.server.ts';
import type { Transaction } from '#app/platform/database/client.server.ts';
import { type Commission, Prisma } from '#app/platform/database/generated/client.ts';

/** What has made a payment worth looking at again. */
export interface Cause {
  /** Names it among all that can happen to the payment: `refund:re_1:succeeded`. The same cause moves the same money once. */
  key: string;
  reason: MovementReason;
  /** When it happened, by the provider's clock. */
  at: Date;
  /** The provider's id of the refund or the dispute. */
  about?: string;
}

/** What is told of a payment beside its own row. */
interface PaymentFacts {
  /** What it paid for gives nothing for now: its price is looked into, or it is on its way back. */
  isHeld: boolean;
  /** Whom an operator gives nothing of it. */
  rejected: string[];
  /** Whose sale it was, how they came by the buyer, and what they are told of it; null for nobody's. */
  sellerId: string | null;
  attribution: Attribution | null;
  sale: SaleFacts;
}

/** A payment as it is settled: with all that was told of its money, whose sale it was, and what the ledger has of it. */
async function findPayment(tx: Transaction, id: string) {
  const payment = await tx.db.payment.findUniqueOrThrow({
    where: { id },
    include: { commissions: { orderBy: [{ createdAt: 'asc' }, { id: 'asc' }] } },
  });
  // What could not be counted when it was first looked at is not counted later either.
  const isUncounted = payment.commissions.some(({ reason }) => reason === 'other_currency');
  const rate = isUncounted ? null : await findRate(tx, payment);
  const [facts] = await tx.db.$queryRaw<[PaymentFacts]>`
    SELECT s.held_reason IS NOT NULL OR s.undone_at IS NOT NULL OR coalesce(NOT b.is_granted, false) AS "isHeld",
      ARRAY(SELECT h.referrer_id::text FROM commission_holds h
        WHERE h.payment_id = p.id AND h.decision = 'rejected') AS rejected,
      whose."sellerId", whose.attribution, ${saleFactsSql(Prisma.sql`p.id`, Prisma.sql`whose.attribution`)} AS sale
    FROM payments p LEFT JOIN subscriptions s ON s.id = p.subscription_id LEFT JOIN purchases b ON b.payment_id = p.id
      LEFT JOIN LATERAL (${sellerSql}) whose ON true
    WHERE p.id = ${id}::uuid`;
  return { ...payment, ...facts, rate, rejected: new Set(facts.rejected) };
}

type FoundPayment = Awaited<ReturnType<typeof findPayment>>;

const goneOf = ({ amountCents, amountRefundedCents, chargedBackCents, disputedCents }: FoundPayment) =>
  Math.min(amountCents, amountRefundedCents + chargedBackCents + disputedCents);

/** Whom a payment pays and at which rate of its product's: as it was first reckoned, whatever the product says today. */
function ruleOf({ product, commissions }: FoundPayment): Pick<ReckonedPayment, 'pays' | 'productPercent'> {
  for (const { snapshot } of commissions) {
    const { pays, productPercent = null } = snapshot as CommissionSnapshot;
    if (pays) return { pays, productPercent };
  }
  const { commission: pays, commissionPercent: productPercent = null } = productOf(product) ?? {};
  return { pays, productPercent };
}

function reckonedPayment(payment: FoundPayment): ReckonedPayment {
  return {
    buyerId: payment.userId,
    amountCents: payment.amountCents,
    taxCents: payment.taxCents,
    goneCents: goneOf(payment),
    ...ruleOf(payment),
    isHeld: payment.isHeld,
    rate: payment.rate,
  };
}

/**
 * Makes the ledger say of a payment what it should: what each of its sellers should have of it now, less what they have. So the order
 * and the number of times in which anything is told make no difference, and the same money never goes twice. Part of the transaction
 * of the fact that causes it; the payer is locked.
 */
export async function settleCommissions(tx: Transaction, paymentId: string, cause: Cause): Promise<void> {
  const payment = await findPayment(tx, paymentId);
  const rowsOf = (isSecond: boolean) =>
    payment.commissions.filter(({ tier }) => (tier === 'second_tier') === isSecond);
  const [firstRows, secondRows] = [rowsOf(false), rowsOf(true)];
  const { sellerId } = payment;
  if (!sellerId) return;
  const above = await uplineOf(tx, sellerId, payment, secondRows);
  const facts = await lockSellers(tx, above ? [sellerId, above] : [sellerId]);
  const sellerAt = (id: string, rows: readonly Commission[]): Seller | null => {
    const known = facts.get(id);
    if (!known) return null;
    const standing = standingAt(known, payment.paidAt);
    return { id, ...(known.isErased ? standingInLedger(standing, rows) : standing) };
  };
  const seller = sellerAt(sellerId, firstRows);
  if (!seller) return;
  const wasOff = secondRows.some(({ reason }) => reason === 'second_tier_off');
  // What was said when the payment was first reckoned stays, whatever the operator switches later.
  const hasSecondTier = secondRows.length > 0 ? !wasOff : config().hasSecondTier;
  const shares = reckon(
    reckonedPayment(payment),
    seller,
    above ? sellerAt(above, secondRows) : null,
    hasSecondTier,
  );
  const { rejected } = payment;
  const write = (referrerId: string, rows: readonly Commission[], share: Share) =>
    move(tx, { payment, referrerId, rows, share, netCents: shares.netCents, cause });
  await write(sellerId, firstRows, refuse(shares.first, rejected.has(sellerId)));
  if (above && (shares.second || secondRows.length > 0)) {
    const none: Share = { cents: 0, ratePercent: null, tier: 'second_tier', reason: 'role_not_paid' };
    await write(above, secondRows, refuse(shares.second ?? none, rejected.has(above)));
  }
}

const refuse = (share: Share, isRejected: boolean): Share =>
  isRejected ? { cents: 0, ratePercent: null, tier: share.tier, reason: 'rejected' } : share;

/** Who is above a seller, of a product for which that matters. */
async function uplineOf(
  tx: Transaction,
  sellerId: string,
  payment: FoundPayment,
  rows: readonly Commission[],
): Promise<string | null> {
  const [known] = rows;
  if (known) return known.referrerId;
  if (ruleOf(payment).pays !== 'pro_resellers') return null;
  const { referredById } = await tx.db.user.findUniqueOrThrow({
    where: { id: sellerId },
    select: { referredById: true },
  });
  return referredById === sellerId ? null : referredById;
}

interface Movement {
  payment: FoundPayment;
  referrerId: string;
  /** What the ledger has of this payment for this tier. */
  rows: readonly Commission[];
  share: Share;
  netCents: number;
  cause: Cause;
}

/** Writes the difference between what somebody should have of a payment and what they have; or, once, why they have nothing. */
async function move(tx: Transaction, movement: Movement): Promise<void> {
  const { payment, referrerId, rows, share, netCents, cause } = movement;
  // What cannot be counted in the ledger's currency moves nothing, and stays in its own.
  const currency = payment.rate === null ? payment.currency : ledgerCurrency;
  const rate = payment.rate ?? sameRate;
  const stands = rows.reduce((sum, { commission }) => sum + commission, 0);
  const delta = share.cents - stands;
  const level = share.tier === 'second_tier' ? 2 : 1;
  const earned = rows.find(({ kind }) => kind === 'earning' || kind === 'second_tier_earning');
  const { pays, productPercent } = ruleOf(payment);
  const snapshot = {
    product: payment.product,
    ...(pays ? { pays, productPercent } : {}),
    buyerId: payment.userId,
    paidAt: payment.paidAt.toISOString(),
    taxCents: payment.taxCents,
    goneCents: goneOf(payment),
    ...(currency === payment.currency
      ? {}
      : { paid: { cents: payment.amountCents, currency: payment.currency, ...rate } }),
    ...(payment.attribution ? { attribution: payment.attribution } : {}),
    ...(cause.about ? { about: cause.about } : {}),
  } satisfies CommissionSnapshot;
  const common = {
    referrerId,
    paymentId: payment.id,
    tier: share.tier,
    currency,
    basisCents: netCents,
    ratePercent: share.ratePercent ?? earned?.ratePercent ?? null,
    snapshot: { ...snapshot },
    availableAt: earned?.availableAt ?? availableFrom(payment.paidAt),
    createdAt: now(),
  };
  const ofPayment = { ...common, amount: inLedger(payment.amountCents, rate), timestamp: payment.paidAt };
  if (delta === 0) {
    if (stands !== 0 || earned || share.reason === null) return;
    if (rows.some(({ kind, reason }) => kind === 'not_earned' && reason === share.reason)) return;
    const named = `payment:${payment.id}:${level}:none:${share.reason}`;
    await tx.db.commission.create({
      data: { ...ofPayment, kind: 'not_earned', cause: named, reason: share.reason, commission: 0 },
    });
    return;
  }
  if (!earned && delta > 0) {
    const { id } = await tx.db.commission.create({
      select: { id: true },
      data: {
        ...ofPayment,
        kind: level === 2 ? 'second_tier_earning' : 'earning',
        cause: `payment:${payment.id}:${level}`,
        commission: delta,
      },
    });
    await openHolds(tx, { paymentId: payment.id, referrerId });
    // A seller above the one whose buyer it is learns nothing of that seller's links.
    const sale = level === 2 ? null : payment.sale;
    await notify(tx, {
      userId: referrerId,
      event: 'commission_earned',
      details: {
        amountCents: delta,
        currency,
        product: payment.product,
        ...(sale ? { sale: saleTitle(sale), buyer: buyerWords(sale) } : {}),
      },
      path: `/affiliate-centre/commissions/${id}`,
      key: `commission:${payment.id}:${level}`,
    });
    return;
  }
  const goneBefore = (rows.at(-1)?.snapshot as CommissionSnapshot | undefined)?.goneCents ?? 0;
  await tx.db.commission.create({
    data: {
      ...common,
      kind: delta < 0 ? 'reversal' : 'restoration',
      cause: `${cause.key}:${payment.id}:${level}`,
      reason: share.reason && share.reason !== 'payment_returned' ? share.reason : cause.reason,
      amount: inLedger(goneBefore, rate) - inLedger(snapshot.goneCents, rate),
      commission: delta,
      timestamp: cause.at,
    },
  });
  if (!earned) return;
  const { availableAt, createdAt: at } = common;
  await settleWriteOff(tx, { referrerId, paymentId: payment.id, earned, deltaCents: delta, availableAt, at });
  const news = { referrerId, earned, reason: cause.reason };
  if (delta < 0) return tellOfReversal(tx, { ...news, cents: -delta });
  await tellOfRestoration(tx, { ...news, cents: delta });
  if (cause.reason === 'dispute_won')
    await notify(tx, {
      userId: referrerId,
      event: 'commission_restored',
      details: { amountCents: delta, currency },
      path: '/affiliate-centre/commissions',
      key: `restored:${cause.key}:${payment.id}:${level}`,
    });
}
