import type {
  DisputeChanged,
  Pause,
  PaymentFact,
  PaymentProvider,
  RefundChanged,
  SubscriptionState,
} from '#app/platform/payments/facts.ts';
import type { ForeignSubscriptions } from '#app/platform/payments/foreign-subscriptions.ts';

export type { PaymentFact, PaymentProvider } from '#app/platform/payments/facts.ts';

/** How a buyer pays: a card typed on the site, on the provider's own page, a wallet, approved on its page, or the card that pays their subscription. */
export type PurchaseWay = 'card_form' | 'card_page' | 'wallet' | 'saved_card';

/** What a provider can do. Code asks for this, never for a provider's name. */
interface Capabilities {
  /** What it is called in words. */
  title: string;
  /** How one says that somebody paid there. */
  paidWith: string;
  ways: readonly PurchaseWay[];
  /** Sells subscriptions by plans that an operator has made there, one for each product. */
  sellsByPlan: boolean;
  /** How long a subscription that was begun and not paid is offered again, in hours: less than the provider holds it. */
  openHours: number;
  /** Lets a subscription end with the period that is paid, and can take that back. Else a cancellation ends it at once and for good. */
  cancelAtPeriodEnd: boolean;
  /** Lists all subscriptions at a price; else each is found by its id alone. */
  listsSubscriptions: boolean;
  /** Has a page on which the card of a subscription is replaced. */
  cardChange: boolean;
  /** Works out what another interval in place of a subscription's own costs, and changes it. */
  switchesInterval: boolean;
  /** Changes the price of a subscription with the period that comes next, by itself. */
  schedulesPrices: boolean;
  /** Sells a number of the same by one subscription, and changes that number. */
  sellsQuantities: boolean;
  /** Sells a number of payments, after which a subscription ends by itself. */
  sellsInstallments: boolean;
  /** Leaves out the payments of a subscription for some months, and goes on by itself. */
  pausesSubscriptions: boolean;
  /** Stops the payments of a subscription until it is told to go on with them, before what is paid runs out. */
  suspendsSubscriptions: boolean;
  /** Says of a subscription that it is past due while a payment is missing; else it stays active. */
  tellsPastDue: boolean;
  /** Tells what a sale has cost only when it is asked: its events leave that out. */
  asksForFees: boolean;
  /** Takes an order bump in the same payment, and tells of its part, its tax and its refunds by itself. */
  sellsBumps: boolean;
  /** Takes all subscriptions of one buyer in one currency. */
  hasOneCurrency: boolean;
  /** Takes a promotion off the first payment of a subscription too; else of what is paid once alone. */
  discountsSubscriptions: boolean;
  /** Gives back as a refund what it decides for the buyer of a disputed payment: both events tell of the same money. */
  settlesDisputesByRefund: boolean;
  /** What it tells of somebody's purchase was begun by the site or its operator: nobody else can begin one. */
  isSoldByUsAlone: boolean;
}

export const capabilities = {
  stripe: {
    title: 'Stripe',
    paidWith: 'by card',
    ways: ['card_form', 'card_page', 'saved_card'],
    sellsByPlan: false,
    openHours: 22,
    cancelAtPeriodEnd: true,
    listsSubscriptions: true,
    cardChange: true,
    switchesInterval: true,
    schedulesPrices: true,
    sellsQuantities: true,
    sellsInstallments: true,
    pausesSubscriptions: true,
    suspendsSubscriptions: true,
    tellsPastDue: true,
    asksForFees: true,
    sellsBumps: true,
    hasOneCurrency: true,
    discountsSubscriptions: true,
    settlesDisputesByRefund: false,
    isSoldByUsAlone: true,
  },
  // Anybody with the site's public client id can begin a purchase there, in a name of their choice.
  paypal: {
    title: 'PayPal',
    paidWith: 'with PayPal',
    ways: ['wallet'],
    sellsByPlan: true,
    openHours: 2,
    cancelAtPeriodEnd: false,
    listsSubscriptions: false,
    cardChange: false,
    // A changed plan begins with the next payment there, and nothing is credited.
    switchesInterval: false,
    // A changed plan has to be approved by the buyer, on PayPal's page.
    schedulesPrices: false,
    sellsQuantities: false,
    // A plan with an end would be another plan for each number of payments, and PayPal ends it on its own count alone.
    sellsInstallments: false,
    // A suspended subscription goes on when it is activated again, and not by itself.
    pausesSubscriptions: false,
    suspendsSubscriptions: true,
    tellsPastDue: false,
    asksForFees: false,
    // Its payments and refunds name one amount: whose part was refunded there could not be told.
    sellsBumps: false,
    hasOneCurrency: false,
    // A plan has its prices, and a subscription may not have other months than its plan.
    discountsSubscriptions: false,
    settlesDisputesByRefund: true,
    isSoldByUsAlone: false,
  },
} as const satisfies Record<PaymentProvider, Capabilities>;

