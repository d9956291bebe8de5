import type { Viewer } from '#app/domain/core/access/viewer.ts';
import { isId } from '#app/domain/core/audit/target.server.ts';
import { soldProduct } from '#app/domain/core/catalogue/offer.ts';
import { Refusal } from '#app/domain/core/values/errors.ts';
import { recordBegun } from '#app/domain/selling/billing/earlier-purchases.server.ts';
import { purchaseLimit } from '#app/domain/selling/billing/limits.ts';
import { atProvider } from '#app/domain/selling/billing/provider-refusal.server.ts';
import { acceptPurchaseTerms, beginAt, sellerOf } from '#app/domain/selling/billing/purchase.server.ts';
import {
  earlierOf,
  findPurchasesOfGift,
  findUnconfirmedGifts,
  productOfGift,
} from '#app/domain/selling/gifts/buying.server.ts';
import { confirmAtProviders } from '#app/domain/selling/payment-events/confirm.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import type { Purchase } from '#app/platform/database/generated/client.ts';
import type { PurchaseWay } from '#app/platform/payments/port.ts';
import { consumeRateLimit } from '#app/platform/rate-limit.server.ts';

/**
 * Whether a gift's giver has paid for it at a provider that has not confirmed it yet. The providers are asked, and what they know is
 * applied as if they had told it: so the gift may be paid afterwards. One that does not answer has nothing to confirm.
 */
async function isGiftAwaited(
  viewer: Viewer,
  gift: { id: string; product: string; currency: string },
): Promise<boolean> {
  const product = productOfGift(gift);
  if (!product) return false;
  const unconfirmed = await findUnconfirmedGifts(viewer, product, gift.id);
  if (unconfirmed.length === 0) return false;
  await confirmAtProviders(viewer, product, unconfirmed);
  const stillUnconfirmed = await findUnconfirmedGifts(viewer, product, gift.id, unconfirmed);
  return stillUnconfirmed.length > 0;
}

/**
 * What has become of the payments for a gift that is not paid: one is being confirmed, the last went back, or there is none. Providers
 * are asked where something was begun there, or the browser has just come back from paying (`hasComeBack`): then the gift may be paid
 * afterwards.
 */
export async function findDraftPayment(
  viewer: Viewer,
  gift: { id: string; product: string; currency: string },
  hasComeBack: boolean,
): Promise<'awaited' | 'returned' | null> {
  const isOpen = ({ status, refusedAt }: Purchase) => status === 'begun' && refusedAt === null;
  const begun = await findPurchasesOfGift(gift.id);
  if (!hasComeBack && !begun.some(isOpen)) return wentBack(begun) ? 'returned' : null;
  if (await isGiftAwaited(viewer, gift)) return 'awaited';
  const purchases = await findPurchasesOfGift(gift.id);
  if (wentBack(purchases)) return 'returned';
  // A provider that has not answered may still tell of it.
  return hasComeBack && purchases.every(isOpen) ? 'awaited' : null;
}

/** Whether a payment for a gift gave nothing, and its money goes back. */
const wentBack = (purchases: readonly Purchase[]) =>
  purchases.some(({ status }) => status === 'not_granted' || status === 'refunded');

/**
 * Begins to pay for a gift on the provider's page, and returns that page's address. Asked again, it is the same purchase. The gift is
 * paid once the provider's webhook says so. Asking is the acceptance of the purchase's terms.
 * @throws {Refusal} not_found for no gift of theirs; conflict for one that is paid, or whose payment is being confirmed or held;
 * unavailable when it is not sold so; {RateLimitExceeded}
 */
export async function openGiftPayment(
  viewer: Viewer,
  giftId: string,
  way: Exclude<PurchaseWay, 'card_form'>,
): Promise<string> {
  await consumeRateLimit(purchaseLimit, viewer.id);
  const find = () =>
    isId(giftId) ? prisma().gift.findFirst({ where: { id: giftId, giverId: viewer.id } }) : null;
  const gift = await find();
  if (!gift) throw new Refusal('not_found', 'There is no such gift.');
  const product = productOfGift(gift);
  const seller = product && sellerOf(product, way);
  if (gift.status === 'draft' && (await isGiftAwaited(viewer, gift)))
    throw new Refusal(
      'conflict',
      'You have paid already. The payment is being confirmed, and you don’t need to pay again.',
    );
  if ((await find())?.status !== 'draft') throw new Refusal('conflict', 'This gift is paid already.');
  if (!product || !seller)
    throw new Refusal('unavailable', 'This way to pay is not offered here. Please choose another.');
  const purchases = await findPurchasesOfGift(giftId);
  if (purchases.some(({ status }) => status === 'held'))
    throw new Refusal(
      'conflict',
      'Your payment has arrived, and we are looking into it. You don’t need to pay again.',
    );
  await acceptPurchaseTerms(viewer);
  const earlier = earlierOf(purchases);
  return atProvider(async () => {
    const waiting =
      way === 'wallet'
        ? earlier.find(({ state, provider }) => state === 'begun' && provider === seller.name)
        : null;
    const open = waiting ? await seller.findOpenPurchase(waiting.id, soldProduct(product), null) : null;
    const { id, url } =
      open ??
      (await beginAt(seller, { viewer, product, way, promotion: null, use: { id: giftId } }, earlier));
    if (id && !open) await recordBegun(viewer, product, seller.name, id, giftId);
    if (!url) throw new Refusal('unavailable', 'The payment page could not be opened. Please try again.');
    return url;
  });
}
