import { baseCurrency, inCurrency } from '#app/domain/core/catalogue/currencies.ts';
import { giftProductsOf } from '#app/domain/core/catalogue/gift-products.ts';
import type { Entitlement, Product } from '#app/domain/core/catalogue/product.ts';
import * as specified from '#app/domain/core/catalogue/specified-products.ts';

// What is sold, as this process knows it: the only place that knows a price; never trust one from a client. Its rows are in the database
// (current.server.ts reads them); until they are read, and in a browser, these are the products of the specification.

let catalogue: readonly Product[] = specified.specifiedProducts;
let gifts: readonly Product[] = giftProductsOf(catalogue);

/** A product of the specification: its addresses and its interval never change, its figures may. */
type Live<P extends Product> = Product &
  Pick<P, 'key' | 'slug' | 'gives' | 'interval' | 'currency' | 'pages'>;

// These follow what an operator sets, so nothing keeps what they say. Pages of the specification name them; rules must not.
export let membership: Live<typeof specified.membership> = specified.membership;
/** The book Digital Marketing Domination. */
export let ebook: Live<typeof specified.ebook> = specified.ebook;
/** The right to sell the membership and keep the whole payment. */
export let resellerProgramme: Live<typeof specified.resellerProgramme> = specified.resellerProgramme;
/** The right to sell the reseller programme too, for resellers, on top of their membership. */
export let resellerPro: Live<typeof specified.resellerPro> = specified.resellerPro;
/** The same, with the first invoices free. */
export let resellerProFree3: Live<typeof specified.resellerProFree3> = specified.resellerProFree3;

/** Has this process sell what the database says is sold. The products of the specification have to be among it. */
export function setCatalogue(products: readonly Product[]): void {
  const of = <P extends Product>({ key, slug, gives, interval, currency, pages }: P): Live<P> => ({
    ...(products.find((product) => product.key === key) as Product),
    ...{ key, slug, gives, interval, currency, pages },
  });
  membership = of(specified.membership);
  ebook = of(specified.ebook);
  resellerProgramme = of(specified.resellerProgramme);
  resellerPro = of(specified.resellerPro);
  resellerProFree3 = of(specified.resellerProFree3);
  catalogue = products;
  gifts = giftProductsOf(products);
}

/** The list price of the ebook. */
export const ebookListCents = 29_700;

/** How much lower a price is than a list price, in whole percent, rounded down (P31). */
export function percentOff(amountCents: number, listCents: number): number {
  return Math.floor(((listCents - amountCents) * 100) / listCents);
}

/** The product of a key; undefined for one that is not sold. */
export function productOf(key: string | null | undefined): Product | undefined {
  return catalogue.find((product) => product.key === key) ?? gifts.find((product) => product.key === key);
}

/** What can be given as a gift, for each price of the membership; what is not on sale any more is among it. */
export const giftProducts = (): readonly Product[] => gifts;

/** All that is or was sold, but for gifts. The same array until something about it changes. */
export const allProducts = (): readonly Product[] => catalogue;

/** The products that PayPal sells by a plan, with the settings that hold the plans' ids. */
export function plannedProducts(): (Product & { planSetting: string })[] {
  return catalogue.filter((product) => product.planSetting !== null) as (Product & { planSetting: string })[];
}

/** The product that an address names; the one sold without a name for null, undefined for a name that is none. */
export function productOfSlug(slug: string | null): Product | undefined {
  return catalogue.find((product) => product.slug === slug);
}

/** The product that a price at a provider is of, by the key we gave it there; undefined for the price of something else. */
export function productOfLookupKey(lookupKey: string | null | undefined): Product | undefined {
  const [, key] = /^(\w+)_[a-z]{3}_\d+_(?:once|month|year)$/.exec(lookupKey ?? '') ?? [];
  return productOf(key);
}

/** What a key of a price at a provider says: whose price it is, and how much in which interval; undefined for that of something else. */
export function readLookupKey(
  lookupKey: string | null | undefined,
): { product: Product; amountCents: number; currency: string; interval: string } | undefined {
  const [, currency, cents, interval] = /_([a-z]{3})_(\d{1,9})_(month|year)$/.exec(lookupKey ?? '') ?? [];
  const product = productOfLookupKey(lookupKey);
  return product && currency && cents && interval
    ? { product, amountCents: Number(cents), currency, interval }
    : undefined;
}

/** The key under which a product's price is made at a provider: another price is another key. */
export function lookupKeyOf(product: Product): string {
  const { key, currency, interval } = product;
  return `${key}_${currency}_${unitCents(product)}_${interval ?? 'once'}`;
}

