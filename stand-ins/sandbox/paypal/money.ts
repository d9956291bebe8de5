import { randomBytes } from 'node:crypto';

/** Currencies that PayPal takes with two decimals; of the few that it takes without, the site sells in none. */
export const paypalCurrencies: readonly string[] = [
  ...['AUD', 'BRL', 'CAD', 'CHF', 'CZK', 'DKK', 'EUR', 'GBP', 'HKD', 'ILS', 'MXN'],
  ...['MYR', 'NOK', 'NZD', 'PHP', 'PLN', 'SEK', 'SGD', 'THB', 'USD'],
];

/** A new id in PayPal's style. */
export const newPaypalId = (prefix = '') => `${prefix}${randomBytes(8).toString('hex').toUpperCase()}`;

/** Cents as PayPal writes an amount. */
export const decimal = (cents: number) =>
  `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;

/** The cents of an amount as PayPal writes it. */
export const centsOf = (amount: string) => Math.round(Number(amount) * 100);

/** A time in seconds as PayPal writes it. */
export const instant = (seconds: number) => new Date(seconds * 1000).toISOString();

/** An amount as PayPal's objects hold it. */
export const money = (value: string, currency: string) => ({ currency_code: currency, value });
