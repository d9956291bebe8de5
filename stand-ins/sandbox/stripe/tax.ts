import type { SandboxObject } from '#stand-ins/sandbox/store.ts';

/** Rates in percent, by country; elsewhere the sandbox's seller has nothing to collect. None of them is to be relied on. */
const rates: Readonly<Record<string, number>> = { AT: 20, DE: 19, FR: 20, GB: 20, IE: 23, US: 8 };

/** Where somebody is, as far as tax goes; undefined where that is not known. */
export function countryOf(customer: SandboxObject): string | undefined {
  const { country } = (customer.address ?? {}) as { country?: string };
  return country || undefined;
}

/** The tax on an amount, which comes on top. */
export function taxOn(cents: number, country: string | undefined): number {
  return Math.max(0, Math.round((cents * (rates[country ?? ''] ?? 0)) / 100));
}

/** A tax as an invoice lists it. */
export const taxLines = (cents: number, country: string | undefined) => {
  const amount = taxOn(cents, country);
  if (amount === 0) return [];
  return [
    {
      amount,
      tax_behavior: 'exclusive',
      taxability_reason: 'standard_rated',
      taxable_amount: cents,
      type: 'tax_rate_details',
      tax_rate_details: { tax_rate: `txr_sandbox_${String(country).toLowerCase()}` },
    },
  ];
};
