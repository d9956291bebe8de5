import { z } from 'zod';
import { centsOf } from '#app/platform/payments/decimal-cents.ts';
import type { PayoutChanged, PayoutStatus } from '#app/platform/payments/facts.ts';

/** As much of a payout's item as the site reads, as PayPal shows it and sends it. */
export const payoutItemSchema = z.object({
  payout_item_id: z.string(),
  transaction_status: z.string().optional(),
  payout_item_fee: z.object({ value: z.string() }).optional(),
  payout_item: z.object({ sender_item_id: z.string().optional() }),
  time_processed: z.iso.datetime({ offset: true }).optional(),
  errors: z
    .object({ name: z.string().optional(), message: z.string().optional() })
    .optional()
    .catch(undefined),
});

/** PayPal's words for how far an item is. */
const statuses: Record<string, PayoutStatus> = {
  SUCCESS: 'paid',
  FAILED: 'failed',
  DENIED: 'failed',
  PENDING: 'pending',
  UNCLAIMED: 'unclaimed',
  RETURNED: 'returned',
  ONHOLD: 'onhold',
  BLOCKED: 'blocked',
  REFUNDED: 'refunded',
  REVERSED: 'reversed',
  CANCELED: 'canceled',
};

/** What an item tells; null for one that names none of ours. What PayPal has no word for yet is taken to be under way. */
export function payoutNewsOf(item: z.infer<typeof payoutItemSchema>, at: Date) {
  const { payout_item_id: providerItemId, payout_item_fee: fee, errors } = item;
  const itemId = item.payout_item.sender_item_id;
  if (!itemId) return null;
  return {
    itemId,
    providerItemId,
    status: statuses[item.transaction_status ?? ''] ?? 'pending',
    feeCents: fee ? centsOf(fee.value) : null,
    errorCode: errors?.name ?? null,
    errorText: errors?.message ?? null,
    createdAt: item.time_processed ? new Date(item.time_processed) : at,
  };
}

/** The fact of an event about an item; null for one that names none of ours. @throws {z.ZodError} */
export function payoutChanged(
  head: Pick<PayoutChanged, 'provider' | 'eventId' | 'type' | 'createdAt'>,
  resource: unknown,
): PayoutChanged | null {
  const news = payoutNewsOf(payoutItemSchema.parse(resource), head.createdAt);
  return news && { ...news, ...head, kind: 'payout_changed' };
}
