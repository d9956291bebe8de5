import type { Confirmed } from '#app/domain/core/access/confirmation.server.ts';
import { lockUser } from '#app/domain/core/access/lock-user.server.ts';
import { lockVerifiedAccount } from '#app/domain/core/access/own-account.server.ts';
import { readOf, type ViewerRead } from '#app/domain/core/access/reads.server.ts';
import { recordActivity } from '#app/domain/core/activity/record.server.ts';
import { addressHoldDays } from '#app/domain/core/catalogue/programme.ts';
import { doubleSubmitWindow } from '#app/domain/core/values/double-submit.ts';
import { Refusal } from '#app/domain/core/values/errors.ts';
import { now } from '#app/platform/clock.server.ts';
import { config } from '#app/platform/config.server.ts';
import { prisma, type Transaction, transaction } from '#app/platform/database/client.server.ts';
import { Prisma } from '#app/platform/database/generated/client.ts';
import { daySeconds } from '#app/platform/durations.ts';
import { queueMail } from '#app/platform/mail/outbox.server.ts';
import { consumeStrangerMail } from '#app/platform/mail/stranger-limit.server.ts';
import { consumeRateLimit, type RateLimit } from '#app/platform/rate-limit.server.ts';
import { hashToken, newToken } from '#app/platform/secrets/crypto.server.ts';

const hourMs = 3600 * 1000;
/** How long the mailed link works. */
const linkHours = 48;

/** Links go to any address somebody types: nobody's mailbox is to be filled. */
const linkLimit: RateLimit = { name: 'payout-address', points: 5, seconds: daySeconds };

/** Where somebody is paid, and what is to come. */
export interface PayoutProfile {
  isEmailVerified: boolean;
  country: string | null;
  /** The address at PayPal that is paid to now; null for none. */
  email: string | null;
  /** One that is confirmed, and paid to from then on. */
  coming: { id: string; email: string; usableFrom: Date } | null;
  /** One that waits for the press of the mailed link. */
  unconfirmed: { id: string; email: string; expiresAt: Date } | null;
  /** What was typed at sign-up and never confirmed: a suggestion for the form. */
  suggestion: string | null;
}

interface ProfileRow {
  isEmailVerified: boolean;
  country: string | null;
  suggestion: string | null;
  addresses:
    | {
        id: string;
        email: string;
        confirmedAt: string | null;
        usableFrom: string | null;
        expiresAt: string;
      }[]
    | null;
}

/** Where somebody is paid. */
export const profileRead = (): ViewerRead<PayoutProfile> => ({
  name: 'payout profile',
  key: 'payout profile',
  json: (userId) => Prisma.sql`
    (SELECT json_build_object('isEmailVerified', me.email_verified_at IS NOT NULL, 'country', me.payout_country,
      'suggestion', me.paypal_email, 'addresses', (SELECT json_agg(a) FROM (
        SELECT id, email, confirmed_at AS "confirmedAt", usable_from AS "usableFrom", token_expires_at AS "expiresAt"
        FROM payout_addresses WHERE user_id = ${userId} AND canceled_at IS NULL
        ORDER BY usable_from DESC NULLS FIRST, requested_at DESC LIMIT 20) a))
    FROM users me WHERE me.id = ${userId})`,
  from: (value) => profileOf(value as ProfileRow | null),
});

/** The same, in a query of its own. */
export const findPayoutProfile = (userId: string): Promise<PayoutProfile> => readOf(userId, profileRead());

function profileOf(row: ProfileRow | null): PayoutProfile {
  const at = now();
  const addresses = (row?.addresses ?? []).map(({ usableFrom, expiresAt, ...address }) => ({
    ...address,
    usableFrom: usableFrom === null ? null : new Date(usableFrom),
    expiresAt: new Date(expiresAt),
  }));
  const current = addresses.find(({ usableFrom }) => usableFrom && usableFrom <= at);
  const coming = addresses.find(({ usableFrom }) => usableFrom && usableFrom > at);
  const asked = addresses.find(({ confirmedAt, expiresAt }) => confirmedAt === null && expiresAt > at);
  return {
    isEmailVerified: row?.isEmailVerified ?? false,
    country: row?.country ?? null,
    email: current?.email ?? null,
    coming: coming?.usableFrom ? { id: coming.id, email: coming.email, usableFrom: coming.usableFrom } : null,
    unconfirmed: asked ? { id: asked.id, email: asked.email, expiresAt: asked.expiresAt } : null,
    suggestion: row?.suggestion ?? null,
  };
}

/**
 * Keeps the country, and mails a link to an address that is to be paid to, unless it is already. Nothing is paid to it before the link
 * was pressed. @throws {RateLimitExceeded} after five links a day; then nothing is kept
 * @throws {Refusal} not_allowed while the account's own address is not verified
 */
export const requestPayoutAddress = (
  { userId, sessionId }: Confirmed,
  form: { email: string; country: string },
): Promise<'mailed' | 'kept'> =>
  keepAddress(userId, form, (tx) => lockVerifiedAccount(tx, { userId, sessionId }, 'to be paid'));

/**
 * Does what `requestPayoutAddress` does, for callers that prove in another way, by `lock`, that the account's own address is verified.
 * @throws {RateLimitExceeded}
 */
