import { describe, expect, it } from 'vitest';
import { fateOf, sumWords } from '#app/domain/programme/payouts/entry-words.ts';

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
