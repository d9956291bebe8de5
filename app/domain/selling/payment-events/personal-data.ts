import type { Prisma } from '#app/platform/database/generated/client.ts';

/** What providers call that which is known of a person, of their card, or is secret. Nothing of it is read to apply an event. */
const personal = new Set([
  'address',
  'address_line_1',
  'billing_address',
  'billing_details',
  'buyer',
  'client_secret',
  'collected_information',
  'consumer',
  'customer_address',
  'customer_details',
  'customer_email',
  'customer_name',
  'customer_phone',
  'customer_shipping',
  'customer_tax_ids',
  'email',
  'email_address',
  'evidence',
  'given_name',
  'hosted_invoice_url',
  'invoice_pdf',
  'messages',
  'name',
  'payer',
  'payer_info',
  'payment_method_details',
  'phone',
  'previous_attributes',
  'receipt_email',
  'receipt_url',
  'seller',
  'shipping',
  'shipping_address',
  'shipping_details',
  'subscriber',
  'surname',
]);

/** A provider's event without what it tells of persons: enough to read it again. */
export function withoutPersonalData(value: unknown): Prisma.InputJsonValue | null {
  if (Array.isArray(value)) return value.map(withoutPersonalData);
  if (typeof value === 'object' && value !== null) {
    const kept = Object.entries(value).filter(([key]) => !personal.has(key));
    return Object.fromEntries(kept.map(([key, inner]) => [key, withoutPersonalData(inner)]));
  }
  // Postgres keeps no such character.
  if (typeof value === 'string') return value.replaceAll('\0', '');
  return typeof value === 'number' || typeof value === 'boolean' ? value : null;
}
