import { describe, expect, it } from 'vitest';
import { auditFieldName, auditSubjectName, auditValue, shortId } from '#app/domain/core/audit/words.ts';

const id = '3f2a91bc-0d1e-4b57-9a6c-2d4f5e6a7b8c';
const written = (field: string, value: unknown, row = {}, names = {}) => auditValue(field, value, row, names);

describe('an audit entry in plain words', () => {
  it('names what it is about and its fields', () => {
    expect(auditSubjectName('payment_event')).toBe('Webhook event');
    expect(auditSubjectName('refund_request')).toBe('Refund request');
    expect(auditSubjectName('of_another_release')).toBe('Of another release');
    expect(auditFieldName('amount_cents')).toBe('Amount');
    expect(auditFieldName('narrowed_to')).toBe('Filter');
    expect(auditFieldName('refundPercent')).toBe('Refund percent');
  });

  it('shows a person by name, and of any other id enough to tell it by', () => {
    expect(written('user', id, {}, { [id]: 'Ada Example' })).toBe('Ada Example');
    expect(written('payment', id)).toBe('3f2a91bc');
    expect(shortId(id)).toBe('3f2a91bc');
    expect(shortId('stripe evt_1')).toBe('stripe evt_1');
  });

  it('shows money in its currency, shares as percent, and keys as words', () => {
    expect(written('amount_cents', 4_700, { currency: 'eur' })).toBe('€47');
    expect(written('cents', -2_350)).toBe('-$23.50');
    expect(written('commission_rate', 50)).toBe('50%');
    expect(written('role', 'pro_reseller')).toBe('Pro reseller');
    expect(written('on', false)).toBe('no');
    expect(written('ends', '')).toBe('none');
    expect(written('email', 'a_b***@e***.com')).toBe('a_b***@e***.com');
  });
});
