import { roleNames } from '#app/domain/core/access/role-names.ts';
import { letterKinds } from '#app/domain/core/bulk-mail/letter-kinds.ts';

/** The longest tag, in characters. */
export const maxTagLength = 40;

/** So many conditions a segment can have. */
export const maxConditions = 12;

/** One control of the form that adds a condition. `course` is a choice of the library's courses, or of any; `product` of what is sold by the month or year, or of any; `country` of all countries. */
export type ConditionInput =
  | { kind: 'choice'; name: string; label: string; options: Readonly<Record<string, string>> }
  | { kind: 'course'; name: string; label: string }
  | { kind: 'product'; name: string; label: string }
  | { kind: 'country'; name: string; label: string }
  | { kind: 'number'; name: string; label: string; min: number; max: number }
  | { kind: 'tag'; name: string; label: string };

interface FieldOfPeople {
  label: string;
  /** What is not clear from the controls alone, for whoever adds the condition. */
  hint?: string;
  inputs: readonly ConditionInput[];
}

const choice = (name: string, label: string, options: Readonly<Record<string, string>>) =>
  ({ kind: 'choice', name, label, options }) as const;
const is = choice('operator', 'Condition', { is: 'is', is_not: 'is not' });
const has = choice('operator', 'Condition', { has: 'has', has_not: "doesn't have" });
const ago = choice('operator', 'Condition', { within: 'in the last', before: 'not in the last' });
const days = { kind: 'number', name: 'days', label: 'Days', min: 1, max: 3_650 } as const;
const course = { kind: 'course', name: 'course', label: 'Course' } as const;

/** What a segment can ask of people, and the controls that say how. Their names are those of the saved condition. */
export const conditionFields = {
  role: { label: 'Role', inputs: [is, choice('role', 'Role', roleNames)] },
  access: {
    label: 'Access',
    inputs: [
      has,
      choice('entitlement', 'Access', {
        membership: 'a membership',
        ebook: 'the ebook',
        reseller: 'the reseller program',
        reseller_pro: 'the pro reseller program',
        reseller_trial: 'the reseller trial',
        team: 'a team that they pay for',
        team_seat: 'a seat in a team',
      }),
    ],
  },
  subscription: {
    label: 'Subscription',
    inputs: [
      has,
      { kind: 'product', name: 'product', label: 'Product' },
      choice('state', 'State', {
        any: 'in any state',
        live: 'that gives access',
        trialing: 'in trial',
        active: 'active',
        past_due: 'with a missing payment',
        ending: 'that ends with its period',
        canceled: 'that has ended',
      }),
    ],
  },
  card_country: {
    label: 'Country of the card',
    hint: 'Where the bank is that issued the card of their latest payment through Stripe. Whoever only paid with PayPal, or not at all, meets neither “is” nor “is not”: no country is known of them.',
    inputs: [is, { kind: 'country', name: 'country', label: 'Country' }],
  },
  joined: { label: 'Joined', inputs: [ago, days] },
  seen: { label: 'Last seen', inputs: [ago, days] },
  verified: {
    label: 'Email address',
    inputs: [choice('operator', 'Condition', { is: 'is verified', is_not: 'is not verified' })],
  },
  status: {
    label: 'Account',
    inputs: [choice('operator', 'Condition', { active: 'is active', inactive: 'is inactive' })],
  },
  course: {
    label: 'Course progress',
    inputs: [
      choice('operator', 'Condition', {
        started: 'has started',
        not_started: 'has not started',
        finished: 'has finished',
        not_finished: 'has not finished',
      }),
      course,
    ],
  },
  stuck: { label: 'Stuck in a course', inputs: [course, { ...days, label: 'Days without progress' }] },
  quiz: {
    label: 'Quiz result',
    inputs: [
      choice('operator', 'Condition', {
        passed: 'passed',
        failed: 'tried and has not passed',
        not_tried: 'has not tried',
      }),
      course,
    ],
  },
  tag: { label: 'Tag', inputs: [has, { kind: 'tag', name: 'tag', label: 'Tag' }] },
  earnings: {
    label: 'Affiliate earnings',
    inputs: [
      choice('operator', 'Condition', { at_least: 'at least', below: 'less than' }),
      { kind: 'number', name: 'dollars', label: 'US dollars', min: 0, max: 10_000_000 },
    ],
  },
  emails: {
    label: 'Email choices',
    inputs: [
      choice('operator', 'Condition', { accepts: 'accepts', refuses: 'has unsubscribed from' }),
      choice(
        'kind',
        'Kind of email',
        Object.fromEntries(Object.entries(letterKinds).map(([kind, { name }]) => [kind, name])),
      ),
    ],
  },
  replied: { label: 'Wrote to us by email', inputs: [ago, days] },
} as const satisfies Record<string, FieldOfPeople>;

export type ConditionField = keyof typeof conditionFields;

export const conditionFieldNames = Object.keys(conditionFields) as ConditionField[];

/** What is not clear from the controls of a condition alone; null where all of it is. */
export const hintOf = (field: ConditionField): string | null => {
  const { hint }: FieldOfPeople = conditionFields[field];
  return hint ?? null;
};
