import { isEntitled } from '#app/domain/core/access/entitlements.server.ts';
import type { Viewer } from '#app/domain/core/access/viewer.ts';
import type { Product } from '#app/domain/core/catalogue/product.ts';
import { findPending } from '#app/domain/selling/billing/unconfirmed.server.ts';
import { confirmAtProviders } from '#app/domain/selling/payment-events/confirm.server.ts';

type PurchaseState = 'active' | 'failed' | 'pending' | 'none';

const returnedPaid = new Set(['succeeded', 'processing']);

/**
 * How far the purchase of a product is, on the page one returns to. It is active once the provider's own confirmation has come,
 * which usually takes seconds; where it has not, the provider is asked. Anybody may open such an address, so what it says of a
 * payment is not taken for one. `hasIt`: what was known when the request was let in.
 */
export async function findPurchaseState(
  url: URL,
  viewer: Viewer,
  product: Product,
  hasIt: boolean,
): Promise<PurchaseState> {
  if (hasIt) return 'active';
  const outcome = url.searchParams.get('redirect_status') ?? '';
  if (outcome === 'failed') return 'failed';
  const pending = await findPending(viewer, product, returnedPaid.has(outcome));
  if (pending) return (await confirmAtProviders(viewer, product, pending)) ? 'active' : 'pending';
  // The confirmation may have come since the request was let in.
  return (await isEntitled(viewer.id, product.gives)) ? 'active' : 'none';
}
