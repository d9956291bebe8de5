/**
 * Integer cents of a decimal amount as PayPal writes it ("47.00", "10.0", "-0.01"), without floating point. For currencies of two
 * decimals. @throws {RangeError} when the text is no such amount.
 */
export function centsOf(amount: string): number {
  const [, sign, whole, fraction = ''] = /^(-?)(\d{1,12})(?:\.(\d{1,2})0*)?$/.exec(amount) ?? [];
  if (whole === undefined) throw new RangeError(`not an amount of money: ${JSON.stringify(amount)}`);
  const cents = Number(whole) * 100 + Number(fraction.padEnd(2, '0'));
  return sign && cents > 0 ? -cents : cents;
}

/** Integer cents, not below zero, as PayPal writes an amount: "47.00". */
export const decimalOf = (cents: number): string =>
  `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
