import { z } from 'zod';
import { allProducts, productName } from '#app/domain/core/catalogue/products.ts';
import type { NumberFormat } from '#app/domain/core/values/typed-number.ts';
import { wholeField } from '#app/domain/core/values/typed-number-fields.ts';
import { courses, findCourse } from '#app/domain/learning/courses/catalogue.server.ts';
import {
  type ConditionField,
  type ConditionInput,
  conditionFieldNames,
  conditionFields,
} from '#app/domain/operating/segments/condition-fields.ts';
import { tagSchema } from '#app/domain/operating/segments/tag-schema.ts';
import { countries, countryName } from '#app/domain/programme/payouts/countries.ts';

/** A condition as a segment saves it: its field, and a value for each control of the field. */
export interface Condition {
  field: ConditionField;
  values: Readonly<Record<string, string | number>>;
}

/** Any course, where a condition names none. */
export const anyCourse = 'any';

const anyProduct = 'any';
const anyProductName = 'Any product';

function inputSchema(input: ConditionInput): z.ZodType<string | number> {
  if (input.kind === 'choice')
    return z.enum(Object.keys(input.options) as [string, ...string[]], { error: 'Please choose one' });
  // A course that has left the library since stays a condition that its former readers can meet.
  if (input.kind === 'course')
    return z.string({ error: 'Please choose one' }).regex(/^[a-z0-9-]{1,100}$/, 'Please choose one');
  // Another process may know of a product before this one does.
  if (input.kind === 'product')
    return z.string({ error: 'Please choose one' }).regex(/^[a-z0-9_-]{1,100}$/, 'Please choose one');
  if (input.kind === 'country')
    return z
      .string({ error: 'Please choose one' })
      .refine((code) => countryName(code) !== undefined, 'Please choose one');
  if (input.kind === 'tag') return tagSchema;
  const range = `Please type a whole number from ${input.min.toLocaleString('en-US')} to ${input.max.toLocaleString('en-US')}`;
  const format: NumberFormat = input.name === 'dollars' ? { unit: 'money' } : { unit: 'number', noun: 'day' };
  // A form sends what was typed, a saved condition the number itself.
  return z.preprocess(
    (value) => (typeof value === 'number' ? String(value) : value),
    wholeField(range, format).pipe(z.number().min(input.min, range).max(input.max, range)),
  );
}

/** What the form of a field has to hold. */
export const conditionSchema = (field: ConditionField) =>
  z.object(
    Object.fromEntries(conditionFields[field].inputs.map((input) => [input.name, inputSchema(input)])),
  );

export const conditionFieldSchema = z.enum(conditionFieldNames as [ConditionField, ...ConditionField[]]);

const savedSchema = z.array(
  z.object({ field: z.string(), values: z.record(z.string(), z.union([z.string(), z.number()])) }),
);

/**
 * The conditions of a saved segment; null where this release cannot read one of them. Such a segment is met by nobody, since leaving a
 * condition out would let more people in.
 */
export function readConditions(saved: unknown): Condition[] | null {
  const list = savedSchema.safeParse(saved);
  if (!list.success) return null;
  const conditions: Condition[] = [];
  for (const { field: name, values: raw } of list.data) {
    const field = conditionFieldSchema.safeParse(name);
    const values = field.success ? conditionSchema(field.data).safeParse(raw) : null;
    if (!field.success || !values?.success) return null;
    conditions.push({ field: field.data, values: values.data });
  }
  return conditions;
}

const optionsOf = {
  country: () => Object.fromEntries(countries.map(({ code, name }) => [code, name])),
  course: () => ({
    [anyCourse]: 'Any course',
    ...Object.fromEntries([...courses().values()].map(({ slug, title }) => [slug, title])),
  }),
  product: () => ({
    [anyProduct]: anyProductName,
    ...Object.fromEntries(
      allProducts()
        .filter(({ interval }) => interval !== null)
        .map(({ key, name }) => [key, name]),
    ),
  }),
};

/** The controls of a field for its form, each choice with its options as they are now. */
export function inputsOf(field: ConditionField) {
  return conditionFields[field].inputs.map((input: ConditionInput) =>
    input.kind === 'course' || input.kind === 'product' || input.kind === 'country'
      ? { kind: 'choice' as const, name: input.name, label: input.label, options: optionsOf[input.kind]() }
      : input,
  );
}

const courseName = (slug: unknown) =>
  slug === anyCourse ? 'any course' : (findCourse(String(slug))?.title ?? String(slug));

/** A condition as a sentence without a subject, such as "Role is not Admin". */
export function describeCondition({ field, values }: Condition): string {
  const word = (name: string): string => {
    const input = (conditionFields[field].inputs as readonly ConditionInput[]).find(
      (each) => each.name === name,
    );
    if (input?.kind === 'choice') return input.options[String(values[name])] ?? String(values[name]);
    if (input?.kind === 'product')
      return values[name] === anyProduct ? anyProductName : productName(String(values[name]));
    if (input?.kind === 'country') return countryName(String(values[name])) ?? String(values[name]);
    return input?.kind === 'course' ? courseName(values[name]) : String(values[name]);
  };
  const count = `${word('days')} ${values.days === 1 ? 'day' : 'days'}`;
  switch (field) {
    case 'role':
      return `Role ${word('operator')} ${word('role')}`;
    case 'access':
      return `Person ${word('operator')} ${word('entitlement')}`;
    case 'subscription':
      return `Person ${word('operator')} a subscription (${word('product')}) ${word('state')}`;
    case 'card_country':
      return `Country of the card ${word('operator')} ${word('country')}`;
    case 'joined':
      return `Joined ${word('operator')} ${count}`;
    case 'seen':
      return `Seen ${word('operator')} ${count}`;
    case 'verified':
      return `Email address ${word('operator')}`;
    case 'status':
      return `Account ${word('operator')}`;
    case 'course':
      return `Person ${word('operator')} ${word('course')}`;
    case 'stuck':
      return `Stuck in ${word('course')} for ${count}`;
    case 'quiz':
      return `Quiz of ${word('course')}: ${word('operator')}`;
    case 'tag':
      return `Person ${word('operator')} the tag “${word('tag')}”`;
    case 'earnings':
      return `Earned ${word('operator')} $${Number(values.dollars).toLocaleString('en-US')} as an affiliate`;
    case 'emails':
      return `Person ${word('operator')} emails of the kind “${word('kind')}”`;
    case 'replied':
      return `Wrote to us by email ${word('operator')} ${count}`;
  }
}

/** Whether two conditions ask for the same. */
export const isSameCondition = (one: Condition, other: Condition) =>
  one.field === other.field &&
  Object.entries(one.values).every(([name, value]) => other.values[name] === value);
