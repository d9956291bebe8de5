import { stripePageOrigins } from '#app/platform/http/payment-sources.ts';
import { PaymentError } from '#app/platform/payments/port.ts';

/**
 * The address of a page that Stripe's API names, once it is known to be one that we lead people to (ASVS 3.7.2). The sandbox, which
 * runs beside the site and stands in for Stripe, names its own.
 * @throws {PaymentError} foreign_page, for any other
 */
export function stripePage(address: string, { isSandbox }: { isSandbox: boolean }): string {
  const origins: readonly string[] = stripePageOrigins;
  if (URL.canParse(address) && (isSandbox || origins.includes(new URL(address).origin))) return address;
  throw new PaymentError(
    'foreign_page',
    'The payment page could not be opened. Please try again later.',
    false,
  );
}
