import type { Ref } from 'react';
import { Button } from '#app/ui/button.tsx';

/** What to do about a card that a bank has refused. */
export const retryAdvice = 'You have not been charged. Try another card, or ask your bank.';

/** The id of the message, for fields that it is about. */
export const paymentMessageId = 'payment-message';

/** What went wrong, read out when it appears; there is nothing to see while there is nothing to say. */
export function PaymentMessage({ text, ref }: { text: string; ref?: Ref<HTMLDivElement> }) {
  return (
    <div
      ref={ref}
      id={paymentMessageId}
      role="alert"
      tabIndex={-1}
      className="rounded-control border border-danger bg-danger-soft px-4 py-3 text-sm font-medium text-danger empty:hidden"
    >
      {text}
    </div>
  );
}

/**
 * The button of a card form, below what is paid today. While a payment is on its way it keeps the focus: the form passes over further
 * presses.
 */
export function PayButton({
  due,
  isBusy,
  isReady = true,
}: {
  due: string;
  isBusy: boolean;
  isReady?: boolean;
}) {
  return (
    <>
      <p className="flex justify-between gap-4 border-t border-line pt-4 font-semibold tabular-nums">
        <span>You pay today</span> <span>{due}</span>
      </p>
      <Button type="submit" size="large" aria-disabled={isBusy || !isReady || undefined}>
        {isBusy ? 'Processing...' : 'Pay now'}
      </Button>
      <p role="status" className="sr-only">
        {isBusy ? 'Processing...' : ''}
      </p>
    </>
  );
}
