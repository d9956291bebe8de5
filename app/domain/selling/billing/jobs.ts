import type { NoData } from '#app/platform/jobs/kinds.ts';
import type { PaymentProvider } from '#app/platform/payments/port.ts';

declare module '#app/platform/jobs/kinds.ts' {
  interface Jobs {
    /** Ends memberships canceled at PayPal whose paid period is over or was refunded. */
    'end-paid-periods': NoData;
    /**
     * Dunning: emails members with a failed renewal on days 0, 3, 7 and 12, and ends the subscription at the provider after 14 days
     * ([decision 23](decisions/0023-a-missing-payment.md)).
     */
    'chase-payments': NoData;
    /**
     * Announces the first payment after free months, a changed price, a yearly renewal, the end of a pause, and the last day of a canceled
     * PRO subscription.
     */
    'announce-renewals': NoData;
    /** Asks providers once a week which card pays each subscription, and warns about cards that expire within a month. */
    'watch-cards': NoData;
    /**
     * Ends a subscription at the provider after its current period was fully refunded or lost to a dispute. One that the provider does
     * not know ends here.
     */
    'end-subscription': { provider: PaymentProvider; providerSubscriptionId: string };
    /**
     * Has the provider take no more installments than were offered: sets the end of a plan that runs, and ends one that is paid, or of which
     * a payment went back ([decision 74](decisions/0074-installments-are-a-subscription-with-an-end.md)).
     */
    'settle-installments': { provider: PaymentProvider; providerSubscriptionId: string };
    /** Cancels and refunds a second live subscription of one member, at the provider that sold it. */
    'undo-subscription': { provider: PaymentProvider; providerSubscriptionId: string };
    /** Takes the money of a one-time PayPal payment that the buyer has approved. */
    'collect-purchase': { provider: PaymentProvider; providerPaymentId: string };
    /** Deletes an erased account's customer at the payment provider. */
    'forget-customer': { provider: PaymentProvider; customerId: string };
    /** Asks the provider what a payment or refund cost in fees, until that is known. `id` is the provider's. */
    'record-fee': { provider: PaymentProvider; kind: 'payment' | 'refund'; id: string };
    /** Makes a partial refund that an operator has ordered. `paymentId` is the provider's. */
    'refund-part': {
      provider: PaymentProvider;
      paymentId: string;
      amountCents: number;
      currency: string;
      key: string;
    };
    /** Makes a refund that a member has asked for under the guarantee, or that an operator has granted. `requestId` is ours. */
    'make-refund': { requestId: string };
    /** Refunds a one-time payment that bought nothing. */
    'refund-payment': { provider: PaymentProvider; providerPaymentId: string };
  }
}