/** The providers there are, offered or not. */
export const providerNames = Object.keys(capabilities) as PaymentProvider[];

/** Whether a text is the name of a provider. */
export const isProvider = (name: string | null): name is PaymentProvider =>
  name !== null && Object.hasOwn(capabilities, name);

/** What a provider can do, without asking it. */
export function canOf(provider: PaymentProvider): Capabilities {
  return capabilities[provider];
}

/** What a provider is asked to sell. Prices come from the catalogue, never from a client. */
export interface SoldProduct {
  key: string;
  name: string;
  /** Integer cents; of one, where `quantity` says how many. */
  amountCents: number;
  currency: string;
  interval: 'month' | 'year' | null;
  /** First intervals that cost nothing. */
  freeIntervals: number;
  /** How many times it is bought at once, as the seats of a team; absent for what is bought once. */
  quantity?: number;
  /** How many payments of it there are in all; absent for what is paid once or without an end. */
  installments?: number;
  /** The key of its price at the provider: the same price is found again by it. */
  lookupKey: string;
  /** The setting that holds its plan's id, for a provider that sells by plans. */
  planSetting: string | null;
  /** The id of its plan there, where the site knows it without a setting. */
  planId?: string | null;
}

/** A promotion of the site's own. */
export interface Promotion {
  /** In capitals. */
  code: string;
  /** What it takes off, 0 to 90 whole percent. */
  percentOff: number;
  /** What it takes off in place of percent: integer cents of a payment. */
  amountOffCents?: number;
  /** For how many months it takes that off a subscription; null or absent: off the first payment alone. */
  months?: number | null;
  /** Taken at the site's own checkout alone: the provider learns what it takes off, and no code that could be typed on its page. */
  isSiteOnly?: boolean;
  /** The id of the same code at the provider that knows codes; null where it was not made there yet. */
  providerId: string | null;
}

type TakenOff = Pick<Promotion, 'percentOff' | 'amountOffCents'>;

/** What is left of an amount that a promotion takes something off, in integer cents. */
export function discounted(cents: number, promotion: TakenOff | null): number {
  if (!promotion) return cents;
  const { percentOff, amountOffCents = 0 } = promotion;
  return Math.max(0, cents - amountOffCents - Math.round((cents * percentOff) / 100));
}

/** Whether a promotion takes anything off; of others only whose it is counts. */
export const takesOff = ({ percentOff, amountOffCents = 0 }: TakenOff): boolean =>
  percentOff > 0 || amountOffCents > 0;

/** What another price in place of a subscription's own would take now. Integer cents. */
export interface SwitchPreview {
  /** What is taken at once, tax included. */
  dueCents: number;
  /** What is credited for the rest of the period that is paid, before tax. */
  creditCents: number;
  discountCents: number;
  taxCents: number;
  /** What the buyer's credit at the provider pays of it. */
  balanceCents: number;
  currency: string;
  /** The moment as of which the credit is worked out, by the provider's clock, to the second. */
  prorationAt: Date;
  /** The end of the period that begins now. */
  renewsAt: Date;
}

