import { type CalculatorSlug, type FieldOf, sums } from '#app/domain/learning/calculators/calculations.ts';
import type { Unit } from '#app/domain/learning/calculators/sum.ts';

/** Where a calculator's sum is taught, as the last parts of an address: a lesson's, or a guide's. */
type Piece = `${string}/module-${number}` | `guides/${string}`;

interface Words<Slug extends CalculatorSlug> {
  title: string;
  /** What it answers. */
  question: string;
  /** The formula in words. */
  formula: string;
  taughtIn: Piece;
  /** Each field: its label, what the lesson's worked example has in it, and what it asks for where the label does not say it. */
  fields: Record<FieldOf<Slug>, readonly [label: string, example: string, hint?: string]>;
  /** What the figures are called, the main one first. */
  figures: readonly string[];
}

const words: { [Slug in CalculatorSlug]: Words<Slug> } = {
  'break-even-click': {
    title: 'Break-even price of a click',
    question: 'How much may a click on your ad cost before the sale it brings loses money?',
    formula: 'What a sale leaves x share of visitors who buy = price of a click at break-even.',
    taughtIn: 'paid-traffic/module-1',
    fields: {
      price: ['Price of a sale', '68', 'Without tax.'],
      costs: ['Costs of that sale', '35', 'Product, packing, shipping, fees, an allowance for returns.'],
      keep: ['What you want to keep', '11', 'Of each sale.'],
      rate: ['Visitors who buy', '2.5', 'Of a hundred who come from the ad.'],
    },
    figures: [
      'A click at break-even',
      'A click that lets you keep your part',
      'Target cost of a customer',
      'Left of a sale',
    ],
  },
  'search-value': {
    title: 'Value of a search',
    question: 'What is it worth a month to be found for a phrase?',
    formula:
      'Searches x share of clicks you could get x share of visitors who become customers x profit per customer.',
    taughtIn: 'seo/module-1',
    fields: {
      searches: ['Searches a month', '90'],
      clicks: ['Clicks you could get', '20', '20 among the first three results, 5 on the rest of the page.'],
      customers: ['Visitors who become customers', '10', '5 to 10 where people want to buy, 0.1 in general.'],
      profit: ['Profit from a customer', '180'],
    },
    figures: ['Worth a month', 'Worth a year', 'Visits a month', 'Customers a month'],
  },
  'test-size': {
    title: 'Size and time of a split test',
    question: 'How many people and weeks does a test need before it says anything?',
    formula: 'People for each version = 16 x rate x (1 - rate) / (difference x difference).',
    taughtIn: 'split-testing/module-2',
    fields: {
      rate: ['Rate today', '4', 'Of a hundred visitors, how many do it.'],
      hoped: ['Rate you hope for', '5', 'The smallest change you would care about.'],
      weekly: ['Visitors a week', '1500', 'Of both versions together.'],
    },
    figures: ['It has to run', 'People for each version', 'People for both'],
  },
  'lifetime-value': {
    title: 'Customer lifetime value',
    question: 'What does a customer leave you over their whole time?',
    formula: '(Payment - cost of serving) x number of payments, less what goes to whoever brought them.',
    taughtIn: 'affiliate-recruiting/module-1',
    fields: {
      payment: ['A payment', '30'],
      serving: ['Cost of serving one', '6', 'For the time that a payment covers.'],
      payments: ['Payments a customer makes', '10', 'On average, refunded ones left out.'],
      given: ['Share for whoever brought them', '30', 'Of each payment. 0 where nobody gets one.'],
    },
    figures: [
      'A customer leaves',
      'Left for you',
      'Paid to whoever brought them',
      'Their share of what is left',
    ],
  },
  'free-shipping': {
    title: 'Free-shipping threshold',
    question: 'Does free shipping from a certain sum on bring more than it costs?',
    formula: 'Orders x (value - goods + shipping paid - postage), added up with the threshold and without.',
    taughtIn: 'ecommerce/module-3',
    fields: {
      goods: ['Cost of the goods', '50', 'Of the value of an order.'],
      postage: ['Postage and packing', '8.50', 'That an order costs you.'],
      charged: ['Shipping that customers pay', '5.90'],
      orders: ['Orders a month today', '200'],
      average: ['Value of an order today', '44', 'On average.'],
      below: ['Orders below the threshold', '120', 'That you expect with it.'],
      belowAverage: ['Value of an order below it', '36'],
      above: ['Orders above the threshold', '90', 'Estimate them cautiously.'],
      aboveAverage: ['Value of an order above it', '68'],
    },
    figures: ['A month, against today', 'With the threshold', 'Today', 'Orders above it until it pays'],
  },
  'ad-budget': {
    title: 'Ad budget for a goal',
    question: 'What does a goal cost a day, and how far does the money you have reach?',
    formula: 'Sales wanted a week x target cost of one / 7 = budget a day.',
    taughtIn: 'newsfeed-ads/module-1',
    fields: {
      sales: ['Sales wanted a week', '50', 'Or inquiries: what the platform is to learn from.'],
      cost: ['Target cost of one', '24'],
      daily: ['Your budget a day', '60'],
    },
    figures: [
      'Budget a day',
      'Budget a week',
      'Sales a week from your budget',
      'Until it has bought the goal',
    ],
  },
  funnel: {
    title: 'Funnel, from profit to visitors',
    question: 'How many visitors does the profit you want take, and what may each cost?',
    formula: 'Profit / profit from a sale, divided by each rate on the way up.',
    taughtIn: 'funnel-building/module-1',
    fields: {
      profit: ['Profit wanted a month', '6000', 'Before advertising.'],
      sale: ['Profit from a sale', '150'],
      buy: ['Finishers who buy', '8', 'Of those who finish the step before the offer.'],
      finish: ['Sign-ups who finish', '40'],
      signUp: ['Visitors who sign up', '25'],
      click: ['Price of a click', '0.70', '0 where visitors cost nothing.'],
    },
    figures: ['Visitors a month', 'Sales a month', 'A visitor is worth', 'Left after paying for clicks'],
  },
  'price-floor': {
    title: 'Price floor of a freelancer',
    question: 'Below which rate, and which price of a job, can you not work?',
    formula:
      '(Income + costs) / hours that somebody pays for = rate. Hours of a job x rate + reserve = price.',
    taughtIn: 'freelancing/module-1',
    fields: {
      income: ['Income you need a year', '60000', 'Before tax.'],
      costs: ['Costs of the business a year', '22800', 'Tools, insurance, retirement, payroll taxes.'],
      weeks: ['Weeks you work a year', '46'],
      hours: ['Hours a week', '40'],
      billable: ['Hours you can bill', '60', 'Of a hundred; selling and learning take the rest.'],
      job: ['Hours of a job', '14', 'As your last three took, calls included.'],
      reserve: ['Reserve', '20', 'For the job that goes badly.'],
    },
    figures: ['Lowest rate an hour', 'Price of the job', 'Hours paid a year', 'Income and costs'],
  },
  'list-growth': {
    title: 'Growth and decay of a list',
    question: 'How large will your mailing list be, and where does it stop growing?',
    formula:
      'New readers a month = visitors x sign-ups x confirmations; each month a part of all readers goes.',
    taughtIn: 'guides/mailing-list',
    fields: {
      visitors: ['Visitors a month who see the form', '4000'],
      signUp: ['Visitors who sign up', '3'],
      confirm: ['Sign-ups who confirm', '80'],
      stay: ['Still reading after 90 days', '75', 'Of a hundred who confirmed.'],
      readers: ['Readers today', '0'],
      months: ['Months ahead', '12'],
    },
    figures: ['Readers then', 'New readers a month', 'Of them after 90 days', 'It stops growing at'],
  },
  'affiliate-earnings': {
    title: 'Affiliate earnings',
    question: 'What does a click on your link earn in the end, after refunds?',
    formula: 'Commission of a sale x share of clicks that buy x share of sales that stay.',
    taughtIn: 'affiliate-marketing/module-1',
    fields: {
      price: ['Price of the product', '200'],
      commission: ['Commission', '10', 'Of the price.'],
      buy: ['Clicks that buy', '2'],
      stay: ['Sales that stay', '95', 'That are not refunded.'],
      clicks: ['Clicks you send', '1000'],
    },
    figures: ['A click earns', 'All clicks earn', 'A sale earns', 'Sales that stay'],
  },
  'tool-payback': {
    title: 'Payback of a tool',
    question: 'When has a tool or an automation paid for itself?',
    formula:
      'Monthly gain = hours saved x your hour - tool - upkeep. Cost of building / monthly gain = months.',
    taughtIn: 'automation/module-1',
    fields: {
      minutes: ['Minutes saved each time', '12'],
      times: ['Times a month', '45'],
      hour: ['Value of your hour', '50'],
      tool: ['The tool costs a month', '30'],
      upkeep: ['Hours of upkeep a month', '1'],
      build: ['Hours to build it', '10'],
    },
    figures: ['Paid for itself after', 'Gain a month', 'Hours saved a month', 'Gain in the first year'],
  },
  'launch-cash': {
    title: 'Cash in a launch',
    question: 'How much cash does a first stock tie up, and for how long?',
    formula: 'Units x landed cost / what a sale brings back = sales until the cash is back.',
    taughtIn: 'ecommerce/module-1',
    fields: {
      units: ['Units you order', '300'],
      landed: ['Landed cost of one', '14.36', 'Factory price, freight, duty.'],
      price: ['Price', '49', 'Without tax.'],
      selling: ['Cost of selling one', '10.77', 'Packaging, postage, fees, returns.'],
      ads: ['Advertising for a sale', '13.87'],
      monthly: ['Sales a month', '60'],
    },
    figures: ['Cash before the first sale', 'Sales until it is back', 'Until then', 'Each sale brings back'],
  },
};

