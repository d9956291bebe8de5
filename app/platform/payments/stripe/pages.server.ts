import { config } from '#app/platform/config.server.ts';
import { stripePageOrigins } from '#app/platform/http/payment-sources.ts';
import { PaymentError } from '#app/platform/payments/port.ts';

/**
 * The address of a page that Stripe's API names, once it is known to be one that we lead people to (ASVS 3.7.2); of the sandbox, which
 * stands in for Stripe, the pages are the site's own.
 * @throws {PaymentError} foreign_page, for any other
 */
export function stripePage(address: string, { isSandbox }: { isSandbox: boolean }): string {
  const origins: readonly string[] = isSandbox ? [new URL(config().appUrl).origin] : stripePageOrigins;
  if (URL.canParse(address) && origins.includes(new URL(address).origin)) return address;
  throw new PaymentError(
    'foreign_page',
    'The payment page could not be opened. Please try again later.',
    false,
  );
}
