// One customer's purchases of everything that is sold, at random, and what follows from them by a count of its own: no events, no
// rows, no order.
import fc from 'fast-check';

export const dayMs = 24 * 3600 * 1000;
const periodDays = 30;

const provider = fc.constantFrom('stripe' as const, 'paypal' as const);

/** What becomes of a payment's money; `at` is the days after it was paid. */
const moneyBack = fc.record({
  /** Of the whole, in percent, and no more than it in all. */
  refunds: fc.constantFrom([], [10], [100], [10, 40], [60, 40]).chain((percents) =>
    fc.tuple(
      ...percents.map((percent) =>
        fc.record({
          percent: fc.constant(percent),
          at: fc.integer({ min: 1, max: 4 }),
          end: fc.constantFrom('pending' as const, 'succeeded' as const, 'failed' as const),
        }),
      ),
    ),
  ),
  dispute: fc.option(
    fc.record({
      percent: fc.constantFrom(50, 100),
      at: fc.integer({ min: 1, max: 4 }),
      /** It may begin as an inquiry, which takes no money. */
      isInquired: fc.boolean(),
      end: fc.constantFrom(
        'inquiry' as const,
        'inquiry_closed' as const,
        'open' as const,
        'won' as const,
        'lost' as const,
      ),
    }),
    { nil: null },
  ),
});
export type MoneyBack = typeof moneyBack extends fc.Arbitrary<infer T> ? T : never;

const subscription = (products: readonly SubscribedKey[]) =>
  fc.record({
    product: fc.constantFrom(...products),
    provider,
    /** Begun so many periods before the present, in which it is in the last of them. */
    periods: fc.integer({ min: 1, max: 5 }),
    /** Of each period but the first, whether its payment failed at first. */
    stumbles: fc.array(fc.boolean(), { minLength: 5, maxLength: 5 }),
    /** How it stands in the end. */
    end: fc.constantFrom(
      'runs' as const,
      'canceled' as const,
      'over' as const,
      'missing' as const,
      'unpaid' as const,
    ),
    /** What becomes of the money of one of its payments, counted from the last. */
    moneyBack: fc.option(fc.record({ ofLast: fc.constantFrom(0, 0, 1), money: moneyBack }), { nil: null }),
  });
export type SubscriptionHistory = ReturnType<typeof subscription> extends fc.Arbitrary<infer T> ? T : never;

const purchase = (product: OnceKey) =>
  fc.record({
    product: fc.constant(product),
    provider,
    tax: fc.constantFrom(0, 0, 63),
    /** Paid so many days before the present. */
    daysAgo: fc.integer({ min: 6, max: 60 }),
    money: moneyBack,
    /** Paid twice at once, by two tabs. */
    isTwice: fc.boolean(),
  });
export type PurchaseHistory = ReturnType<typeof purchase> extends fc.Arbitrary<infer T> ? T : never;

export const prices = {
  membership: 4_700,
  reseller_pro: 9_700,
  reseller_pro_free3: 9_700,
  ebook: 700,
  reseller_programme: 99_700,
} as const;
type SubscribedKey = 'membership' | 'reseller_pro' | 'reseller_pro_free3';
type OnceKey = 'ebook' | 'reseller_programme';

export const customerArbitrary = fc.record({
  membership: fc.option(subscription(['membership']), { nil: null }),
  pro: fc.option(subscription(['reseller_pro', 'reseller_pro_free3']), { nil: null }),
  ebook: fc.option(purchase('ebook'), { nil: null }),
  programme: fc.option(purchase('reseller_programme'), { nil: null }),
  /** In what order things are told, and which of them twice. */
  seed: fc.integer(),
});
export type Customer = typeof customerArbitrary extends fc.Arbitrary<infer T> ? T : never;

/** The periods of a subscription: from when to when, in milliseconds, what each took, and how it was paid. */
export function periodsOf(history: SubscriptionHistory, present: number) {
  const { periods, end, product, stumbles } = history;
  // Ten days into the last period, or ten days past it.
  const begin = present - ((periods - 1) * periodDays + (end === 'over' ? 40 : 10)) * dayMs;
  const free = product === 'reseller_pro_free3' ? 3 : 0;
  const isMissing = end === 'missing' || end === 'unpaid';
  return Array.from({ length: periods }, (_, index) => {
    const from = begin + index * periodDays * dayMs;
    const isFree = index < free;
    const isFailed = isMissing && index === periods - 1 && index > 0 && !isFree;
    const isStumbling = index > 0 && !isFree && !isFailed && stumbles[index] === true;
    return {
      from,
      to: from + periodDays * dayMs,
      cents: isFree ? 0 : prices[product],
      isFailed,
      isStumbling,
      /** A failed one is paid two days later, if it is. */
      paidAt: isStumbling ? from + 2 * dayMs : from + 3600_000,
    };
  });
}

