// What happened in the demo's past year: the same each time it is made. Days are counted from its beginning. No database, no clock.

/** As many days as the year has. */
export const yearDays = 365;

/** The sellers, two of each kind. Those of the demo's own accounts go by their address. */
export const sellers = [
  { key: 'affiliate', email: 'affiliate@example.com', role: 'affiliate', joins: 0, weight: 28 },
  { key: 'reseller', email: 'reseller@example.com', role: 'reseller', joins: 0, weight: 22 },
  { key: 'pro', email: 'pro@example.com', role: 'pro_reseller', joins: 0, weight: 14 },
  { key: 'affiliate-2', name: 'Sample Affiliate', role: 'affiliate', joins: 20, weight: 14 },
  // Recruited by the first pro, buys the programme, and sells it: the chain of two tiers.
  { key: 'reseller-2', name: 'Sample Reseller', role: 'affiliate', joins: 35, weight: 12, by: 'pro' },
  { key: 'pro-2', name: 'Sample Pro', role: 'pro_reseller', joins: 60, weight: 6 },
] as const;

export type SellerKey = (typeof sellers)[number]['key'];

/** Days on which a seller's own membership is not there: what is paid then earns nothing. */
export const lapse = { seller: 'affiliate-2', from: 150, until: 190 } as const;

/** When the recruited reseller bought the programme. */
export const programmeBoughtOn = 40;

/** Payouts that were asked for, and how PayPal ended them, so many days later. */
export const payouts = [
  { seller: 'reseller', day: 170, ends: 'paid', after: 0 },
  { seller: 'pro', day: 215, ends: 'returned', after: 30 },
  { seller: 'pro', day: 275, ends: 'paid', after: 0 },
  { seller: 'affiliate', day: 320, ends: 'paid', after: 0 },
] as const satisfies { seller: SellerKey; day: number; ends: 'paid' | 'returned'; after: number }[];

/** Where clicks came from, and which share of them. */
const campaigns = [
  { name: 'newsletter', source: 'mail', medium: 'email', page: '/pricing', share: 0.34 },
  { name: 'video-review', source: 'youtube', medium: 'video', page: '/', share: 0.27 },
  { name: 'spring-sale', source: 'blog', medium: 'post', page: '/affiliate-program', share: 0.14 },
  { name: null, source: null, medium: null, page: '/', share: 0.25 },
] as const;

type Campaign = (typeof campaigns)[number];

/** The campaign that a number between 0 and 1 falls to, by the shares. */
export function campaignAt(at: number): Campaign {
  let before = 0;
  for (const campaign of campaigns) {
    before += campaign.share;
    if (at < before) return campaign;
  }
  return campaigns[0];
}

/** Something that goes wrong with a payment, or that is changed about it. */
type Twist = 'part_refund' | 'refund' | 'dispute_won' | 'dispute_lost' | 'programme' | null;

export interface Buyer {
  number: number;
  /** Who referred them; null for nobody. */
  seller: SellerKey | null;
  /** The day they registered. */
  day: number;
  /** Months of membership paid for, as far as the year goes; none for who only registered. */
  months: number;
  /** Whether they have left; else the membership goes on. */
  leaves: boolean;
  /** Whether they bought the ebook first. */
  hasEbook: boolean;
  campaign: Campaign;
  twist: Twist;
}

/** How many there are. */
const buyerCount = 110;

/** Numbers between 0 and 1 that are the same each time (a linear congruential generator). */
export function numbersFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** The month of a membership, in days. */
export const monthDays = 30;
/** Of those who pay a month, who pay the next. */
const stays = 0.87;

const twists: Partial<Record<number, Twist>> = {
  9: 'part_refund',
  17: 'dispute_won',
  26: 'part_refund',
  33: 'refund',
  41: 'dispute_lost',
  52: 'part_refund',
  64: 'programme',
  78: 'refund',
  90: 'part_refund',
};

/** Who sells to the next buyer: by weight, among those who have joined; one in nine comes by nobody. */
function sellerOn(day: number, number: number, at: number): SellerKey | null {
  // The programme is sold by who was recruited, after they bought it.
  if (twists[number] === 'programme') return 'reseller-2';
  if (number % 9 === 0 && !twists[number]) return null;
  const open = sellers.filter(({ joins }) => joins + 5 < day);
  const total = open.reduce((sum, { weight }) => sum + weight, 0);
  let remainingWeight = at * total;
  for (const { key, weight } of open) {
    remainingWeight -= weight;
    if (remainingWeight < 0) return key;
  }
  return null;
}

/** The buyers, those who registered first at the front; more of them as the year goes on. */
export function planBuyers(): Buyer[] {
  const next = numbersFrom(47);
  return Array.from({ length: buyerCount }, (_, number) => {
    const day = Math.floor(6 + (yearDays - 12) * Math.sqrt((number + next() * 0.8) / buyerCount));
    const longest = Math.max(1, Math.floor((yearDays - 1 - day) / monthDays) + 1);
    let months = 1;
    while (months < longest && next() < stays) months += 1;
    // One in six registers and buys nothing.
    const onlyLooks = number % 6 === 5 && !twists[number];
    return {
      number,
      seller: sellerOn(day, number, next()),
      day,
      months: twists[number] === 'refund' ? 1 : onlyLooks ? 0 : months,
      leaves: !onlyLooks && (months < longest || twists[number] === 'refund'),
      hasEbook: next() < 0.22 && !onlyLooks,
      campaign: campaignAt(next()),
      twist: twists[number] ?? null,
    };
  });
}
