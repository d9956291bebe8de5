// A business that ran elsewhere, to rehearse moving in with: people as its database has them, subscriptions as its payment provider has
// them, affiliates and links. Everybody in it is made up, with an address at example.com.

/** Everybody's password at the old site, and its hash there (bcrypt). */
export const oldPassword = 'U*U';
const passwordHash = '$2b$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW';

/** Prices of the old site at its payment provider, in integer cents. */
export const oldPrices = [
  { id: 'price_oldmonthly', unitAmount: 3_700, interval: 'month' },
  { id: 'price_oldyearly', unitAmount: 37_000, interval: 'year' },
] as const;

/** Somebody with an account at the old site. */
interface OldPerson {
  id: string;
  email: string;
  name: string;
  passwordHash: string;
  /** ISO 8601. */
  confirmedAt: string;
  createdAt: string;
}

interface OldAffiliate {
  email: string;
  code: string;
  ratePercent: number;
  payoutEmail: string;
  /** Below zero: they owe it. */
  balanceCents: number;
}

interface OldReferral {
  customerEmail: string;
  affiliateCode: string;
}

/** How a subscription stands at the old site. */
type OldStanding = 'active' | 'canceling' | 'trialing' | 'past_due' | 'ended';

export interface OldSubscription {
  id: string;
  customerId: string;
  email: string;
  priceId: (typeof oldPrices)[number]['id'];
  standing: OldStanding;
  /** Days from now until its period ends. */
  daysLeft: number;
}

export interface OldBusiness {
  people: OldPerson[];
  affiliates: OldAffiliate[];
  referrals: OldReferral[];
  subscriptions: OldSubscription[];
  /** Old paths and the pages here that take their place. */
  redirects: [oldPath: string, newPath: string][];
}

const four = (number: number) => String(number).padStart(4, '0');

/** Makes an old business of so many people; the same each time. `run` sets its people apart from those of another run. */
export function makeOldBusiness(count: number, run = 'old'): OldBusiness {
  const numbers = Array.from({ length: count }, (_, index) => index);
  const emailOf = (number: number) => `${run}-${four(number)}@example.com`;
  const people = numbers.map((number) => ({
    id: `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`,
    email: emailOf(number),
    name: `Member ${four(number)}`,
    passwordHash,
    confirmedAt: '2024-03-01 09:00:00+00',
    createdAt: `202${3 + (number % 3)}-0${1 + (number % 9)}-15 08:30:00+00`,
  }));
  const affiliates = numbers
    .filter((number) => number % 100 === 0)
    .map((number) => ({
      email: emailOf(number),
      code: `${run}-Partner.${four(number)}`,
      ratePercent: 40,
      payoutEmail: `${run}-pay-${four(number)}@example.com`,
      balanceCents: number % 1_000 === 900 ? -1_250 : 2_000 + number,
    }));
  const codes = affiliates.map(({ code }) => code);
  const referrals = numbers
    .filter((number) => number % 100 !== 0 && number % 3 === 0)
    .map((number) => ({
      customerEmail: emailOf(number),
      affiliateCode: codes[number % codes.length] ?? '',
    }));
  const subscriptions = numbers
    .filter((number) => number % 5 === 3)
    .map((number) => subscriptionOf(run, number, emailOf(number)));
  // One person has two, which somebody has to decide on.
  const [first] = subscriptions;
  if (first) subscriptions.push({ ...first, id: `${first.id}b`, standing: 'active' });
  return {
    people,
    affiliates,
    referrals,
    subscriptions,
    redirects: [
      [`/${run}/plans`, '/pricing'],
      [`/${run}/Affiliates/`, '/affiliate-program'],
      [`/${run}/tour`, '/demo'],
    ],
  };
}

const standings: readonly OldStanding[] = ['canceling', 'trialing', 'past_due', 'ended'];

/** Three in four are active; of the others each standing has its share. */
function subscriptionOf(run: string, number: number, email: string): OldSubscription {
  const turn = Math.floor(number / 5);
  return {
    id: `sub_${run}${four(number)}`,
    customerId: `cus_${run}${four(number)}`,
    email,
    priceId: turn % 10 === 9 ? 'price_oldyearly' : 'price_oldmonthly',
    standing: turn % 4 === 3 ? (standings[Math.floor(turn / 4) % standings.length] ?? 'active') : 'active',
    daysLeft: 3 + (number % 25),
  };
}
