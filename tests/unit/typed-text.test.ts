import { expect, it } from 'vitest';
import { readMessage } from '#app/domain/assistant/asking.server.ts';
import { reasonField } from '#app/domain/core/audit/reason.ts';
import { hasVisibleText, oneLineEnd, typedText } from '#app/domain/core/values/typed-text.ts';
import { keptNameSchema } from '#app/domain/learning/calculators/saved-results.server.ts';
import { adjustmentSchema } from '#app/domain/programme/commissions/adjustments.server.ts';
import { billingDetailsSchema } from '#app/domain/selling/receipts/billing-details-schema.server.ts';
import { threadSchema } from '#app/domain/talk/community/forms.server.ts';
import { cannedAnswerSchema } from '#app/domain/talk/support/canned-answers.server.ts';
import { ticketSchema } from '#app/domain/talk/support/ticket-form.server.ts';

it.each(['\r\n', '\n', '\r'])('a line ends in one sign, sent as %j', (end) => {
  expect(oneLineEnd(` a${end}${end}b${end}`)).toBe(' a\n\nb\n');
  expect(typedText(` a${end}${end}b\0${end}`)).toBe('a\n\nb');
  expect(readMessage(`One${end}two\tthree`)).toBe('One\ntwo three');
});

it('an address on paper has its lines, and nothing unseen', () => {
  const typed = { name: ' A\r\nB\t', address: ' Main St. 1 \r\n\t10115\u0007Berlin\r\n', taxId: 'DE\r\n1' };
  expect(billingDetailsSchema.parse(typed)).toEqual({
    name: 'A B',
    address: 'Main St. 1\n10115 Berlin',
    taxId: 'DE 1',
  });
});

it.each(['', '   ', '\u200b\u200b', '\u2800\u3164\u200e', '\u00ad\ufeff', ' \u202e \n'.repeat(5)])(
  'a text of which nothing can be seen is none: %j',
  (blank) => {
    expect(hasVisibleText(blank)).toBe(false);
    const problemsOf = (
      schema: { safeParse: (value: unknown) => { error?: { issues: { path: PropertyKey[] }[] } } },
      field: string,
    ) => schema.safeParse({ [field]: blank }).error?.issues.filter(({ path }) => path[0] === field).length;
    expect(problemsOf(ticketSchema, 'message')).toBe(1);
    expect(problemsOf(ticketSchema, 'subject')).toBe(1);
    expect(problemsOf(threadSchema, 'body')).toBe(1);
    expect(problemsOf(threadSchema, 'title')).toBe(1);
    expect(problemsOf(cannedAnswerSchema, 'body')).toBe(1);
    expect(problemsOf(keptNameSchema, 'name')).toBe(1);
    expect(problemsOf(adjustmentSchema, 'reason')).toBe(1);
    expect(reasonField().safeParse(blank).success).toBe(false);
  },
);

it.each(['a', '!', '\u{1f600}', '\u0645', ' \u200bx'])(
  'a text of which something can be seen is one: %j',
  (text) => {
    expect(hasVisibleText(text)).toBe(true);
  },
);
