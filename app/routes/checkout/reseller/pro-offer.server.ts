import { findEntitlements } from '#app/domain/core/access/entitlements.server.ts';
import type { Viewer } from '#app/domain/core/access/viewer.ts';
import type { Product } from '#app/domain/core/catalogue/product.ts';
import { walletOf } from '#app/routes/checkout/product-address.server.ts';

/** Why a form of Reseller PRO is not sold to somebody, in words with a way on; null where it is. One query. */
export async function findOffer(viewer: Viewer, product: Product) {
  const { requires, gives, alreadyThere, pages } = product;
  const wallet = walletOf(product);
  const has = await findEntitlements(viewer.id);
  if (has.has(gives))
    return {
      wallet,
      instead: {
        text: `${alreadyThere.owned}. ${alreadyThere.text}`,
        label: alreadyThere.label,
        to: pages.open,
      },
    };
  if (requires && !has.has(requires.entitlement))
    return { wallet, instead: { text: requires.text, label: 'See the reseller program', to: '/special' } };
  return { wallet, instead: null };
}
