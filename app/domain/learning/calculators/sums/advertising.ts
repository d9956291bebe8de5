import {
  atLeast,
  money,
  number,
  percent,
  quantity,
  share,
  sum,
} from '#app/domain/learning/calculators/sum.ts';

const salesOf = (count: number) => quantity(count, 'sale');

/** What a click may cost, from what a sale leaves. */
export const breakEvenClick = sum({
  inputs: {
    price: { unit: 'money' },
    costs: { unit: 'money', mayBeZero: true },
    keep: { unit: 'money', mayBeZero: true },
    rate: { unit: 'percent' },
  },
  refuse: ({ price, costs, keep }) =>
    costs >= price
      ? [
          'costs',
          'At these costs a sale leaves nothing, so no click can pay. Raise the price or lower the costs.',
        ]
      : keep >= price - costs
        ? [
            'keep',
            `A sale leaves ${money(price - costs)}: keep less than that, or nothing is left for clicks.`,
          ]
        : null,
  reckon({ price, costs, keep, rate }) {
    const margin = price - costs;
    const target = margin - keep;
    return { margin, target, breakEven: share(margin, rate), click: share(target, rate), clicks: 100 / rate };
  },
  tell: ({ price, costs, keep, rate }, { margin, target, breakEven, click, clicks }) => ({
    figures: [money(breakEven), money(click), money(target), money(margin)],
    steps: [
      `${money(price)} - ${money(costs)} = ${money(margin)} is left of a sale`,
      `${money(margin)} x ${percent(rate)} = ${money(breakEven)} a click at break-even`,
      `${money(margin)} - ${money(keep)} = ${money(target)} may be spent on a customer`,
      `${money(target)} x ${percent(rate)} = ${money(click)} a click to keep ${money(keep)}`,
    ],
    meaning: `A click above ${money(breakEven)} loses money. It takes about ${quantity(clicks, 'click')} to make a sale, so to keep ${money(keep)} of it, pay at most ${money(click)} for each.`,
  }),
});

/** What a search is worth a month to whoever answers it. */
export const searchValue = sum({
  inputs: {
    searches: { unit: 'number', noun: 'search' },
    clicks: { unit: 'percent' },
    customers: { unit: 'percent' },
    profit: { unit: 'money' },
  },
  reckon({ searches, clicks, customers, profit }) {
    const visits = share(searches, clicks);
    const buyers = share(visits, customers);
    return { visits, buyers, month: buyers * profit, year: buyers * profit * 12 };
  },
  tell: ({ searches, clicks, customers, profit }, { visits, buyers, month, year }) => ({
    figures: [money(month), money(year), number(visits), number(buyers)],
    steps: [
      `${number(searches)} x ${percent(clicks)} = ${number(visits)} visits a month`,
      `${number(visits)} x ${percent(customers)} = ${number(buyers)} customers`,
      `${number(buyers)} x ${money(profit)} = ${money(month)} a month`,
    ],
    meaning: `A page that answers this search is worth about ${money(month)} a month while both shares hold. It's a figure to rank your options by, not a forecast.`,
  }),
});

/** What a platform needs a week to learn, and what one's own budget buys of it. */
export const adBudget = sum({
  inputs: { sales: { unit: 'number', noun: 'sale' }, cost: { unit: 'money' }, daily: { unit: 'money' } },
  reckon({ sales, cost, daily }) {
    const week = sales * cost;
    const bought = (daily * 7) / cost;
    return { week, day: week / 7, bought, weeks: sales / bought };
  },
  tell: ({ sales, cost, daily }, { week, day, bought, weeks }) => ({
    figures: [money(day), money(week), number(Math.floor(bought + 1e-9)), quantity(weeks, 'week')],
    steps: [
      `${number(sales)} x ${money(cost)} = ${money(week)} a week`,
      `${money(week)} / 7 = ${money(day)} a day`,
      `${money(daily)} x 7 / ${money(cost)} = ${salesOf(bought)} a week from your budget`,
      `${number(sales)} / ${number(bought)} = ${quantity(weeks, 'week')} to gather ${number(sales)}`,
    ],
    meaning:
      daily >= day
        ? `Your ${money(daily)} a day is enough for ${salesOf(sales)} a week at ${money(cost)} each.`
        : `For ${salesOf(sales)} a week at ${money(cost)} each you need ${money(day)} a day. ${money(daily)} a day takes about ${quantity(weeks, 'week')} to buy as many: keep it in one place, or set a goal that comes more often.`,
  }),
});

/** From the profit wanted up to the visitors it takes. */
export const funnel = sum({
  inputs: {
    profit: { unit: 'money' },
    sale: { unit: 'money' },
    buy: { unit: 'percent' },
    finish: { unit: 'percent' },
    signUp: { unit: 'percent' },
    click: { unit: 'money', mayBeZero: true },
  },
  reckon({ profit, sale, buy, finish, signUp, click }) {
    const sales = profit / sale;
    const finishers = (sales / buy) * 100;
    const signUps = (finishers / finish) * 100;
    const visitors = (signUps / signUp) * 100;
    return {
      sales,
      finishers,
      signUps,
      visitors,
      worth: profit / visitors,
      remainder: profit - visitors * click,
    };
  },
  tell: (
    { profit, sale, buy, finish, signUp, click },
    { sales, finishers, signUps, visitors, worth, remainder },
  ) => ({
    figures: [number(atLeast(visitors)), number(atLeast(sales)), money(worth), money(remainder)],
    steps: [
      `${money(profit)} / ${money(sale)} = ${salesOf(sales)}`,
      `${number(sales)} / ${percent(buy)} = ${number(finishers)} who finish the step before`,
      `${number(finishers)} / ${percent(finish)} = ${number(signUps)} who sign up`,
      `${number(signUps)} / ${percent(signUp)} = ${quantity(visitors, 'visitor')}`,
      `${money(profit)} / ${number(visitors)} = ${money(worth)} a visitor is worth`,
      `${money(profit)} - ${number(visitors)} x ${money(click)} = ${money(remainder)} is left after clicks`,
    ],
    meaning:
      remainder > 0
        ? `At ${money(click)} a click ${money(remainder)} a month is left. Up to ${money(worth)} a visitor the path pays for itself.`
        : `A visitor is worth ${money(worth)} and costs ${money(click)}: this path doesn't carry bought visitors until one of the three rates rises.`,
  }),
});