/** What one of something costs, in integer cents: of a team, one seat. */
export function unitCents({ amountCents, quantity = 1 }: Pick<Product, 'amountCents' | 'quantity'>): number {
  return amountCents / quantity;
}

/** A team with a number of seats, at the price of them all. @throws where the number is none that it is sold with */
export function withSeats(product: Product, quantity: number): Product {
  const { seats } = product;
  if (!seats || !Number.isInteger(quantity) || quantity < 1 || quantity > seats.max)
    throw new Error('not a number of seats');
  const { checkout } = product.pages;
  return {
    ...product,
    quantity,
    amountCents: unitCents(product) * quantity,
    pages: {
      ...product.pages,
      checkout: `${checkout}${checkout.includes('?') ? '&' : '?'}seats=${quantity}`,
    },
  };
}

/** The products that give something. */
export function productsGiving(entitlement: Entitlement): readonly Product[] {
  return catalogue.filter(({ gives }) => gives === entitlement);
}

/** What gives something is called within a sentence. */
export function nounOf(entitlement: Entitlement): string {
  return productsGiving(entitlement)[0]?.noun ?? entitlement.replaceAll('_', ' ');
}

/** The keys of the products that give something. */
export function keysGiving(entitlement: Entitlement): string[] {
  return productsGiving(entitlement).map(({ key }) => key);
}

/** Whether a product costs nothing, so that it is given without a payment provider. */
export const isFree = ({ amountCents }: Pick<Product, 'amountCents'>): boolean => amountCents === 0;

/** Whether a product is sold at a moment: neither archived, nor before or after its sale. */
export function isOnSale(
  { isArchived, saleStartsAt, saleEndsAt }: Pick<Product, 'isArchived' | 'saleStartsAt' | 'saleEndsAt'>,
  at: Date,
): boolean {
  return (
    !isArchived && (saleStartsAt === null || saleStartsAt <= at) && (saleEndsAt === null || at < saleEndsAt)
  );
}

/** The keys of the products that are paid again and again, without an end. */
export function subscribedKeys(): string[] {
  return catalogue.filter(isRecurring).map(({ key }) => key);
}

/** Whether a product is paid again and again until somebody cancels it: recurring revenue. Installments end by themselves. */
export const isRecurring = ({
  interval,
  installments,
}: Pick<Product, 'interval' | 'installments'>): boolean => interval !== null && installments === null;

/** The keys of the products that give the same as one of a key, itself among them. */
export function keysLike(key: string): string[] {
  const product = productOf(key);
  return product ? keysGiving(product.gives) : [key];
}

/** What a payment's product is called; one that is not sold any more goes by its key. */
export function productName(key: string): string {
  return productOf(key)?.name ?? key.replaceAll('_', ' ');
}

/** What a subscription's product is called within a sentence; one that is not sold any more goes by its key. */
export function productNoun(key: string): string {
  return productOf(key)?.noun ?? productName(key);
}

export { guaranteeDays } from '#app/domain/core/catalogue/guarantee.ts';

const formats = new Map<string, Intl.NumberFormat>();

/** An amount in words: "$47", "$23.50". */
export function formatMoney(amountCents: number, currency = 'usd'): string {
  const digits = amountCents % 100 === 0 ? 0 : 2;
  const key = `${currency} ${digits}`;
  let format = formats.get(key);
  if (!format) {
    const style = { style: 'currency', currency: currency.toUpperCase() } as const;
    format = new Intl.NumberFormat('en-US', {
      ...style,
      minimumFractionDigits: digits,
      maximumFractionDigits: 2,
    });
    formats.set(key, format);
  }
  return format.format(amountCents / 100);
}

/** The membership's price, as buttons name it: "$47"; in the base currency where it is not sold in the one that is chosen. */
export function membershipPriceText(chosenCurrency: string = baseCurrency): string {
  const { amountCents, currency } = inCurrency(membership, chosenCurrency) ?? membership;
  return formatMoney(amountCents, currency);
}

/** A price in words: "$49 a month", "$294 once", "6 monthly payments of $49". */
export function priceInWords({
  amountCents,
  currency,
  interval,
  installments,
}: {
  amountCents: number;
  currency: string;
  interval: string | null;
  installments: number | null;
}): string {
  const amount = formatMoney(amountCents, currency);
  if (installments !== null) return `${installments} monthly payments of ${amount}`;
  return `${amount} ${interval ? `a ${interval}` : 'once'}`;
}