/** What a higher quantity of a subscription would take now, for the rest of the period that is paid. Integer cents. */
export interface QuantityPreview {
  /** What is taken at once, tax included. */
  dueCents: number;
  taxCents: number;
  /** What the buyer's credit at the provider pays of it. */
  balanceCents: number;
  currency: string;
  /** The moment as of which the rest of the period is worked out, by the provider's clock, to the second. */
  prorationAt: Date;
}

/** What became of a switch to another price: its payment is there, or is on its way, or the price was that already. */
export type SwitchOutcome = 'paid' | 'pending' | 'unchanged';

/**
 * What became of resuming a paused subscription: its pause had not begun and is off, a period has begun and is paid, or its payment is on the
 * way, or it was not paused (any more).
 */
export type ResumeOutcome = 'withdrawn' | 'paid' | 'pending' | 'unchanged';

/** A purchase that is to begin. */
export interface PurchaseInput {
  way: PurchaseWay;
  userId: string;
  /** Where the provider keeps customers: the buyer's. */
  customerId: string | null;
  product: SoldProduct;
  /** What makes the first payment cheaper, if anything does. */
  promotion?: Promotion | null;
  /** What is paid once in the same payment: an order bump, off which a promotion takes nothing. */
  bump?: SoldProduct | null;
  /** Comes back with every event about it. */
  metadata: Record<string, string>;
  brandName: string;
  doneUrl: string;
  /** Where the buyer comes back to who has approved what is paid once: there its money is taken. */
  approvedUrl: string;
  cancelUrl: string;
  /** The same purchase asked for again is the same purchase. */
  idempotencyKey: string;
}

/**
 * A purchase that has begun: the secret with which the browser pays, or the page on which the buyer does. `id` is the
 * provider's subscription or payment; null where there is none before the buyer pays.
 */
export type StartedPurchase = { id: string | null } & (
  | { clientSecret: string; url?: never }
  | { url: string; clientSecret?: never }
);

/**
 * What came of taking the money of an approved purchase. `taken` has been taken, and `pending` may still be denied: the facts say what
 * was paid. `open` waits for the buyer, who approves at `url`, at first or with another way to pay there. `refused` for good; `gone`:
 * the provider knows it no more.
 */
export type Collected =
  | { state: 'taken' | 'pending'; facts: PaymentFact[] }
  | { state: 'open'; url: string; isRefused: boolean }
  | { state: 'refused' | 'gone' };

/** What a provider has taken for something, in integer cents of the account that bears it; below zero what it gave back. */
export interface Fee {
  cents: number;
  currency: string;
  /** Of a payment by card: the provider's name for the card, the same whoever pays with it. For PayPal an account stands for a card. */
  cardFingerprint?: string | null;
  /** Of a payment by card: the country of the bank that issued it, as two letters. */
  cardCountry?: string | null;
}

/** Where a payment comes from that the site does not know: whether it is one of the site's is for the domain to tell. */
export interface PaymentOrigin {
  customerId: string | null;
  subscriptionId: string | null;
  metadata: Record<string, string>;
  /** The key of the price of the subscription it paid. */
  lookupKey: string | null;
  /** Paid an invoice, as each month of a subscription does. */
  isOfInvoice: boolean;
  /** When it was paid, where the provider says so. */
  paidAt?: Date | null;
  /** See `PayerFact`. */
  begunId?: string;
}

/** Money that is to go back, as an operator asks: integer cents, tax included. Asked again under the same key it goes back once. */
export interface PartialRefund {
  paymentId: string;
  amountCents: number;
  currency: string;
  key: string;
}

/** A card that pays, as far as its owner may be told of it. */
export interface Card {
  /** In words, such as "Visa". */
  brand: string;
  last4: string;
  /** From when on it pays no more: the end of its last month. */
  expiresAt: Date;
}

