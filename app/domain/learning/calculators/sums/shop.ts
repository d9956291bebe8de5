import {
  atLeast,
  money,
  number,
  percent,
  quantity,
  share,
  sum,
} from '#app/domain/learning/calculators/sum.ts';

/** What a customer leaves over all their payments, and after a share for whoever brought them. */
export const lifetimeValue = sum({
  inputs: {
    payment: { unit: 'money' },
    serving: { unit: 'money', mayBeZero: true },
    payments: { unit: 'number', noun: 'payment' },
    given: { unit: 'percent', mayBeZero: true },
  },
  refuse: ({ payment, serving }) =>
    serving >= payment
      ? [
          'serving',
          'Serving them costs as much as they pay, so a customer leaves nothing however long they stay.',
        ]
      : null,
  reckon({ payment, serving, payments, given }) {
    const margin = payment - serving;
    const lifetime = margin * payments;
    const paid = share(payment, given) * payments;
    return { margin, lifetime, paid, ownShare: lifetime - paid, part: (paid / lifetime) * 100 };
  },
  tell: ({ payment, serving, payments, given }, { margin, lifetime, paid, ownShare, part }) => ({
    figures: [money(lifetime), money(ownShare), money(paid), percent(part)],
    steps: [
      `${money(payment)} - ${money(serving)} = ${money(margin)} is left of a payment`,
      `${money(margin)} x ${number(payments)} = ${money(lifetime)} over a customer's whole time`,
      `${money(payment)} x ${percent(given)} x ${number(payments)} = ${money(paid)} for whoever brought them`,
      `${money(lifetime)} - ${money(paid)} = ${money(ownShare)} is yours`,
    ],
    meaning:
      ownShare > 0
        ? `A customer leaves ${money(lifetime)}. After ${percent(given)} of each payment for whoever brought them, ${money(ownShare)} carries everything else.`
        : `${percent(given)} of each payment is more than a customer leaves: with this share each one costs you money.`,
  }),
});

/** Whether free shipping from a sum on brings more than today's terms. */
export const freeShipping = sum({
  inputs: {
    goods: { unit: 'percent', mayBeZero: true },
    postage: { unit: 'money', mayBeZero: true },
    charged: { unit: 'money', mayBeZero: true },
    orders: { unit: 'number', noun: 'order' },
    average: { unit: 'money' },
    below: { unit: 'number', noun: 'order', mayBeZero: true },
    belowAverage: { unit: 'money' },
    above: { unit: 'number', noun: 'order', mayBeZero: true },
    aboveAverage: { unit: 'money' },
  },
  refuse: ({ goods, postage, aboveAverage }) =>
    share(aboveAverage, 100 - goods) <= postage
      ? [
          'aboveAverage',
          `An order of ${money(aboveAverage)} leaves nothing once you pay its postage. Set the threshold higher.`,
        ]
      : null,
  reckon({ goods, postage, charged, orders, average, below, belowAverage, above, aboveAverage }) {
    const eachOf = (value: number, paid: number) => share(value, 100 - goods) + paid - postage;
    const today = orders * eachOf(average, charged);
    const belowSum = below * eachOf(belowAverage, charged);
    const aboveEach = eachOf(aboveAverage, 0);
    const aboveSum = above * aboveEach;
    const total = belowSum + aboveSum;
    return {
      today,
      belowSum,
      aboveSum,
      total,
      gain: total - today,
      needed: Math.max(0, (today - belowSum) / aboveEach),
    };
  },
  tell(typed, { today, belowSum, aboveSum, total, gain, needed }) {
    const { goods, postage, charged, orders, average, below, belowAverage, above, aboveAverage } = typed;
    const marginOf = (value: number) => money(share(value, 100 - goods));
    return {
      figures: [money(gain), money(total), money(today), number(atLeast(needed))],
      steps: [
        `Today: ${number(orders)} x (${marginOf(average)} + ${money(charged)} - ${money(postage)}) = ${money(today)}`,
        `Below the threshold: ${number(below)} x (${marginOf(belowAverage)} + ${money(charged)} - ${money(postage)}) = ${money(belowSum)}`,
        `Above it: ${number(above)} x (${marginOf(aboveAverage)} - ${money(postage)}) = ${money(aboveSum)}`,
        `${money(belowSum)} + ${money(aboveSum)} - ${money(today)} = ${money(gain)} a month`,
      ],
      meaning:
        gain > 0
          ? `With the threshold ${money(gain)} more is left a month. It pays from ${quantity(atLeast(needed), 'order')} above it on; try it for a month and put in what really happened.`
          : `The threshold brings ${gain < 0 ? `${money(-gain)} less a month than today` : 'no more than today'}. It would take ${quantity(atLeast(needed), 'order')} above it to pay.`,
    };
  },
});

/** The cash tied up in a first stock, and when it is back. */
export const launchCash = sum({
  inputs: {
    units: { unit: 'number', noun: 'unit', isWhole: true },
    landed: { unit: 'money' },
    price: { unit: 'money' },
    selling: { unit: 'money', mayBeZero: true },
    ads: { unit: 'money', mayBeZero: true },
    monthly: { unit: 'number', noun: 'sale' },
  },
  refuse: ({ price, selling, ads }) =>
    selling + ads >= price
      ? [
          'ads',
          `Selling and advertising cost ${money(selling + ads)} of the ${money(price)}: no sale brings any cash back.`,
        ]
      : null,
  reckon({ units, landed, price, selling, ads, monthly }) {
    const cash = units * landed;
    const back = price - selling - ads;
    const sales = atLeast(cash / back);
    return { cash, back, sales, months: sales / monthly };
  },
  tell: ({ units, landed, price, selling, ads, monthly }, { cash, back, sales, months }) => ({
    figures: [money(cash), number(sales), quantity(months, 'month'), money(back)],
    steps: [
      `${number(units)} x ${money(landed)} = ${money(cash)} before the first sale`,
      `${money(price)} - ${money(selling)} - ${money(ads)} = ${money(back)} comes back with each sale`,
      `${money(cash)} / ${money(back)} = ${number(cash / back)}, so ${number(sales)} sales`,
      `${number(sales)} / ${number(monthly)} = ${quantity(months, 'month')}`,
    ],
    meaning:
      sales <= units
        ? `You need ${money(cash)} before anything is sold, and have it back after ${number(sales)} of ${number(units)} sales. Whatever you order before then needs cash of its own.`
        : `Selling all ${number(units)} doesn't bring the ${money(cash)} back: it would take ${number(sales)}. At these figures the launch loses money.`,
  }),
});
