/** An order bump as the checkout shows it. */
export interface ShownBump {
  key: string;
  amountCents: number;
  name: string;
  /** As it is written: "$19". */
  price: string;
  /** What it gives, line by line. */
  gives: readonly string[];
  sales: string;
}

/** What stands between somebody and adding it. */
export function bumpHint({ hasCode, hasWallet }: { hasCode: boolean; hasWallet: boolean }): string {
  if (hasCode) return 'It can’t be used together with a promotion code. Remove the code to add it.';
  const unticked = 'It is in your order once the total says so.';
  return hasWallet ? `${unticked} PayPal can’t take both in one payment: pay by card to add it.` : unticked;
}
