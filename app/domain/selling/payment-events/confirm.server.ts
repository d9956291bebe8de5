import { isEntitled } from '#app/domain/core/access/entitlements.server.ts';
import type { Viewer } from '#app/domain/core/access/viewer.ts';
import type { Product } from '#app/domain/core/catalogue/product.ts';
import { findUnconfirmed, type UnconfirmedPurchase } from '#app/domain/selling/billing/unconfirmed.server.ts';
import { applyPresent } from '#app/domain/selling/payment-events/apply.server.ts';
import { log } from '#app/platform/log.server.ts';
import { withShortDeadline } from '#app/platform/payments/deadline.server.ts';
import { PaymentError } from '#app/platform/payments/port.ts';

/**
 * Asks the providers for a product that its buyer has paid and no webhook has told of yet, and applies what they answer as if they
 * had told it. Whether the buyer has it now. Providers that do not answer are left to their webhooks. What they have been found to
 * know of need not be looked for again: `unconfirmed`.
 */
export async function confirmAtProviders(
  viewer: Viewer,
  product: Product,
  unconfirmed?: readonly UnconfirmedPurchase[],
): Promise<boolean> {
  for (const { seller, id } of unconfirmed ?? (await findUnconfirmed(viewer, product))) {
    const about = product.interval ? { subscriptionId: id } : { paymentId: id };
    try {
      for (const fact of await withShortDeadline(() => seller.findPresent(about))) {
        const outcome = await applyPresent(fact);
        log().info({ provider: seller.name, type: fact.type, outcome }, 'purchase asked for');
      }
    } catch (error) {
      if (!(error instanceof PaymentError)) throw error;
    }
  }
  return isEntitled(viewer.id, product.gives);
}