export async function keepAddress(
  userId: string,
  { email: typed, country }: { email: string; country: string },
  lock: (tx: Transaction) => Promise<unknown>,
): Promise<'mailed' | 'kept'> {
  const email = typed.trim().toLowerCase();
  const { email: current, coming } = await findPayoutProfile(userId);
  const isKept = email === current && !coming;
  if (!isKept) {
    await consumeRateLimit(linkLimit, userId);
    await consumeStrangerMail(email, linkLimit);
  }
  const token = newToken();
  return transaction(async (tx) => {
    // Of two forms at once the later one's link works.
    await lock(tx);
    const { name } = await tx.db.user.update({
      where: { id: userId },
      data: { payoutCountry: country },
      select: { name: true },
    });
    if (isKept) return 'kept';
    const unused = { confirmedAt: null, canceledAt: null };
    const pressed = { userId, email, ...unused, requestedAt: doubleSubmitWindow() };
    if ((await tx.db.payoutAddress.count({ where: pressed })) > 0) return 'mailed';
    await tx.db.payoutAddress.updateMany({
      where: { userId, confirmedAt: null, canceledAt: null },
      data: { canceledAt: now() },
    });
    await tx.db.payoutAddress.create({
      data: {
        userId,
        email,
        tokenHash: hashToken(token),
        requestedAt: now(),
        tokenExpiresAt: new Date(now().getTime() + linkHours * hourMs),
      },
    });
    await queueMail(tx, email, 'confirm-payout-address', {
      name,
      confirmUrl: `${config().appUrl}/payout-address/${token}`,
      hours: linkHours,
    });
    return 'mailed';
  });
}

/** The address that a mailed link would confirm; null for a link that does not work (any more). */
export async function findUnconfirmed(token: string): Promise<{ email: string } | null> {
  const found = await prisma().payoutAddress.findUnique({ where: { tokenHash: hashToken(token) } });
  const works = found && !found.canceledAt && !found.confirmedAt && found.tokenExpiresAt > now();
  return works ? { email: found.email } : null;
}

/**
 * Confirms an address by its mailed link: the first is paid to at once, one that takes another's place after seven days, of which the
 * old address and the account's own are told. Whoever presses twice has confirmed it, and is told so (P101).
 * @throws {Refusal} not_found for a link that does not work (any more)
 */
export async function confirmPayoutAddress(token: string): Promise<{ email: string; usableFrom: Date }> {
  return transaction(async (tx) => {
    const gone = () =>
      new Refusal('not_found', 'This link has been used or is too old. Please ask for a new one.');
    const found = await tx.db.payoutAddress.findUnique({
      where: { tokenHash: hashToken(token) },
      select: { id: true, userId: true, email: true },
    });
    if (!found) throw gone();
    const { id, userId, email } = found;
    await lockUser(tx, userId);
    const [before] = await tx.db.payoutAddress.findMany({
      where: { userId, canceledAt: null, usableFrom: { lte: now() } },
      orderBy: { usableFrom: 'desc' },
      take: 1,
    });
    const holdMs = before && before.email !== email ? addressHoldDays * 24 * hourMs : 0;
    const usableFrom = new Date(now().getTime() + holdMs);
    const { count } = await tx.db.payoutAddress.updateMany({
      where: { id, confirmedAt: null, canceledAt: null, tokenExpiresAt: { gt: now() } },
      data: { confirmedAt: now(), usableFrom },
    });
    if (count === 0) {
      const pressed = await tx.db.payoutAddress.findFirst({
        where: { id, canceledAt: null, confirmedAt: doubleSubmitWindow() },
      });
      if (!pressed?.usableFrom) throw gone();
      return { email, usableFrom: pressed.usableFrom };
    }
    // Of two changes the later holds.
    await tx.db.payoutAddress.updateMany({
      where: { userId, id: { not: id }, canceledAt: null, usableFrom: { gt: now() } },
      data: { canceledAt: now() },
    });
    const user = await tx.db.user.findUniqueOrThrow({ where: { id: userId } });
    if (holdMs === 0) await tx.db.user.update({ where: { id: userId }, data: { paypalEmail: email } });
    else {
      const told = {
        name: user.name,
        email,
        usableFrom,
        centreUrl: `${config().appUrl}/affiliate-centre/payouts`,
      };
      // The address before was confirmed by a mailed link, as this one is.
      if (before && before.email !== user.email)
        await queueMail(tx, { verifiedAddress: before.email }, 'payout-address-changed', told);
      await queueMail(tx, user.email, 'payout-address-changed', told);
    }
    await recordActivity(tx, { kind: 'payout_address_confirmed', userId });
    return { email, usableFrom };
  });
}

/** Gives up an address that is not paid to yet. False where there is none of this id. */
export async function giveUpPayoutAddress(userId: string, id: string): Promise<boolean> {
  if (!/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)) return false;
  const { count } = await prisma().payoutAddress.updateMany({
    where: {
      id,
      userId,
      canceledAt: null,
      OR: [{ confirmedAt: null }, { usableFrom: { gt: now() } }],
    },
    data: { canceledAt: now() },
  });
  return count > 0;
}

/** Shows addresses as those of their owners once they are paid to; the worker calls it. Safe to repeat. */
export async function showUsableAddresses(): Promise<void> {
  await prisma().$executeRaw`
    UPDATE users SET paypal_email = a.email FROM (
      SELECT DISTINCT ON (user_id) user_id, email FROM payout_addresses
      WHERE canceled_at IS NULL AND usable_from <= ${now()} AND usable_from > ${now()}::timestamptz - interval '30 days'
      ORDER BY user_id, usable_from DESC) a
    WHERE users.id = a.user_id AND users.paypal_email IS DISTINCT FROM a.email`;
}