/** A field as a page shows it. */
export interface CalculatorField {
  name: string;
  label: string;
  unit: Unit;
  hint: string | null;
  /** What the lesson's worked example has in it. */
  example: string;
}

/** A calculator as pages show it. */
export interface Calculator {
  slug: CalculatorSlug;
  title: string;
  question: string;
  formula: string;
  taughtIn: Piece;
  fields: CalculatorField[];
  figures: readonly string[];
}

/** Every calculator by its slug, in the order of the list. */
export const calculators: ReadonlyMap<string, Calculator> = new Map(
  (Object.keys(words) as CalculatorSlug[]).map((slug) => {
    const { fields, ...rest } = words[slug] as Words<CalculatorSlug>;
    const inputs: Record<string, { unit: Unit }> = sums[slug].inputs;
    const formFields = Object.entries<readonly [string, string, string?]>(fields).map(
      ([name, [label, example, hint]]) => ({
        name,
        label,
        unit: inputs[name]?.unit ?? 'number',
        hint: hint ?? null,
        example,
      }),
    );
    return [slug, { slug, ...rest, fields: formFields }];
  }),
);

/** The calculators that a piece teaches: a lesson by course and module, a guide by `guides` and its slug. */
export const calculatorsOf = (
  folder: string,
  name: string,
): Pick<Calculator, 'slug' | 'title' | 'question'>[] =>
  [...calculators.values()]
    .filter(({ taughtIn }) => taughtIn === `${folder}/${name}`)
    .map(({ slug, title, question }) => ({ slug, title, question }));

/** The calculators of these slugs; what else is named is left out. */
export const calculatorsNamed = (
  slugs: readonly string[],
): Pick<Calculator, 'slug' | 'title' | 'question'>[] =>
  slugs.flatMap((each) => {
    const calculator = calculators.get(each);
    return calculator
      ? [{ slug: calculator.slug, title: calculator.title, question: calculator.question }]
      : [];
  });

/** What the lesson's worked example has in each field. */
export const exampleOf = ({ fields }: Calculator): Record<string, string> =>
  Object.fromEntries(fields.map(({ name, example }) => [name, example]));
