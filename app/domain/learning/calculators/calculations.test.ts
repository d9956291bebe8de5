import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { guides } from '#app/domain/learning/articles/articles.server.ts';
import { type CalculatorSlug, findSum, reckon, sums } from '#app/domain/learning/calculators/calculations.ts';
import { calculators, exampleOf } from '#app/domain/learning/calculators/calculators.ts';
import { findCourse } from '#app/domain/learning/courses/catalogue.server.ts';

const slugs = Object.keys(sums) as CalculatorSlug[];

function sumOf(slug: string) {
  const sum = findSum(slug);
  if (!sum) throw new Error(`There is no sum ${slug}.`);
  return sum;
}

/** The answer to a calculator's example, with some of it typed otherwise. */
function answer(slug: string, typed: Record<string, string> = {}) {
  const calculator = calculators.get(slug);
  if (!calculator) throw new Error(`There is no calculator ${slug}.`);
  return reckon(sumOf(slug), { ...exampleOf(calculator), ...typed });
}

const resultOf = (slug: string, typed: Record<string, string> = {}) => {
  const { result, errors } = answer(slug, typed);
  if (!result) throw new Error(JSON.stringify(errors));
  return result;
};

/** What the lesson says in its worked example, and what of that the calculator has to answer. */
const taught: Record<CalculatorSlug, [quote: string, answers: string[]][]> = {
  'break-even-click': [
    [
      '| Price without tax | $68 |\n| Product | -$22 |\n| Packing and shipping | -$8 |\n| Payment fees | -$2 |\n| Allowance for returns | -$3 |\n| **Contribution** | **$33** |',
      ['$33'],
    ],
    ['You decide to keep a third, $11, so the **target cost per customer is $22**', ['$22']],
    ['sells to 2.5% of visitors. $22 x 0.025 = **$0.55**', ['$0.55']],
  ],
  'search-value': [['| piano pedal repair + city | 90 | x 20% x 10% x $180 | $324 |', ['$324']]],
  'test-size': [
    ['4% of visitors buy, so rate x (1 - rate) is 0.04 x 0.96 = 0.0384, and 1,500 people a week', ['0.0384']],
    ['| 4% to 5% | 6,144 | 12,288 | 9 |', ['6,144', '12,288', '9 weeks']],
  ],
  'lifetime-value': [
    [
      'at $30 a month. Serving one account costs $6, so it leaves $24. Customers pay for 10 months on average',
      ['$24'],
    ],
    [
      '| | One-time $80 | 30% recurring | 50% recurring |\n|---|---|---|---|\n| Paid per customer | $80 | $90 | $150 |\n| Share of contribution | 33% | 37.5% | 62.5% |\n| Left for you | $160 | $150 | $90 |',
      ['$240', '$90', '37.5%', '$150'],
    ],
  ],
  'free-shipping': [
    ['Goods cost half. Postage and packing cost $8.50, and customers pay $5.90', []],
    ['| Today | 200 | 200 x ($22 + $5.90 - $8.50) | $3,880 |', ['200 x ($22 + $5.90 - $8.50) = $3,880']],
    [
      '| Free from $60 | 120 at $36 | 120 x ($18 + $5.90 - $8.50) | $1,848 |',
      ['120 x ($18 + $5.90 - $8.50) = $1,848'],
    ],
    ['| | 90 at $68 | 90 x ($34 - $8.50) | $2,295 |', ['90 x ($34 - $8.50) = $2,295']],
    ['the total is $4,143, which is $263 more than today', ['$4,143', '$263']],
  ],
  'ad-budget': [
    ['50 purchases a week x $24 = $1,200 a week, about $171 a day', ['$1,200', '$171']],
    ['Your budget is $60 a day: $420 a week, or 17 purchases', ['17']],
    ['Accept that it takes about three weeks', ['2.86 weeks']],
  ],
  funnel: [
    [
      'wants $6,000 a month before advertising. Its main course leaves $150 per sale, so it takes $6,000 / $150 = 40 sales',
      ['40'],
    ],
    ['40 / 0.08 = 500 finishers', ['500']],
    ['500 / 0.40 = 1,250 sign-ups', ['1,250']],
    ['1,250 / 0.25 = 5,000 visitors', ['5,000']],
    ['A visitor is worth $6,000 / 5,000 = $1.20', ['$1.20']],
    ['If clicks cost $0.70, advertising takes $3,500 and leaves $2,500', ['$2,500']],
  ],
  'price-floor': [
    ['You need $60,000 before tax', []],
    [
      "That's $22,800, so $82,800 in all. You work 46 weeks of 40 hours: 1,840 hours. Billable are 60%, which is 1,104. Your rate is $82,800 / 1,104 = $75",
      ['$82,800', '1,840', '1,104', '$75'],
    ],
    ['14 x $75 = $1,050. Add 20% for the job that goes badly', []],
    ['Where does $1,260 come from?', ['$1,260']],
  ],
  'list-growth': [
    [
      'has 4,000 visitors a month who see a form. 120 sign up (3%), 96 of them confirm (80%), and 72 are still reading 90 days later (75%)',
      ['120', '96', '72'],
    ],
  ],
  'affiliate-earnings': [
    ['| | Desk, $200 |', []],
    ['| Commission | 10% = $20.00 |', ['$20']],
    ['| Clicks that buy | 2% |', []],
    ['| Sales that stay | 95% |', []],
    ['| Per click | $0.38 |', ['$0.38']],
    ['At a 2% conversion rate, that takes about 1,000 clicks', ['20 sales']],
  ],
  'tool-payback': [
    ['That saves 12 x 45 = 540 minutes, or 9 hours a month', ['9 hours']],
    [
      '9 hours x $50 = $450, minus $30 for the tool and 1 hour ($50) of upkeep, leaves $370 a month',
      ['$370'],
    ],
    [
      'Building takes 10 hours, $500. It has paid for itself in 500 / 370 = 1.4 months',
      ['$500', '1.4 months'],
    ],
  ],
  'launch-cash': [
    ['The stock costs 300 x $14.36 landed, or $4,308', ['$4,308']],
    [
      '| Packaging | $0.90 | $33.74 |\n| Postage | $6.80 | $26.94 |\n| Payment fee, 3% | $1.47 | $25.47 |\n| Returns and breakage allowance | $1.60 |',
      [],
    ],
    [
      "brings back $49 minus packaging, postage, fee and allowance: $38.23. If you spend the full $13.87 on winning the order, it's $24.36",
      ['$24.36'],
    ],
    ["$4,308 / $24.36 = 176.9, that's 177 mats", ['177']],
    ['At 60 a month, that takes three months', ['2.95 months']],
  ],
};

