import type Stripe from 'stripe';
import type { Fee } from '#app/platform/payments/port.ts';
import { feeOf } from '#app/platform/payments/stripe/describe-money.ts';
import { asking } from '#app/platform/payments/stripe/errors.server.ts';

type Move = Stripe.BalanceTransaction;

const isExpanded = <T extends object>(reference: string | T | null | undefined): reference is T =>
  typeof reference === 'object' && reference !== null;

interface Moves {
  moves: Move[];
  card?: Pick<Fee, 'cardFingerprint' | 'cardCountry'>;
}

/** What moved the balance when a payment came in; none before Stripe has captured it, which it may do after the event. */
async function movesOfPayment(stripe: Stripe, id: string): Promise<Moves> {
  const { latest_charge: charge } = await stripe.paymentIntents.retrieve(id, {
    expand: ['latest_charge.balance_transaction'],
  });
  if (!isExpanded(charge)) return { moves: [] };
  const { fingerprint, country } = charge.payment_method_details?.card ?? {};
  return {
    moves: [charge.balance_transaction].filter(isExpanded),
    card: {
      ...(fingerprint ? { cardFingerprint: fingerprint } : {}),
      // Not every card says, and a test card may say what is no country.
      ...(country && /^[A-Z]{2}$/.test(country) ? { cardCountry: country } : {}),
    },
  };
}

/** What moved it when a refund went out, and when that came back. */
async function movesOfRefund(stripe: Stripe, id: string): Promise<Moves> {
  const refund = await stripe.refunds.retrieve(id, {
    expand: ['balance_transaction', 'failure_balance_transaction'],
  });
  return { moves: [refund.balance_transaction, refund.failure_balance_transaction].filter(isExpanded) };
}

/** What a payment or a refund has cost; null as long as it has not moved the balance. @throws {PaymentError} */
export function findFeeAt(
  stripe: Stripe,
  of: { paymentId: string } | { refundId: string },
): Promise<Fee | null> {
  return asking(
    async () => {
      const { moves, card } =
        'paymentId' in of
          ? await movesOfPayment(stripe, of.paymentId)
          : await movesOfRefund(stripe, of.refundId);
      const { feeCents, feeCurrency } = feeOf(moves);
      if (typeof feeCents !== 'number' || !feeCurrency) return null;
      return { cents: feeCents, currency: feeCurrency, ...card };
    },
    'paymentId' in of ? 'payment' : 'refund',
  );
}
