import { z } from 'zod';
import { log } from '#app/platform/log.server.ts';
import { PaymentError } from '#app/platform/payments/port.ts';

/** What every event of Stripe's has, of whatever type. */
const stripeEventSchema = z.object({
  id: z
    .string()
    .max(255)
    .regex(/^[\w-]+$/),
  type: z
    .string()
    .max(255)
    .regex(/^[\w.]+$/),
  created: z.number().int().nonnegative().max(100_000_000_000),
  data: z.object({ object: z.record(z.string(), z.unknown()) }),
});

/**
 * Runs what turns a rightly signed event into facts.
 * @throws {PaymentError} `bad_event` where the event is not of the form that the provider documents.
 */
export function readEvent<T>(describe: () => T): T {
  try {
    return describe();
  } catch (error) {
    const isOddShape = [TypeError, RangeError, z.ZodError].some((kind) => error instanceof kind);
    if (!isOddShape) throw error;
    log().error({ error: String(error) }, 'signed payment event of an unknown form');
    throw new PaymentError('bad_event', 'The event is not of a form that the site knows.', false);
  }
}

/** Facts of an event that Stripe has signed. @throws {PaymentError} `bad_event`, see `readEvent`. */
export function readStripeEvent<E, T>(event: E, describe: (event: E) => T): T {
  return readEvent(() => {
    stripeEventSchema.parse(event);
    return describe(event);
  });
}
