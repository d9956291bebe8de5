import { describe, expect, it } from 'vitest';
import { newProductSchema } from '#app/domain/operating/products/product-forms.ts';
import { conditionSchema, readConditions } from '#app/domain/operating/segments/conditions.server.ts';
import { adjustmentSchema } from '#app/domain/programme/commissions/adjustments.server.ts';
import { composePiece, fieldsOf } from '#app/domain/publishing/fact-fields.server.ts';
import { ticketNumberField } from '#app/domain/talk/support/ticket-form.server.ts';
import { fileText } from '#app/platform/content/files.server.ts';
import { codeSchema } from '#app/routes/admin/promotions/read-code.server.ts';

// Each form's fields take numbers as people write them, or name what they cannot read. What typed-number.ts understands has its own test.

/** The value of a field in a form that is otherwise empty, or what is said beside it. */
function read(
  schema: { safeParse(form: unknown): { error?: { issues: { path: PropertyKey[]; message: string }[] } } },
  form: Record<string, string>,
  name: string,
): string {
  const { error } = schema.safeParse(form);
  return error?.issues.find(({ path }) => path[0] === name)?.message ?? 'taken';
}

const fields = {
  'the days of a segment': (text: string) =>
    read(conditionSchema('joined'), { operator: 'within', days: text }, 'days'),
  'the dollars of a segment': (text: string) =>
    read(conditionSchema('earnings'), { operator: 'at_least', dollars: text }, 'dollars'),
  'the stock of a product': (text: string) => read(newProductSchema, { stock: text }, 'stock'),
  'the percentage of a product': (text: string) =>
    read(newProductSchema, { commissionPercent: text }, 'commissionPercent'),
  'the price of a product': (text: string) => read(newProductSchema, { amount: text }, 'amount'),
  'the percentage of a promotion code': (text: string) =>
    read(codeSchema(), { percentOff: text }, 'percentOff'),
  'the amount of a promotion code': (text: string) => read(codeSchema(), { amountOff: text }, 'amountOff'),
  'the uses of a promotion code': (text: string) => read(codeSchema(), { maxUses: text }, 'maxUses'),
  'an adjustment': (text: string) => read(adjustmentSchema, { amount: text }, 'amount'),
  'the number of a ticket': (text: string) =>
    ticketNumberField.safeParse(text).error?.issues[0]?.message ?? 'taken',
} as const;

describe.each(Object.entries(fields))('%s', (_, say) => {
  it.each(['12,5', '1.000', 'twelve', '0x10', '12 apples', '1e', '1 2', '12-', '€12'])('names %j', (text) => {
    expect(say(text)).toContain(`"${text}"`);
  });

  it.each(['12', '１２', ' 12 ', '1.2e1'])('reads %j', (text) => {
    expect(say(text)).toBe('taken');
  });
});

describe('a condition of a segment', () => {
  it.each([
    ['10k', 10_000],
    ['1.5 million', 1_500_000],
    ['$1,500', 1_500],
    ['1 000', 1_000],
    ['２０', 20],
  ])('takes %j as its amount', (dollars, value) => {
    expect(conditionSchema('earnings').parse({ operator: 'at_least', dollars })).toMatchObject({
      dollars: value,
    });
  });

  it.each([
    ['3 days', 3],
    ['1,000', 1_000],
  ])('takes %j as its days', (days, value) => {
    expect(conditionSchema('joined').parse({ operator: 'within', days })).toMatchObject({ days: value });
  });

  it.each(['', '0', '-1', '4k', '1.5'])('takes no days of %j', (days) => {
    expect(conditionSchema('joined').safeParse({ operator: 'within', days }).success).toBe(false);
  });

  it('is read again as it was saved', () => {
    const values = { operator: 'within', days: 30 };
    expect(readConditions([{ field: 'joined', values }])).toEqual([{ field: 'joined', values }]);
  });
});

it.each([
  ['１２', 'month: 12'],
  ['12', 'month: 12'],
  ['1.000', 'month: "1.000"'],
  ['twelve', 'month: twelve'],
])('the month of a letter, typed as %j, is written as %j', (typed, line) => {
  const path = 'email-course/01-talk-to-six-customers.md';
  const text = fileText(path) ?? '';
  const { facts, body } = fieldsOf(path, text);
  const form = new Map([['body', body], ...facts.map(({ name, value }) => [name, value] as const)]);
  const month = facts.find(({ label }) => label === 'Month')?.name ?? '';
  expect(composePiece(path, text, form.set(month, typed))).toContain(line);
});
