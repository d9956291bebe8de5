import { ownsProduct } from '#app/domain/access/ownership.server.ts';
import type { Viewer } from '#app/domain/access/viewer.ts';
import type { Entitlement } from '#app/domain/catalogue/product.ts';
import { keysGiving } from '#app/domain/catalogue/products.ts';

type Asking = Pick<Viewer, 'id' | 'hasMembership'>;

/** Whether a viewer has what a product gives. The membership costs no query, anything else one. */
export async function hasEntitlement(viewer: Asking, entitlement: Entitlement): Promise<boolean> {
  if (entitlement === 'membership') return viewer.hasMembership;
  return ownsProduct(viewer.id, keysGiving(entitlement));
}

/** Whether a viewer has any of some entitlements. */
export async function hasAnyOf(viewer: Asking, entitlements: readonly Entitlement[]): Promise<boolean> {
  for (const entitlement of entitlements) if (await hasEntitlement(viewer, entitlement)) return true;
  return false;
}
