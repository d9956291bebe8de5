import { describe, expect, it } from 'vitest';
import { refundReasonLength } from '#app/domain/selling/billing/refund-request-form.ts';
import { refundRequestSchema } from '#app/domain/selling/billing/refund-request-schema.server.ts';

const reasonOf = (form: object) => refundRequestSchema.safeParse(form);

describe('why money is asked for back', () => {
  it('need not be said', () => {
    expect(reasonOf({}).data).toEqual({ reason: '' });
    expect(reasonOf({ reason: ' \r\n ' }).data).toEqual({ reason: '' });
  });

  it('is kept as it was typed, without what no text has', () => {
    expect(reasonOf({ reason: '  Too\0 early\r\nfor me ' }).data).toEqual({ reason: 'Too early\nfor me' });
  });

  it('has an end, which counts the end of a line once', () => {
    const long = `${'a'.repeat(refundReasonLength - 2)}\r\nb`;
    expect(reasonOf({ reason: long }).success).toBe(true);
    const { error } = reasonOf({ reason: `${long}c` });
    expect(error?.issues[0]?.message).toBe(`Please use at most ${refundReasonLength} characters`);
  });
});
