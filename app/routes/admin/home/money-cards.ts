import { formatMoney } from '#app/domain/core/catalogue/products.ts';
import { changeOf, type Figure } from '#app/domain/operating/attention/figure.ts';
import type { MoneyFigures } from '#app/domain/operating/attention/money-figures.server.ts';
import type { Direction } from '#app/routes/admin/home/change-sign.tsx';

const moneyKeys = ['mrr', 'revenue', 'net', 'new', 'lost', 'churn'] as const;

/** A money figure of the admin's home, as its address names it. */
export type MoneyKey = (typeof moneyKeys)[number];

/** Which figure's chart an address asks for (`figure`). */
export const readMoneyKey = (query: URLSearchParams): MoneyKey =>
  moneyKeys.find((key) => key === query.get('figure')) ?? 'mrr';

/** A figure of the last 30 days, and what it was in the 30 days before; nulls where there is nothing to compare with. */
export interface MoneyCard {
  key: MoneyKey;
  label: string;
  value: string;
  was: string | null;
  change: number | null;
  good: Direction;
}

const percent = (value: number | null) => (value === null ? '–' : `${value.toLocaleString('en-US')}%`);
const people = (value: number) => value.toLocaleString('en-US');

export function moneyCards(figures: MoneyFigures): MoneyCard[] {
  const { mrr, revenue, net, newMembers, lostMembers, monthlyChurn } = figures;
  const card = (
    key: MoneyKey,
    label: string,
    figure: Figure,
    format: (value: number) => string,
    good: Direction = 'up',
  ): MoneyCard => ({
    key,
    label,
    value: format(figure.value),
    was: figure.before === null ? null : format(figure.before),
    change: changeOf(figure),
    good,
  });
  return [
    card('mrr', 'MRR', mrr, formatMoney),
    card('revenue', 'Subscription revenue', revenue, formatMoney),
    card('net', 'Net after commissions', net, formatMoney),
    card('new', 'New paying members', newMembers, people),
    card('lost', 'Lost members', lostMembers, people, 'down'),
    // Percentages are compared as they are: a change of a percentage in percent misleads.
    {
      key: 'churn',
      label: 'Monthly churn',
      value: percent(monthlyChurn.value),
      was: monthlyChurn.before === null ? null : percent(monthlyChurn.before),
      change: null,
      good: 'down',
    },
  ];
}
