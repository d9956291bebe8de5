import {
  atLeast,
  money,
  number,
  percent,
  quantity,
  share,
  sum,
  tidy,
} from '#app/domain/learning/calculators/sum.ts';

/** How many people and weeks a split test needs, by the rule of sixteen. */
export const testSize = sum({
  inputs: {
    rate: { unit: 'percent' },
    hoped: { unit: 'percent' },
    weekly: { unit: 'number', noun: 'visitor' },
  },
  refuse: ({ rate, hoped }) =>
    rate === 100
      ? ['rate', 'At 100% everybody does it already: there is nothing to test.']
      : rate === hoped
        ? ['hoped', 'Both rates are the same, so there is no difference to find. Give the rate you hope for.']
        : null,
  reckon({ rate, hoped, weekly }) {
    const spread = tidy((rate / 100) * (1 - rate / 100));
    const difference = tidy(Math.abs(hoped - rate) / 100);
    const each = atLeast((16 * spread) / (difference * difference));
    return {
      spread,
      difference,
      each,
      both: each * 2,
      exact: (each * 2) / weekly,
      weeks: atLeast((each * 2) / weekly),
    };
  },
  tell: ({ rate, hoped, weekly }, { spread, difference, each, both, exact, weeks }) => ({
    figures: [quantity(weeks, 'week'), number(each), number(both)],
    steps: [
      `${percent(rate)} x ${percent(100 - rate)} = ${number(spread)}`,
      `From ${percent(rate)} to ${percent(hoped)} is ${number(difference)}`,
      `16 x ${number(spread)} / (${number(difference)} x ${number(difference)}) = ${number(each)} for each version`,
      `2 x ${number(each)} / ${number(weekly)} = ${number(exact)}, so ${quantity(weeks, 'whole week')}`,
    ],
    meaning:
      weeks > 9
        ? `${number(weeks)} weeks is too long: devices change and seasons turn. Try a bolder version that could bring more, or a page where more people act.`
        : weeks < 2
          ? 'There are enough people for this test. Run it for two whole weeks all the same, so that each weekday counts twice.'
          : `This test can be run: decide after ${quantity(weeks, 'whole week')}, not before.`,
  }),
});

/** The lowest hourly rate somebody can work for, and a job priced by it. */
export const priceFloor = sum({
  inputs: {
    income: { unit: 'money' },
    costs: { unit: 'money', mayBeZero: true },
    weeks: { unit: 'number', noun: 'week', max: 52 },
    hours: { unit: 'number', noun: 'hour', max: 100 },
    billable: { unit: 'percent' },
    job: { unit: 'number', noun: 'hour' },
    reserve: { unit: 'percent', mayBeZero: true },
  },
  reckon({ income, costs, weeks, hours, billable, job, reserve }) {
    const billed = share(weeks * hours, billable);
    const rate = (income + costs) / billed;
    return {
      needed: income + costs,
      worked: weeks * hours,
      billed,
      rate,
      price: share(job * rate, 100 + reserve),
    };
  },
  tell: (
    { income, costs, weeks, hours, billable, job, reserve },
    { needed, worked, billed, rate, price },
  ) => ({
    figures: [money(rate), money(price), number(billed), money(needed)],
    steps: [
      `${money(income)} + ${money(costs)} = ${money(needed)} a year`,
      `${number(weeks)} x ${number(hours)} = ${number(worked)} hours of work`,
      `${number(worked)} x ${percent(billable)} = ${number(billed)} hours that somebody pays for`,
      `${money(needed)} / ${number(billed)} = ${money(rate)} an hour`,
      `${number(job)} x ${money(rate)} + ${percent(reserve)} = ${money(price)} for the job`,
    ],
    meaning: `Below ${money(rate)} an hour you don't reach ${money(income)}. A job of ${quantity(job, 'hour')} should cost at least ${money(price)}, with ${percent(reserve)} for the one that goes badly.`,
  }),
});

