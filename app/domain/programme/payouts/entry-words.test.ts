import { describe, expect, it } from 'vitest';
import { fateOf, sumWords, wordsOf } from '#app/domain/programme/payouts/entry-words.ts';

describe('what became of a row of a statement', () => {
  const payout = { id: 'x', number: 3 };

  it('names the later payout that has paid what came back', () => {
    expect(fateOf({ state: 'paid', payout }, 2)).toBe('Paid, statement 3');
    expect(fateOf({ state: 'paid', payout }, 3)).toBe('Paid');
  });

  it('is a word alone where no payout has it, and on the statement of a month', () => {
    expect(fateOf({ state: 'approved', payout: null }, 2)).toBe('Approved');
    expect(fateOf({ state: 'in_payout', payout }, null)).toBe('On its way');
    expect(fateOf({ state: 'none', payout }, null)).toBe('');
  });
});

it('a payout that did not arrive is not called paid out', () => {
  expect((['paid', 'returned', 'failed', 'canceled', 'sending', 'unclaimed'] as const).map(sumWords)).toEqual(
    [
      'Paid out',
      'Sent, and came back',
      'Sent, and came back',
      'Not paid out',
      'To be paid out',
      'To be paid out',
    ],
  );
});

describe('a row of the ledger', () => {
  type Row = Parameters<typeof wordsOf>[0];
  const row = (fields: Partial<Row>) =>
    ({ kind: 'earning', product: null, ratePercent: null, reason: null, payout: null, ...fields }) as Row;
  const payout = { id: 'x', number: 7 };

  it.each<[Partial<Row>, string, string]>([
    [{ product: 'membership', ratePercent: 50, reason: 'tax' }, 'Commission', 'Membership, 50%'],
    [{ kind: 'second_tier_earning', ratePercent: 20, reason: 'tax' }, 'Second tier', '20%'],
    [{ kind: 'reversal', ratePercent: 50, reason: 'refund' }, 'Reversed', '50%, refund to the buyer'],
    [
      { kind: 'not_earned', ratePercent: 50, reason: 'membership_lapsed' },
      'Nothing earned',
      'your own membership had lapsed',
    ],
    [{ kind: 'adjustment', reason: 'A gift' }, 'Adjustment', 'A gift'],
    [{ kind: 'adjustment', payout }, 'Adjustment', ''],
    [{ kind: 'payout', payout, reason: 'payout' }, 'Payout 7', ''],
    [{ kind: 'payout' }, 'Payout', ''],
    [{ kind: 'payout_returned', payout, reason: 'payout_returned' }, 'Payout returned 7', ''],
  ])('%j reads %s: %s', (fields, title, details) => {
    expect(wordsOf(row(fields))).toEqual({ title, details });
  });

  it('speaks to its owner, and to an operator of them', () => {
    const lapsed = row({ kind: 'not_earned', reason: 'membership_lapsed' });
    expect(wordsOf(lapsed, 'owner').details).toBe('your own membership had lapsed');
    expect(wordsOf(lapsed, 'operator').details).toBe('their own membership had lapsed');
    expect(wordsOf(row({ kind: 'reversal', reason: 'refund' }), 'operator').details).toBe(
      'refund to the buyer',
    );
  });
});
