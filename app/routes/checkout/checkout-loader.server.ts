import { data, type RouterContextProvider, redirect } from 'react-router';
import { namedCurrency } from '#app/domain/core/catalogue/currencies.ts';
import { formatMoney, isFree, unitCents } from '#app/domain/core/catalogue/products.ts';
import { reductionText } from '#app/domain/programme/affiliates/promotion-rules.ts';
import { isMadeFree } from '#app/domain/selling/billing/order-bump.server.ts';
import { isSoldBy } from '#app/domain/selling/billing/purchase.server.ts';
import { canceledParam } from '#app/domain/selling/billing/purchase-input.server.ts';
import { config } from '#app/platform/config.server.ts';
import { discounted } from '#app/platform/payments/port.ts';
import { bumpAt, promotionAt } from '#app/routes/checkout/checkout-context.server.ts';
import { keepChosenCurrency, unknownAt } from '#app/routes/checkout/checkout-currency.server.ts';
import { renderCheckoutParts } from '#app/routes/checkout/checkout-parts.server.tsx';
import { findStanding, summaryOf } from '#app/routes/checkout/checkout-summary.server.ts';
import {
  checkoutOf,
  namedProductAt,
  productAt,
  seatsAt,
  walletOf,
} from '#app/routes/checkout/product-address.server.ts';
import { shownBump } from '#app/routes/checkout/shown-offer.server.ts';
import { currencyChoices } from '#app/routes/frame/sales/currency-choices.ts';
import { currencyContext, memberContext } from '#app/routes/http/context.server.ts';

interface Args {
  request: Request;
  url: URL;
  context: Readonly<RouterContextProvider>;
}

/** What the checkout of an address shows to a viewer, and its status. */
export async function loadCheckout({ request, url, context }: Args) {
  const product = productAt(url);
  if (!product) throw await unknownAt(request, url);
  // What has an offer page of its own is paid from there.
  if (!product.pages.checkout.startsWith('/checkout')) throw redirect(product.pages.checkout);
  const currencyNote = keepChosenCurrency(url, product, context.get(currencyContext));
  const viewer = context.get(memberContext);
  const { payments, checkout, appUrl } = config();
  const { promotion, ...code } = await promotionAt(url, viewer, product);
  const { offered, added, problem: bumpProblem } = await bumpAt(url, viewer, product);
  // Beside what costs nothing today nothing is added.
  const isFreeToday = isMadeFree(product, promotion);
  const bump = isFreeToday ? null : added;
  const { path, intentPath, donePath, priceLabel } = checkoutOf(product, promotion, bump);
  const { key, slug, amountCents, currency, interval } = product;
  const { has, giftEndsAt, seat } = await findStanding(viewer, product);
  const dueCents = discounted(amountCents, promotion);
  const fullWallet = walletOf(product, promotion);
  // PayPal's payments name one amount: it takes the order without what was added.
  const wallet = bump ? null : fullWallet;
  const { quantity = null, seats: limits } = product;
  const { count: _, ...typedSeats } = limits ? seatsAt(url, limits) : { count: 1, typed: '', error: null };
  const each = `${formatMoney(unitCents(product), currency)}${interval ? ` a ${interval}` : ''}`;
  const currencyNamed = namedCurrency(product);
  const loaded = {
    /** Another product is another payment. */
    purchase: `${key} ${currency} ${quantity} ${promotion?.code} ${bump?.key}`,
    bumpProblem,
    currencyNote,
    withoutBump: bump && fullWallet ? checkoutOf(product, promotion).path : null,
    has,
    parts: renderCheckoutParts(request, {
      summary: summaryOf(product, { promotion, bump, email: viewer.email }),
      currencies: currencyChoices(url, [namedProductAt(url) ?? product], currency, product.seats === null),
      bump: offered && {
        product: slug,
        currency: currencyNamed,
        bump: shownBump(offered),
        isAdded: bump !== null,
        code: promotion?.code ?? null,
        seats: quantity,
        isFreeToday,
        hasWallet: fullWallet !== null,
      },
      seats: limits && {
        product: slug,
        currency: currencyNamed,
        code: promotion?.code ?? null,
        bump: bump && { key: bump.key, amountCents: bump.amountCents },
        ...limits,
        ...typedSeats,
        each,
      },
      promotion:
        isFree(product) || (product.installments !== null && code.typed === '')
          ? null
          : {
              ...code,
              product: slug,
              currency: currencyNamed,
              seats: quantity,
              taken: promotion && { code: promotion.code, reduction: reductionText(promotion, currency) },
              bump: bump && { key: bump.key, amountCents: bump.amountCents },
              without: checkoutOf(product, null, bump).path,
            },
      wallet,
      isSandbox: payments === 'sandbox' && !isFree(product),
    }),
    hasTaxOnTop: checkout.hasTaxOnTop,
    freeName: isFree(product) ? product.name : null,
    giftEndsAt,
    seat,
    isCanceled: url.searchParams.has(canceledParam),
    wallet,
    walletButtons: checkout.walletButtons && {
      ...checkout.walletButtons,
      currency: currency.toUpperCase(),
    },
    hasForm: isSoldBy(product, 'card_form'),
    form: {
      provider: payments,
      publishableKey: checkout.cardFormKey,
      path,
      intentPath,
      donePath,
      priceLabel,
      due:
        formatMoney(dueCents + (bump?.amountCents ?? 0), currency) +
        (checkout.hasTaxOnTop && !isFree(product) ? ' plus tax' : ''),
      returnUrl: `${appUrl}${donePath}`,
      hasFailed: url.searchParams.get('redirect_status') === 'failed',
    },
  };
  return data(loaded, { status: code.errors.length > 0 || typedSeats.error ? 422 : bumpProblem ? 409 : 200 });
}
