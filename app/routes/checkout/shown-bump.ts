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

interface BumpState {
  isAdded: boolean;
  /** A promotion code leaves nothing to pay today, so nothing is added. */
  isFreeToday: boolean;
  /** PayPal is offered here, and takes no more than one product. */
  hasWallet: boolean;
}

/** How it is added or taken out again, or what stands between somebody and adding it. */
export function bumpHint({ isAdded, isFreeToday, hasWallet }: BumpState): string {
  if (isFreeToday)
    return 'With your promotion code there is nothing to pay today, so it can’t be added. Remove the code to add it.';
  if (isAdded) return 'It’s included in the total. To remove it, untick the box and press “Update total”.';
  const unticked = 'To add it, tick the box and press “Update total”. You pay the total that is shown.';
  return hasWallet
    ? `${unticked} PayPal can’t take both in one payment: pay by card to add it, or get it by itself after you have paid.`
    : unticked;
}
