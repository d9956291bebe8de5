import { describe, expect, it } from 'vitest';
import { isLineId, lineId, shareRefund, wholeId } from '#app/platform/payments/payment-line.ts';

describe('the line of a payment', () => {
  it('goes by the id of the whole and the key of what was added', () => {
    expect(lineId('pi_1', 'seller_kit')).toBe('pi_1/seller_kit');
    expect(wholeId('pi_1/seller_kit')).toBe('pi_1');
    expect([wholeId('pi_1'), isLineId('pi_1'), isLineId('pi_1/seller_kit')]).toEqual(['pi_1', false, true]);
  });
});

describe('a refund that names no line', () => {
  const lines = [
    { id: 'pi_1', leftCents: 4_700 },
    { id: 'pi_1/kit', leftCents: 1_900 },
  ];
  it.each([
    [6_600, [4_700, 1_900]],
    [1_900, [0, 1_900]],
    [4_700, [4_700, 0]],
    [1_000, [1_000, 0]],
    [5_000, [4_700, 300]],
    [6_601, [4_701, 1_900]],
  ])('of %d cents is of what it is all of, or else of the first', (cents, [main, added]) => {
    const shares = shareRefund(lines, cents);
    const of = (id: string) => shares.find((share) => share.id === id)?.cents ?? 0;
    expect([of('pi_1'), of('pi_1/kit')]).toEqual([main, added]);
  });

  it('stays with the first where nothing is left', () => {
    expect(
      shareRefund(
        [
          { id: 'pi_1', leftCents: 0 },
          { id: 'pi_1/kit', leftCents: 0 },
        ],
        100,
      ),
    ).toEqual([{ id: 'pi_1', cents: 100 }]);
  });
});