/** An event as a provider told it, by a webhook rightly signed or in its list: not read yet. */
export interface ProviderEvent {
  provider: PaymentProvider;
  id: string;
  /** The provider's own name for what happened. */
  type: string;
  createdAt: Date;
  payload: unknown;
}

/** The site as a provider is told of it. */
export interface SetupSite {
  name: string;
  /** Its public origin, without a slash at the end. */
  url: string;
}

/** What the domain asks of a provider. What one cannot do it refuses with `unsupported`; `can` says so before. All throw {PaymentError}. */
export interface Provider extends ForeignSubscriptions {
  readonly name: PaymentProvider;
  readonly can: Capabilities;
  /** Whether all is there that it takes to sell a product, without asking the provider. */
  canSell(product: SoldProduct): boolean;
  /** The provider's customer of a user, made anew, in place of one that is gone if there was one; null where it keeps none. */
  createCustomer(user: {
    userId: string;
    email: string;
    name: string;
    replaces?: string | null;
  }): Promise<string | null>;
  /** Has the provider forget a customer, with their address, name and cards; one that is gone is fine, and so where it keeps none. */
  forgetCustomer(customerId: string): Promise<void>;
  /** @throws {PaymentError} `customer_missing` where the provider does not know the customer (any more) */
  startPurchase(input: PurchaseInput): Promise<StartedPurchase>;
  /**
   * Takes the money of a purchase that is paid once and was approved on the provider's page. One try has one name: the same try asked
   * for again takes nothing twice, and is answered as the first time.
   */
  collectPurchase(id: string, attempt: string): Promise<Collected>;
  /** A purchase begun earlier, as long as it still waits for the buyer and is at this product's price, less this promotion and with this bump; else null. */
  findOpenPurchase(
    id: string,
    product: SoldProduct,
    promotion?: Promotion | null,
    bump?: SoldProduct | null,
  ): Promise<StartedPurchase | null>;
  /** The provider's id of a promotion's code, which is made there unless it is there. */
  makePromotion(promotion: Promotion): Promise<string>;
  /** Has a code taken no more, by its id. Safe to repeat. */
  endPromotion(providerId: string): Promise<void>;
  /**
   * Closes what a buyer has begun to buy with a promotion since a time, so that it cannot be paid any more. `paid` where something of it was paid, or
   * is being paid: it stays as it is. Safe to repeat.
   */
  closePromoted(begun: {
    customerId: string | null;
    productKey: string;
    code: string;
    since: Date;
  }): Promise<'closed' | 'paid'>;
  /** Closes a subscription that was begun, so that it cannot be paid any more. `paid` where it was, or is being: it stays as it is. Safe to repeat. */
  closeUnpaid(subscriptionId: string): Promise<'closed' | 'paid'>;
  /** The ids of a buyer's purchases of a product that are paid or approved: by the customer, or among those begun here. */
  findPaid(buyer: {
    customerId: string | null;
    product: SoldProduct;
    begunIds: readonly string[];
  }): Promise<string[]>;
  /** How a subscription stands now; null for one that the provider does not know. */
  findSubscription(subscriptionId: string): Promise<SubscriptionState | null>;
  /** Lets a subscription end with the period that is paid, or (`false`) go on after all. Safe to repeat. */
  setCancelAtPeriodEnd(subscriptionId: string, value: boolean): Promise<void>;
  /**
   * What it would take to put a subscription on this product's price now. Changes nothing.
   * @throws {PaymentError} `switch_done` where it has that price already; with words for the member where it cannot be done
   */
  previewSwitch(subscriptionId: string, product: SoldProduct): Promise<SwitchPreview>;
  /**
   * Puts a subscription on this product's price and takes what `previewSwitch` has shown.
   * @throws {PaymentError} `switch_stale` where that was more than an hour ago, or it costs something else by now; where the payment is
   * refused, with words for the member, and then nothing has changed
   */
  switchPrice(
    subscriptionId: string,
    product: SoldProduct,
    shown: Pick<SwitchPreview, 'dueCents' | 'prorationAt'>,
  ): Promise<SwitchOutcome>;
  /**
   * Has a subscription paid at this product's price from the end of its present period on, which is `periodEnd`: nothing is taken or credited
   * before. Safe to repeat.
   * @throws {PaymentError} `switch_stale` where the period ends at another time; with words for the member where it cannot be done
   */
  scheduleNextPrice(subscriptionId: string, product: SoldProduct, periodEnd: Date): Promise<void>;
  /**
   * Changes the amount that a subscription takes from its next renewal on, at the end of its present period: nothing is taken or credited before.
   * `later` where something that is under way has to end first, or the period ends at another time. Safe to repeat.
   */
  setNextPrice(
    subscriptionId: string,
    product: SoldProduct,
    periodEnd: Date,
  ): Promise<'set' | 'unchanged' | 'later'>;
  /** Has a subscription keep the price it has, where another one was to follow. Safe to repeat. */
  keepPrice(subscriptionId: string): Promise<void>;
  /**
   * Leaves out the payments of a subscription from the end of the period that is paid, `pause.from`, to `pause.until`, when a later one
   * begins and is paid again. One that is paused already stays as it is. Safe to repeat.
   * @throws {PaymentError} `pause_stale` where its periods end at other times; with words for the member where it cannot be done
   */
  pauseSubscription(subscriptionId: string, pause: Pause): Promise<void>;
  /**
   * Ends a pause: one that has not begun is taken off; else a period begins now, and its money is taken. `shownCents` is what that was said
   * to take at most, before tax, in integer cents; null for nothing. Safe to repeat.
   * @throws {PaymentError} `pause_stale` where it takes more than was said; with words for the member where the payment is refused; then nothing
   * has changed
   */
  resumeSubscription(subscriptionId: string, shownCents: number | null): Promise<ResumeOutcome>;
  /**
   * What it would take to have a higher quantity of a subscription's price now. Changes nothing.
   * @throws {PaymentError} with words for who pays it where it cannot be done
   */
  previewQuantity(subscriptionId: string, quantity: number): Promise<QuantityPreview>;
  /**
   * Raises the quantity of a subscription and takes what `previewQuantity` has shown.
   * @throws {PaymentError} `quantity_stale` where that was more than an hour ago, or it costs something else by now; where the payment is
   * refused, with words for who pays it, and then nothing has changed
   */
  raiseQuantity(
    subscriptionId: string,
    quantity: number,
    shown: Pick<QuantityPreview, 'dueCents' | 'prorationAt'>,
  ): Promise<SwitchOutcome>;
  /**
   * Sets the quantity that a subscription's payments pay for from the next one on: nothing is taken or credited now. Safe to repeat.
   * @throws {PaymentError} `quantity_stale` where its present period does not end at `periodEnd`
   */
  setNextQuantity(subscriptionId: string, quantity: number, periodEnd: Date): Promise<void>;
  /**
   * Takes a promotion off the next payments of a subscription that nothing is taken off yet. Safe to repeat.
   * @throws {PaymentError} `discount_unready` where something else is, or it is not active
   */
  discountSubscription(subscriptionId: string, promotion: Promotion, currency: string): Promise<void>;
  /**
   * Has a subscription end by itself once it was paid so many times: with the period of the last payment. Safe to repeat; one that has
   * ended stays as it is.
   */
  limitPayments(subscriptionId: string, count: number): Promise<void>;
  /** Stops the payments of a subscription until `activateSubscription`; one that is stopped, or has ended, stays as it is. Safe to repeat. */
  suspendSubscription(subscriptionId: string, reason: string): Promise<void>;
  /**
   * Has the payments of a suspended subscription go on with the next one that is due, and says which price it has from then on, as in
   * `SubscriptionState`. Null for one that has ended, or ends. Safe to repeat.
   */
  activateSubscription(subscriptionId: string, reason: string): Promise<{ nextPrice: string | null } | null>;
  /** Ends a subscription at once; nothing more is collected for it, and nothing given back. Safe to repeat. */
  endSubscription(subscriptionId: string, reason: string): Promise<void>;
  /** Ends a subscription at once and gives back what its last payment took. Safe to repeat. */
  undoSubscription(subscriptionId: string): Promise<void>;
  /** The address of the provider's page on which the card that pays a subscription is replaced; it leads on to `savedUrl`. */
  openCardPage(input: { subscriptionId: string; returnUrl: string; savedUrl: string }): Promise<string>;
  /** The card that pays a subscription; null where none does, or it is not told. */
  findCard(subscriptionId: string): Promise<Card | null>;
  /** The address of the provider's page on which the payer sees to what pays a subscription; null where `openCardPage` opens one. */
  payerPage(subscriptionId: string): string | null;
  /**
   * Takes the money now that is missing for a subscription, from what pays it; where none is missing nothing is taken. Where the bank
   * wants to hear of the payer first, the address of the provider's page on which they confirm it; else null.
   * @throws {PaymentError} with words for the member where it is refused
   */
  collectDue(subscriptionId: string): Promise<string | null>;
  /** Gives a payment back in full; one already given back stays as it is. Safe to repeat. */
  refundPayment(paymentId: string): Promise<void>;
  /** Gives so much of a payment back. One that is given back in full already stays as it is. */
  refundPart(refund: PartialRefund): Promise<void>;
  /** Where the payment or the invoice that an event is about comes from; null when the provider does not know it either. */
  findOrigin(about: { invoiceId: string | null; paymentId: string | null }): Promise<PaymentOrigin | null>;
  /** What a payment or a refund has cost, where its events leave that out; null as long as it is not settled there. */
  findFee(of: { paymentId: string } | { refundId: string }): Promise<Fee | null>;
  /**
   * The event in a webhook. Where the provider is asked whether the signature is its own, `beforeAsking` is called before, and may throw.
   * @throws {PaymentError} `bad_signature` when it is not the provider's; `bad_event` when it is, and is of a form that is not read; else it could not
   * be asked.
   */
  openWebhook(body: string, headers: Headers, beforeAsking?: () => Promise<void>): Promise<ProviderEvent>;
  /** Makes what it takes to sell these, where it is not there: the settings that are to hold it, by their names. Safe to repeat. */
  makeProducts(site: SetupSite, products: readonly SoldProduct[]): Promise<Record<string, string>>;
  /** What keeps the site from selling these there, or from hearing of it, in words for the operator; empty where nothing does. */
  findProblems(site: SetupSite, products: readonly SoldProduct[]): Promise<string[]>;
  /** The fact of an event; asks for what the event leaves out. @throws {PaymentError} `bad_event` for one of no known form */
  readEvent(event: ProviderEvent): Promise<PaymentFact>;
  /** The events of a span of time, page by page, the newest first. Providers know those of the last 30 days. */
  listEvents(from: Date, to: Date): AsyncGenerator<ProviderEvent[]>;
  /**
   * What the events of a subscription, or of a payment that is made once, would tell if they were made now: its latest payment or
   * approval, and how it stands. Empty for what the provider does not know, and for a payment that was not made.
   */
  findPresent(about: { subscriptionId: string } | { paymentId: string }): Promise<PaymentFact[]>;
  /** What the events of all refunds and disputes of a payment would tell now; null where the provider does not list them. */
  findMoneyBack(paymentId: string): Promise<(RefundChanged | DisputeChanged)[] | null>;
}

/** A provider refused or could not be reached; `message` may be shown to the user. */
export class PaymentError extends Error {
  readonly code: string;
  readonly isRetryable: boolean;
  /** The HTTP status of the provider's answer; undefined where none was read. */
  readonly status: number | undefined;

  constructor(code: string, message: string, isRetryable: boolean, status?: number) {
    super(message);
    this.status = status;
    this.code = code;
    this.isRetryable = isRetryable;
  }
}

/** What a provider cannot do. */
export function unsupported(): never {
  throw new PaymentError('unsupported', 'This way to pay cannot do that.', false);
}
