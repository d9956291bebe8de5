import type { NoData } from '#app/platform/jobs/kinds.ts';
import type { PaymentProvider } from '#app/platform/payments/port.ts';

declare module '#app/platform/jobs/kinds.ts' {
  interface Jobs {
    'end-paid-periods': NoData;
    'chase-payments': NoData;
    'announce-renewals': NoData;
    'watch-cards': NoData;
    'end-subscription': { provider: PaymentProvider; providerSubscriptionId: string };
    'undo-subscription': { provider: PaymentProvider; providerSubscriptionId: string };
    'collect-purchase': { provider: PaymentProvider; providerPaymentId: string };
    /** A provider's customer whose account has been erased. */
    'forget-customer': { provider: PaymentProvider; customerId: string };
    /** What a payment or a refund has cost; `id` is the provider's. */
    'record-fee': { provider: PaymentProvider; kind: 'payment' | 'refund'; id: string };
    /** What an operator gives back of a payment; `paymentId` is the provider's. */
    'refund-part': {
      provider: PaymentProvider;
      paymentId: string;
      amountCents: number;
      currency: string;
      key: string;
    };
    /** What a payer has asked for and gets; `requestId` is ours. */
    'make-refund': { requestId: string };
    'refund-payment': { provider: PaymentProvider; providerPaymentId: string };
  }
}