/** How a list grows while readers leave it. */
export const listGrowth = sum({
  inputs: {
    visitors: { unit: 'number', noun: 'visitor' },
    signUp: { unit: 'percent' },
    confirm: { unit: 'percent' },
    stay: { unit: 'percent' },
    readers: { unit: 'number', noun: 'reader', mayBeZero: true },
    months: { unit: 'number', noun: 'month', isWhole: true, max: 120 },
  },
  reckon({ visitors, signUp, confirm, stay, readers, months }) {
    const signUps = share(visitors, signUp);
    const confirmed = share(signUps, confirm);
    // Of those who read today, so many read a month later: three such months are the 90 days.
    const stayShare = (stay / 100) ** (1 / 3);
    const leaveShare = 1 - stayShare;
    const after = stayShare ** months;
    const added = leaveShare > 0 ? (confirmed * (1 - after)) / leaveShare : confirmed * months;
    return {
      signUps,
      confirmed,
      staying: share(confirmed, stay),
      leavePercent: leaveShare * 100,
      size: readers * after + added,
      end: confirmed / leaveShare,
    };
  },
  tell: (
    { visitors, signUp, confirm, stay, readers, months },
    { signUps, confirmed, staying, leavePercent, size, end },
  ) => {
    const people = (value: number) => number(Math.round(value));
    const isEndless = leavePercent === 0;
    return {
      figures: [people(size), people(confirmed), people(staying), isEndless ? 'Never' : people(end)],
      steps: [
        `${number(visitors)} x ${percent(signUp)} = ${number(signUps)} sign up in a month`,
        `${number(signUps)} x ${percent(confirm)} = ${number(confirmed)} confirm`,
        `${number(confirmed)} x ${percent(stay)} = ${number(staying)} still read after 90 days, so ${percent(leavePercent)} leave each month`,
        `${number(readers)} today, ${number(confirmed)} more and ${percent(leavePercent)} fewer each month: ${people(size)} after ${quantity(months, 'month')}`,
      ],
      meaning: isEndless
        ? `In ${quantity(months, 'month')} the list has about ${people(size)} readers. Nobody leaves in this sum; in life somebody does.`
        : `In ${quantity(months, 'month')} the list has about ${people(size)} readers. It comes to rest near ${people(end)}, where as many leave as arrive: to get beyond, more have to sign up or fewer to leave.`,
    };
  },
});

/** What one click on a link leaves in the end, after refunds. */
export const affiliateEarnings = sum({
  inputs: {
    price: { unit: 'money' },
    commission: { unit: 'percent' },
    buy: { unit: 'percent' },
    stay: { unit: 'percent' },
    clicks: { unit: 'number', noun: 'click' },
  },
  reckon({ price, commission, buy, stay, clicks }) {
    const each = share(price, commission);
    const click = share(share(each, buy), stay);
    return {
      each,
      click,
      sales: share(clicks, buy),
      staying: share(share(clicks, buy), stay),
      total: click * clicks,
    };
  },
  tell: ({ price, commission, buy, stay, clicks }, { each, click, sales, staying, total }) => ({
    figures: [money(click), money(total), money(each), number(staying)],
    steps: [
      `${money(price)} x ${percent(commission)} = ${money(each)} a sale`,
      `${money(each)} x ${percent(buy)} x ${percent(stay)} = ${money(click)} a click`,
      `${number(clicks)} x ${percent(buy)} = ${quantity(sales, 'sale')}, of which ${number(staying)} stay`,
      `${number(clicks)} x ${money(click)} = ${money(total)}`,
    ],
    meaning: `${quantity(clicks, 'click')} earn about ${money(total)}. ${sales < 20 ? 'Below 20 sales of your own, chance rules this figure.' : 'Compare offers by the figure per click, and treat what you were told as a ceiling.'}`,
  }),
});

/** When a tool or an automation has repaid its making. */
export const toolPayback = sum({
  inputs: {
    minutes: { unit: 'number', noun: 'minute' },
    times: { unit: 'number', noun: 'time' },
    hour: { unit: 'money' },
    tool: { unit: 'money', mayBeZero: true },
    upkeep: { unit: 'number', noun: 'hour', mayBeZero: true },
    build: { unit: 'number', noun: 'hour', mayBeZero: true },
  },
  refuse({ minutes, times, hour, tool, upkeep }) {
    const saved = ((minutes * times) / 60) * hour;
    const running = tool + upkeep * hour;
    return tidy(saved) <= tidy(running)
      ? [
          'minutes',
          `It saves ${money(saved)} a month and costs ${money(running)} to keep: it never repays itself. Leave this task as it is.`,
        ]
      : null;
  },
  reckon({ minutes, times, hour, tool, upkeep, build }) {
    const hours = (minutes * times) / 60;
    const gain = hours * hour - tool - upkeep * hour;
    return {
      hours,
      gain,
      making: build * hour,
      months: (build * hour) / gain,
      year: gain * 12 - build * hour,
    };
  },
  tell: ({ minutes, times, hour, tool, upkeep, build }, { hours, gain, making, months, year }) => {
    const payback = quantity(Math.round(months * 10) / 10, 'month');
    return {
      figures: [payback, money(gain), number(hours), money(year)],
      steps: [
        `${number(minutes)} x ${number(times)} / 60 = ${quantity(hours, 'hour')} a month`,
        `${number(hours)} x ${money(hour)} - ${money(tool)} - ${number(upkeep)} x ${money(hour)} = ${money(gain)} a month`,
        `${number(build)} x ${money(hour)} = ${money(making)} to build it`,
        `${money(making)} / ${money(gain)} = ${payback}`,
      ],
      meaning:
        months <= 3
          ? `It has paid for itself after ${payback}: worth building.`
          : months <= 12
            ? `It takes ${payback} to pay for itself. Tasks that repay within three come first.`
            : `It takes ${payback} to pay for itself. Leave it: your process will have changed before then.`,
    };
  },
});
