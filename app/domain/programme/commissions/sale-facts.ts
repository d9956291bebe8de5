import { ordinal } from '#app/platform/ordinal.ts';

/** What is told of the sale that a row of a ledger is of, without naming the buyer. */
export interface SaleFacts {
  /** Which payment of its subscription it is, counted from 1; null for what is paid once, and for a difference in price. */
  number: number | null;
  isDifference: boolean;
  /** What the link that brought the buyer was called: its campaign, short link, promotion code or page; null where it is not known. */
  source: { kind: 'campaign' | 'link' | 'code' | 'page'; name: string } | null;
}

/** A sale in a word or two: "New sale", "6th renewal". */
export function saleTitle({ number, isDifference }: SaleFacts): string {
  if (isDifference) return 'Change of price';
  return number === null || number <= 1 ? 'New sale' : `${ordinal(number - 1)} renewal`;
}

const places = {
  campaign: (name: string) => `from the “${name}” campaign`,
  link: (name: string) => `from your link ${name}`,
  code: (name: string) => `with your code ${name}`,
  page: (name: string) => `from your link to ${name === '/' ? 'the home page' : name}`,
} as const;

/** Who bought, as far as a seller is told: "a member from the “newsletter” campaign". */
export const buyerWords = ({ source }: SaleFacts): string =>
  source ? `a member ${places[source.kind](source.name)}` : 'a member from one of your links';
