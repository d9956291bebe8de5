import type { Viewer } from '#app/domain/core/access/viewer.ts';
import type { Product } from '#app/domain/core/catalogue/product.ts';
import { ebook, membership } from '#app/domain/core/catalogue/products.ts';
import { openPaymentPage, startPurchase } from '#app/domain/selling/billing/purchase.server.ts';

/** Begins a purchase as the card form does. */
async function payByForm(viewer: Viewer, product: Product): Promise<{ clientSecret: string }> {
  const { clientSecret } = await startPurchase(viewer, product, 'card_form');
  return { clientSecret: String(clientSecret) };
}

export const startMembershipPayment = (viewer: Viewer) => payByForm(viewer, membership);
export const startEbookPayment = (viewer: Viewer) => payByForm(viewer, ebook);
export const openHostedCheckout = (viewer: Viewer) => openPaymentPage(viewer, membership, 'card_page');
export const openEbookCheckout = (viewer: Viewer) => openPaymentPage(viewer, ebook, 'card_page');
export const openPaypalApproval = (viewer: Viewer) => openPaymentPage(viewer, membership, 'wallet');
export const openEbookApproval = (viewer: Viewer) => openPaymentPage(viewer, ebook, 'wallet');
