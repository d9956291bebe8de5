import { describe, expect, it } from 'vitest';
import { receiptNumber, referenceText, taxShare } from '#app/domain/selling/receipts/document.ts';
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
