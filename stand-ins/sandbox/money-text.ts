/** An amount in words of the page: $47.00. */
export const moneyText = (cents: unknown, currency: unknown) =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency: String(currency).toUpperCase() }).format(
    Number(cents) / 100,
  );