/** The payments of a subscription that took money, the latest first. */
export const paidPeriods = (history: SubscriptionHistory, present: number) =>
  periodsOf(history, present)
    .filter(({ isFailed, cents }) => !isFailed && cents > 0)
    .reverse();

const share = (cents: number, percent: number) => Math.round((cents * percent) / 100);
export const partOf = share;

/**
 * What of a payment is gone for good, and what is with a bank that has not decided. Never more than was paid. What PayPal gives back once
 * there is a dispute is what is disputed.
 */
function goneOf(from: 'stripe' | 'paypal', cents: number, { refunds, dispute }: MoneyBack) {
  const made = refunds.filter(({ end }) => end !== 'failed');
  const sumOf = (some: typeof made) => some.reduce((sum, { percent }) => sum + share(cents, percent), 0);
  const refunded = Math.min(cents, sumOf(made));
  // An inquiry begins with its day, a dispute without one some hours later: see `moneyFacts`.
  const since = made.filter(({ at }) => dispute && (dispute.isInquired ? at >= dispute.at : at > dispute.at));
  const covered = from === 'paypal' ? sumOf(since) : 0;
  const taken = dispute ? Math.max(0, share(cents, dispute.percent) - covered) : 0;
  const lost = dispute?.end === 'lost' ? taken : 0;
  const inDispute = dispute?.end === 'open' ? taken : 0;
  return { refunded, lost, isWithheld: refunded + lost + inDispute >= cents };
}

interface Expected {
  /** What is left of all payments. Integer cents. */
  keptCents: number;
  membership: boolean;
  ebook: boolean;
  reseller: boolean;
  reseller_pro: boolean;
  role: 'member' | 'reseller' | 'pro_reseller';
}

function countSubscription(history: SubscriptionHistory | null, present: number, at: number) {
  if (!history) return { kept: 0, has: false };
  const periods = periodsOf(history, present);
  const paid = paidPeriods(history, present);
  const money = history.moneyBack ? paid[history.moneyBack.ofLast] : undefined;
  const gone =
    money && history.moneyBack ? goneOf(history.provider, money.cents, history.moneyBack.money) : null;
  const sum = paid.reduce((total, { cents }) => total + cents, 0);
  const kept = sum - (gone && money ? Math.min(money.cents, gone.refunded + gone.lost) : 0);
  const last = periods.at(-1);
  const isEnded = history.end === 'over' || (history.end === 'unpaid' && last?.isFailed);
  const isLatestGone = money !== undefined && money === paid[0] && gone?.isWithheld;
  // 14 days from the failure, an hour into the period; else three days past what is paid.
  const until = last ? (last.isFailed ? last.from + 3600_000 + 14 * dayMs : last.to + 3 * dayMs) : 0;
  return { kept, has: !isEnded && !isLatestGone && at < until };
}

function countPurchase(history: PurchaseHistory | null) {
  if (!history) return { kept: 0, has: false };
  const cents = prices[history.product] + taxOf(history);
  // Of what was paid twice one goes back as a whole; the money of neither is asked for besides.
  if (history.isTwice) return { kept: cents, has: true };
  const gone = goneOf(history.provider, cents, history.money);
  return { kept: cents - Math.min(cents, gone.refunded + gone.lost), has: !gone.isWithheld };
}

/** PayPal's orders have no tax here. */
export const taxOf = ({ provider: from, tax }: PurchaseHistory) => (from === 'stripe' ? tax : 0);

/** What a customer has at a time, everything having been told at the present, and what the site has of their money. */
export function expectedOf(customer: Customer, present: number, at: number): Expected {
  const membership = countSubscription(customer.membership, present, at);
  const pro = countSubscription(customer.pro, present, at);
  const ebook = countPurchase(customer.ebook);
  const programme = countPurchase(customer.programme);
  const role = programme.has ? (pro.has ? 'pro_reseller' : 'reseller') : 'member';
  return {
    keptCents: membership.kept + pro.kept + ebook.kept + programme.kept,
    membership: membership.has,
    ebook: ebook.has,
    reseller: programme.has,
    reseller_pro: pro.has,
    role,
  };
}
