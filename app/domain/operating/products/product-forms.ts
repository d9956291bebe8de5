import { z } from 'zod';
import { reasonField } from '#app/domain/core/audit/reason.ts';
import type { FurtherCurrency } from '#app/domain/core/catalogue/currencies.ts';
import { commissionRules, type Entitlement } from '#app/domain/core/catalogue/product.ts';
import { parseMoment } from '#app/domain/core/values/typed-moment.ts';
import { readCents } from '#app/domain/core/values/typed-number.ts';
import { centsField, wholeField } from '#app/domain/core/values/typed-number-fields.ts';

// What the forms of Admin, Products ask for. How values depend on what is there already is checked in the commands.

/** What a product can unlock. */
export const unlockKinds = {
  everything: 'Membership: everything',
  selection: 'Selected content',
  reseller: 'Reseller role',
  team: 'Team: a number of seats, each a membership',
} as const;

export type UnlockKind = keyof typeof unlockKinds;

/** What a product of a kind gives. */
export const givenBy = (kind: UnlockKind, key: string): Entitlement =>
  (({ everything: 'membership', selection: `only:${key}`, reseller: 'reseller', team: 'team' }) as const)[
    kind
  ];

/** Which kind a product is of, by what it gives; null for what no form makes. */
export function kindOf(gives: string): UnlockKind | null {
  if (gives === 'membership') return 'everything';
  if (gives === 'reseller' || gives === 'team') return gives;
  return gives.startsWith('only:') ? 'selection' : null;
}

export const commissionLabels: Record<(typeof commissionRules)[number], string> = {
  all_sellers: 'All affiliates and resellers',
  pro_resellers: 'Pro resellers, and whoever recruited the seller',
  nobody: 'Nobody',
};

const line = (most: number, missing: string) =>
  z.string({ error: missing }).trim().min(1, missing).max(most, `Please use at most ${most} characters`);

const optionalText = (most: number) =>
  z.string().trim().max(most, `Please use at most ${most} characters`).default('');

const moment = z
  .string()
  .default('')
  .transform((input, context) => {
    if (input.trim() === '') return null;
    const at = parseMoment(input);
    if (at) return at;
    context.addIssue({ code: 'custom', message: 'Please enter a day and a time' });
    return z.NEVER;
  });

const optionalWhole = (least: number, most: number, words: string) =>
  z
    .string()
    .trim()
    .default('')
    .transform((input, context) => {
      if (input === '') return null;
      const { data, error } = wholeField(words).safeParse(input);
      if (data !== undefined && data >= least && data <= most) return data;
      // What cannot be read is named; what can is out of range.
      context.addIssue({ code: 'custom', message: error?.issues[0]?.message ?? words });
      return z.NEVER;
    });

const box = z
  .literal('on')
  .optional()
  .transform((value) => value === 'on');

/** Seats that one subscription can have, at most. */
const mostSeats = 1_000;

const seatsProblem = 'Please enter a whole number from 1 to 1,000';

const shared = {
  name: line(80, 'Please enter a name'),
  noun: line(60, 'Please enter the name as it reads within a sentence'),
  courses: optionalText(4_000),
  guides: box,
  commission: z.enum(commissionRules, { error: 'Please choose who earns' }),
  commissionPercent: optionalWhole(1, 100, 'Please enter a whole number from 1 to 100'),
  isGuaranteed: box,
  tagline: optionalText(200),
  description: optionalText(20_000),
  saleStartsAt: moment,
  saleEndsAt: moment,
  offeredAfter: optionalText(60).transform((key) => key || null),
  bumpFor: optionalText(60).transform((key) => key || null),
  stock: optionalWhole(1, 1_000_000, 'Please enter a whole number from 1 to 1,000,000'),
  minSeats: optionalWhole(1, mostSeats, seatsProblem),
  maxSeats: optionalWhole(1, mostSeats, seatsProblem),
  reason: reasonField(),
};

const isInOrder = ({ saleStartsAt, saleEndsAt }: { saleStartsAt: Date | null; saleEndsAt: Date | null }) =>
  saleStartsAt === null || saleEndsAt === null || saleStartsAt < saleEndsAt;
const areSeatsInOrder = ({ minSeats, maxSeats }: { minSeats: number | null; maxSeats: number | null }) =>
  minSeats === null || maxSeats === null || minSeats <= maxSeats;
