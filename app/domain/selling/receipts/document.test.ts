import { describe, expect, it } from 'vitest';
import {
  isSameParty,
  partyOf,
  periodText,
  receiptMoney,
  receiptNumber,
  referenceText,
  taxShare,
} from '#app/domain/selling/receipts/document.ts';
import { receiptTitle } from '#app/domain/selling/receipts/title.ts';

describe('a document', () => {
  it('is numbered by its kind, year and place', () => {
    expect(receiptNumber('receipt', 2026, 42)).toBe('R-2026-000042');
    expect(receiptNumber('credit_note', 2027, 1_234_567)).toBe('CN-2027-1234567');
  });

  it('has a headline', () => {
    expect([receiptTitle({ kind: 'receipt' }), receiptTitle({ kind: 'credit_note' })]).toEqual([
      'Receipt',
      'Credit note',
    ]);
  });

  it.each([
    ['replacement', 'Replaces receipt R-2026-000001, which is no longer valid.'],
    ['refund', 'Refund. Refers to receipt R-2026-000001.'],
    ['chargeback', 'Payment reversed by the bank after a dispute. Refers to receipt R-2026-000001.'],
    ['returned', 'The money of credit note R-2026-000001 came back to us.'],
    ['payment', null],
  ] as const)('says what it refers to: %s', (reason, text) => {
    expect(referenceText({ reason, refersTo: 'R-2026-000001' })).toBe(text);
    expect(referenceText({ reason, refersTo: null })).toBeNull();
  });
});

describe('whom a document is for', () => {
  const ada = { name: 'Ada', email: 'ada@example.com' };

  it.each([
    [ada, { name: 'Ada Ltd', address: '1 Elm St', taxId: 'X1' }, ['Ada Ltd', '1 Elm St', 'X1']],
    [ada, { name: '', address: '1 Elm St', taxId: '' }, ['Ada', '1 Elm St', '']],
    [ada, null, ['Ada', '', '']],
    [{ ...ada, name: '' }, null, ['ada@example.com', '', '']],
    [{ name: '', email: 'deleted-0123456789abcdef@invalid' }, null, ['Deleted account', '', '']],
  ])('is what they typed, or their name, or their address: %j, %j', (user, details, expected) => {
    const { name, address, taxId } = partyOf(user, details);
    expect([name, address, taxId]).toEqual(expected);
  });

  it('is the same only where name, address and tax id are', () => {
    const party = { name: 'Ada', address: '1 Elm St', taxId: 'X1' };
    expect(isSameParty(party, { ...party })).toBe(true);
    for (const other of [{ name: 'Bo' }, { address: '2 Elm St' }, { taxId: '' }])
      expect(isSameParty(party, { ...party, ...other }), JSON.stringify(other)).toBe(false);
  });
});

it('money has its cents always', () => {
  expect([receiptMoney(4_700, 'usd'), receiptMoney(5, 'eur')]).toEqual(['$47.00', '€0.05']);
});

it('a line names its period where it has one', () => {
  const periodStart = '2026-11-01T00:00:00.000Z';
  const periodEnd = '2026-12-01T00:00:00.000Z';
  expect(periodText({ periodStart, periodEnd })).toBe('Nov 1, 2026 to Dec 1, 2026');
  expect(periodText({ periodStart, periodEnd: null })).toBeNull();
  expect(periodText({ periodStart: null, periodEnd })).toBeNull();
});

describe('the tax that goes back with a part', () => {
  it('is its share, and all of it with the whole', () => {
    const payment = { amountCents: 5_640, taxCents: 940 };
    expect(taxShare(payment, 5_640)).toBe(940);
    expect(taxShare(payment, 1_000)).toBe(167);
    expect(taxShare({ amountCents: 4_700, taxCents: 0 }, 4_700)).toBe(0);
  });

  it('adds up, however the whole is cut', () => {
    const payment = { amountCents: 999, taxCents: 166 };
    const cuts = [1, 2, 3, 50, 333, 610];
    let before = 0;
    let tax = 0;
    for (const cut of cuts) {
      const part = taxShare(payment, before + cut) - taxShare(payment, before);
      expect(part).toBeGreaterThanOrEqual(0);
      expect(part).toBeLessThanOrEqual(cut);
      tax += part;
      before += cut;
    }
    expect([before, tax]).toEqual([999, 166]);
  });
});