/** What a calculator fills in that the lesson says in words, adds up of its lines, or says nothing of. */
const notInTheLesson: Partial<Record<CalculatorSlug, string[]>> = {
  'break-even-click': ['35'],
  'free-shipping': ['50'],
  'launch-cash': ['10.77'],
  'list-growth': ['0', '12'],
};

function textOf(piece: string): string {
  const [folder = '', name = ''] = piece.split('/');
  const text =
    folder === 'guides'
      ? guides().get(name)?.body
      : findCourse(folder)?.modules.find(({ id }) => name === `module-${id}`)?.lesson;
  if (text === undefined) throw new Error(`There is no piece ${piece}.`);
  return text;
}

describe('each calculator', () => {
  it.each(slugs)('%s agrees with the worked example of its lesson', (slug) => {
    const calculator = calculators.get(slug);
    const text = textOf(calculator?.taughtIn ?? '');
    const { figures, steps, meaning } = resultOf(slug);
    const resultText = [...figures, ...steps, meaning].join('\n');
    for (const [quote, answers] of taught[slug]) {
      expect(text, 'the lesson').toContain(quote);
      for (const answer of answers) expect(resultText).toContain(answer);
    }
    const bare = text.replaceAll(',', '');
    for (const { name, example } of calculator?.fields ?? [])
      if (!notInTheLesson[slug]?.includes(example))
        expect(bare, name).toMatch(new RegExp(`(?<![\\d.])(0\\.0*)?${example}(?![\\d])`));
    expect(figures).toHaveLength(calculator?.figures.length ?? -1);
  });

  it.each(slugs)('%s has as many figures and steps whatever is typed', (slug) => {
    const sum = sumOf(slug);
    const names = Object.keys(sum.inputs);
    const { figures, steps } = resultOf(slug);
    const anything = fc.oneof(
      fc.integer({ min: -3, max: 120 }).map(String),
      fc.double({ min: 0, max: 2e9, noNaN: true }).map((value) => value.toFixed(4)),
      fc.constantFrom(
        '',
        ' ',
        '0',
        '0.000000001',
        '1000000000',
        '1e308',
        'NaN',
        'Infinity',
        '2,5',
        '1,200',
        '-0',
        '9'.repeat(500),
      ),
      fc.string(),
    );
    fc.assert(
      fc.property(fc.tuple(...names.map(() => anything)), (typed) => {
        const answer = reckon(sum, Object.fromEntries(names.map((name, at) => [name, typed[at] ?? ''])));
        if (!answer.result) {
          expect(Object.keys(answer.errors).length).toBeGreaterThan(0);
          for (const [name, message] of Object.entries(answer.errors)) {
            expect(names).toContain(name);
            expect(message).toMatch(/^[A-Z"].*\.$/s);
          }
          return;
        }
        expect(answer.result.figures).toHaveLength(figures.length);
        expect(answer.result.steps).toHaveLength(steps.length);
        expect(JSON.stringify(answer.result)).not.toMatch(/NaN|undefined|null|Infinity|∞|e\+/);
      }),
      { numRuns: 300 },
    );
  });
});

describe('an odd number is answered in words beside its field', () => {
  it.each([
    ['', 'Type a number.'],
    ['   ', 'Type a number.'],
    ['abc', '"abc" can\'t be read as a number. Write it in digits, such as 1200 or 2.5.'],
    ['1e308', 'This can be 1,000,000,000 at most.'],
    ['9'.repeat(5000), `"${'9'.repeat(30)}…" is too long for a number.`],
    ['2,5', '"2,5" is not clear. With a point for decimals, write 2.5.'],
    ['1.000', '"1.000" is not clear. With a point for decimals, write 1000 or 1, whichever you mean.'],
    ['20%', '"20%" can\'t be used: this asks for US dollars.'],
    ['-1', 'This has to be more than zero.'],
    ['0', 'This has to be more than zero.'],
    ['2000000000', 'This can be 1,000,000,000 at most.'],
  ])('%j', (typed, message) => {
    expect(answer('break-even-click', { price: typed })).toEqual({
      result: null,
      errors: { price: message },
    });
  });

  it('also where zero may be, where a share is, and where it has to be whole', () => {
    expect(answer('break-even-click', { keep: '-0.01' }).errors).toEqual({
      keep: 'This can be zero, but not less.',
    });
    expect(answer('break-even-click', { rate: '101' }).errors).toEqual({ rate: 'This can be 100% at most.' });
    expect(answer('launch-cash', { units: '2.5' }).errors).toEqual({
      units: '"2.5" is not a whole number.',
    });
    expect(answer('price-floor', { weeks: '53' }).errors).toEqual({ weeks: 'This can be 52 at most.' });
  });

  it('and so is a sum without an answer', () => {
    expect(answer('break-even-click', { costs: '68' }).errors).toHaveProperty('costs');
    expect(answer('break-even-click', { keep: '33' }).errors).toHaveProperty('keep');
    expect(answer('test-size', { hoped: '4.0' }).errors).toHaveProperty('hoped');
    expect(answer('tool-payback', { times: '1' }).errors).toHaveProperty('minutes');
    expect(answer('launch-cash', { ads: '40' }).errors).toHaveProperty('ads');
    expect(answer('free-shipping', { aboveAverage: '17' }).errors).toHaveProperty('aboveAverage');
    expect(answer('lifetime-value', { serving: '30' }).errors).toHaveProperty('serving');
    expect(
      answer('funnel', { profit: '1000000000', buy: '0.000001', finish: '0.000001' }).errors,
    ).toHaveProperty('profit');
  });

  it('what is written as people write it is read', () => {
    const plain = resultOf('break-even-click');
    expect(resultOf('break-even-click', { price: ' $68.00 ', rate: '2.5 %', costs: '35' })).toEqual(plain);
    expect(resultOf('funnel', { profit: '6,000' })).toEqual(resultOf('funnel'));
    expect(resultOf('break-even-click', { other: 'x' })).toEqual(plain);
    expect(resultOf('test-size', { weekly: '10k' })).toEqual(resultOf('test-size', { weekly: '10000' }));
    expect(resultOf('test-size', { weekly: '10k visitors' })).toEqual(
      resultOf('test-size', { weekly: '10000' }),
    );
    expect(resultOf('funnel', { profit: '1.5 million' })).toEqual(resultOf('funnel', { profit: '1500000' }));
  });
});

const amount = fc.integer({ min: 1, max: 100_000 }).map((cents) => cents / 100);
const rate = fc.integer({ min: 1, max: 999 }).map((tenths) => tenths / 10);

describe('the sums', () => {
  it('pay more for a click the more people buy, and a sale’s worth at a hundred percent', () => {
    fc.assert(
      fc.property(amount, amount, rate, rate, (price, costs, one, other) => {
        const clickAt = (percent: number) =>
          sums['break-even-click'].reckon({ price: price + costs, costs, keep: 0, rate: percent }).breakEven;
        expect(clickAt(Math.max(one, other))).toBeGreaterThanOrEqual(clickAt(Math.min(one, other)));
        expect(clickAt(100)).toBeCloseTo(price, 6);
      }),
    );
  });

  it('lead from profit up to visitors and back again', () => {
    fc.assert(
      fc.property(amount, amount, rate, rate, rate, (profit, sale, buy, finish, signUp) => {
        const { visitors } = sums.funnel.reckon({ profit, sale, buy, finish, signUp, click: 0 });
        const back = visitors * (signUp / 100) * (finish / 100) * (buy / 100) * sale;
        expect(back / profit).toBeCloseTo(1, 9);
      }),
    );
  });

  it('want more people for a smaller difference, four times as many for half of it', () => {
    const people = (hoped: number) => sums['test-size'].reckon({ rate: 40, hoped, weekly: 100 }).each;
    fc.assert(
      fc.property(fc.integer({ min: 41, max: 99 }), (hoped) => {
        expect(people(hoped)).toBeGreaterThanOrEqual(people(hoped + 1));
      }),
    );
    expect(people(50) / people(60)).toBe(4);
    // Nothing that a computer adds at the far end becomes another visitor.
    expect(sums['test-size'].reckon({ rate: 4, hoped: 5, weekly: 1500 })).toMatchObject({
      each: 6144,
      weeks: 9,
    });
  });

  it('bring a list to where as many leave as arrive, and no further', () => {
    fc.assert(
      fc.property(rate, fc.integer({ min: 1, max: 120 }), (stay, months) => {
        const grown = (readers: number, ahead: number) =>
          sums['list-growth'].reckon({
            visitors: 1000,
            signUp: 10,
            confirm: 50,
            stay,
            readers,
            months: ahead,
          });
        const { end } = grown(0, 1);
        expect(grown(0, months).size).toBeLessThanOrEqual(end + 1e-6);
        expect(grown(end, months).size).toBeCloseTo(end, 3);
        // A month after another is as two months at once.
        expect(grown(grown(0, months).size, 1).size).toBeCloseTo(grown(0, months + 1).size, 3);
      }),
    );
  });

  it('find the orders above the threshold from which it pays', () => {
    const { needed, today } = sums['free-shipping'].reckon({
      goods: 50,
      postage: 8.5,
      charged: 5.9,
      orders: 200,
      average: 44,
      below: 120,
      belowAverage: 36,
      above: 90,
      aboveAverage: 68,
    });
    const at = (above: number) =>
      sums['free-shipping'].reckon({
        goods: 50,
        postage: 8.5,
        charged: 5.9,
        orders: 200,
        average: 44,
        below: 120,
        belowAverage: 36,
        above,
        aboveAverage: 68,
      });
    expect(at(needed).total).toBeCloseTo(today, 6);
    expect(at(Math.ceil(needed)).gain).toBeGreaterThan(0);
    expect(at(Math.floor(needed)).gain).toBeLessThan(0);
  });

  it('repay a tool the sooner the more it saves, and reach the goal with the budget it names', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 10, max: 500 }),
        fc.integer({ min: 10, max: 500 }),
        amount,
        (one, more, cost) => {
          const months = (minutes: number) =>
            sums['tool-payback'].reckon({ minutes, times: 60, hour: 50, tool: 30, upkeep: 1, build: 10 })
              .months;
          expect(months(one + more)).toBeLessThan(months(one));
          const { day } = sums['ad-budget'].reckon({ sales: one, cost, daily: 1 });
          expect(sums['ad-budget'].reckon({ sales: one, cost, daily: day }).bought).toBeCloseTo(one, 6);
        },
      ),
    );
  });

  it('ask of a freelancer’s hours what they have to bring', () => {
    fc.assert(
      fc.property(amount, amount, rate, (income, costs, billable) => {
        const { rate: hourly, billed } = sums['price-floor'].reckon({
          income,
          costs,
          weeks: 46,
          hours: 40,
          billable,
          job: 1,
          reserve: 0,
        });
        expect(hourly * billed - costs).toBeCloseTo(income, 6);
      }),
    );
  });
});