const tooFewSeats = { path: ['maxSeats'], message: 'Please enter at least as many as the fewest seats' };
const outOfOrder = { path: ['saleEndsAt'], message: 'Please choose an end after the beginning' };

/** How what is paid is paid. */
export const intervals = {
  once: 'Once',
  month: 'Every month',
  year: 'Every year',
  installments: 'In monthly installments',
} as const;

/** How few and how many installments there can be. */
const [fewestInstallments, mostInstallments] = [2, 24];
const installmentsProblem = `Please enter a whole number from ${fewestInstallments} to ${mostInstallments}`;

const priceFields = {
  installments: optionalWhole(fewestInstallments, mostInstallments, installmentsProblem),
  interval: z.enum(['once', 'month', 'year', 'installments'], { error: 'Please choose how it is paid' }),
  amount: centsField('Please enter a price such as 97 or 97.50').refine(
    (cents) => cents === 0 || (cents >= 100 && cents <= 1_000_000),
    'Please enter a price between $1 and $10,000, or 0 for free',
  ),
};

const areInstallmentsCounted = ({
  interval,
  installments,
}: {
  interval: string;
  installments: number | null;
}) => (interval === 'installments') === (installments !== null);
const uncounted = {
  path: ['installments'],
  message: `${installmentsProblem} for what is paid in installments, and leave it empty for anything else`,
};

/** A new product with its first price. */
export const newProductSchema = z
  .object({
    ...shared,
    ...priceFields,
    address: z
      .string({ error: 'Please enter an address' })
      .trim()
      .toLowerCase()
      .regex(/^[a-z][a-z0-9-]{1,38}[a-z0-9]$/, 'Please use 3 to 40 letters, digits and hyphens'),
    kind: z.enum(['everything', 'selection', 'reseller', 'team'], { error: 'Please choose what it unlocks' }),
  })
  .refine(isInOrder, outOfOrder)
  .refine(areSeatsInOrder, tooFewSeats)
  .refine(areInstallmentsCounted, uncounted);

/** What can be changed of a product; `version` is the state it was filled in over. */
export const editProductSchema = z
  .object({ ...shared, version: z.coerce.number().int() })
  .refine(isInOrder, outOfOrder)
  .refine(areSeatsInOrder, tooFewSeats);

/** A new price. One of the same interval is replaced. */
export const newPriceSchema = z
  .object({ ...priceFields, reason: reasonField() })
  .refine(areInstallmentsCounted, uncounted);

/** What can be asked for a price in a further currency, in cents of it. */
const [leastCents, mostCents] = [100, 1_000_000];

/** Signs that an amount may be typed with; dollars have one sign for all. */
const ownSigns: Partial<Record<FurtherCurrency, string>> = { eur: '€', gbp: '£' };

/** An amount of a further currency as it is typed, in its cents; null where it is left empty. */
const amountField = (currency: FurtherCurrency) =>
  z
    .string()
    .trim()
    .default('')
    .transform((input, context) => {
      if (input === '') return null;
      const code = currency.toUpperCase();
      const { cents } = readCents(input.replace(ownSigns[currency] ?? '', '').replace(code, ''));
      if (cents !== null && cents >= leastCents && cents <= mostCents) return cents;
      const message =
        cents === null
          ? `Please enter an amount in ${code}, such as 45 or 45.50`
          : `Please enter a price between 1 and 10,000 ${code}`;
      context.addIssue({ code: 'custom', message });
      return z.NEVER;
    });

/** What a price of a product takes in further currencies; empty where it is not sold in one. */
export const priceAmountsSchema = z.object({
  price: z.string({ error: 'Please choose a price' }).max(200),
  eur: amountField('eur'),
  gbp: amountField('gbp'),
  cad: amountField('cad'),
  aud: amountField('aud'),
  nzd: amountField('nzd'),
  chf: amountField('chf'),
  sgd: amountField('sgd'),
  reason: reasonField(),
});

export type PriceAmounts = z.output<typeof priceAmountsSchema>;

/** Absent where there are none, which is so of most. */
type Installments = { installments?: number | null };
export type NewProduct = Omit<z.output<typeof newProductSchema>, 'installments'> & Installments;
export type ProductEdit = z.output<typeof editProductSchema>;
export type NewPrice = Omit<z.output<typeof newPriceSchema>, 'installments'> & Installments;
