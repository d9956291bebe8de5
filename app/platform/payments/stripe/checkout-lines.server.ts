import type Stripe from 'stripe';
import { bumpIn } from '#app/platform/payments/stripe/describe-money.ts';
import { unlessMissing } from '#app/platform/payments/stripe/missing-object.server.ts';

/** A checkout with its lines, where they say how much of what was paid is for what was added to it. */
export async function withLines(
  stripe: Stripe,
  session: Stripe.Checkout.Session,
): Promise<Stripe.Checkout.Session> {
  if (session.mode !== 'payment' || !bumpIn(session.metadata ?? {})) return session;
  const lines = await unlessMissing(stripe.checkout.sessions.listLineItems(session.id, { limit: 10 }));
  return lines ? { ...session, line_items: lines } : session;
}
