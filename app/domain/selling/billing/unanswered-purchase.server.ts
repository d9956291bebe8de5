import { randomUUID } from 'node:crypto';
import { now } from '#app/platform/clock.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { PaymentError } from '#app/platform/payments/port.ts';

/** A purchase that somebody begins in one way. */
interface Attempt {
  userId: string;
  product: string;
  way: string;
}

/** Providers keep idempotency keys for so many hours; Stripe's pages are open as long. */
const keptHours = 23;

/** Codes of calls of which nobody knows whether they were done: no answer came, or an earlier one is still under way. */
const withoutAnswer: ReadonlySet<string> = new Set([
  'no_answer',
  'StripeConnectionError',
  'idempotency_key_in_use',
]);

/** What a key is for, without when it was made: a key of another price, code or customer is not used again. */
const purposeOf = (key: string) => key.slice(0, key.lastIndexOf('-'));

/** The key that waits for its answer, or `key`, which waits from now on. */
async function keyInUse(attempt: Attempt, key: string): Promise<string> {
  const since = new Date(now().getTime() - keptHours * 3600 * 1000);
  const row = await prisma().purchaseAttempt.findUnique({ where: { userId_product_way: attempt } });
  if (row && row.createdAt > since && purposeOf(row.idempotencyKey) === purposeOf(key))
    return row.idempotencyKey;
  await keepKey(attempt, key);
  return key;
}

async function keepKey(attempt: Attempt, idempotencyKey: string): Promise<void> {
  await prisma().purchaseAttempt.upsert({
    where: { userId_product_way: attempt },
    create: { ...attempt, idempotencyKey },
    update: { idempotencyKey, createdAt: now() },
  });
}

/**
 * Begins a purchase under an idempotency key that stays the same until the provider has answered: pressing again, or in another tab, after
 * an answer that did not come in time, is the same call (P199). `key` is used where none is waiting for its answer.
 */
export async function underOneKey<T>(
  attempt: Attempt,
  key: string,
  begin: (key: string) => Promise<T>,
): Promise<T> {
  const used = await keyInUse(attempt, key);
  const forget = () => prisma().purchaseAttempt.deleteMany({ where: { ...attempt, idempotencyKey: used } });
  const begun = await begin(used).catch(async (error: unknown) => {
    // An answer that refuses is an answer, and so is a failure, which Stripe would repeat under this key: the next attempt is another one.
    if (!(error instanceof PaymentError && withoutAnswer.has(error.code))) await forget();
    throw error;
  });
  // Where the database is away by now, its key stays, and pressing again is the same call.
  await forget();
  return begun;
}

/**
 * Takes money at once under an idempotency key that changes only where the provider has refused it for good, as it would repeat its refusal
 * under the same: neither a double press nor one after a failure, of which nobody knows what was taken, pays twice (P316).
 */
export async function underOneKeyUntilRefused<T>(
  attempt: Attempt,
  key: string,
  take: (key: string) => Promise<T>,
): Promise<T> {
  const used = await keyInUse(attempt, key);
  try {
    return await take(used);
  } catch (error) {
    if (error instanceof PaymentError && !error.isRetryable && !withoutAnswer.has(error.code))
      await keepKey(attempt, `${purposeOf(used)}-${randomUUID().slice(0, 8)}`);
    throw error;
  }
}
