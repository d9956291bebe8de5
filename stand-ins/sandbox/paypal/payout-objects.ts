import { z } from 'zod';
import { decimal, instant } from '#stand-ins/sandbox/paypal/money.ts';
import type { Addresses } from '#stand-ins/sandbox/paypal/objects.ts';
import type { SandboxObject } from '#stand-ins/sandbox/store.ts';

/** How an item ends, as its receiver's address asks for: unclaimed@anywhere. Any other is paid. */
const payoutFates = ['unclaimed', 'failed', 'blocked', 'onhold', 'refunded', 'reversed'] as const;
type Fate = (typeof payoutFates)[number];

export type ItemStatus =
  | 'PENDING'
  | 'SUCCESS'
  | 'FAILED'
  | 'UNCLAIMED'
  | 'RETURNED'
  | 'ONHOLD'
  | 'BLOCKED'
  | 'REFUNDED'
  | 'REVERSED';

export interface PayoutItem extends SandboxObject {
  object: 'paypal_payout_item';
  batchId: string;
  senderItemId: string;
  senderBatchId: string;
  receiver: string;
  cents: number;
  note: string | null;
  status: ItemStatus;
  error: { name: string; message: string } | null;
  processedAt: number | null;
}

export interface Payout extends SandboxObject {
  object: 'paypal_payout';
  senderBatchId: string;
  subject: string | null;
  status: 'PENDING' | 'PROCESSING' | 'SUCCESS' | 'DENIED';
  itemIds: string[];
  cents: number;
}

/** What PayPal takes of the sender for an item: a quarter dollar. */
const itemFee = 25;

/** What PayPal takes: at most 15,000 items, in one currency, each with an id of its own. A field that is not here is a mistake. */
export const payoutBody = z.strictObject({
  sender_batch_header: z.strictObject({
    sender_batch_id: z.string().min(1).max(256),
    recipient_type: z.literal('EMAIL').optional(),
    email_subject: z.string().max(255).optional(),
    email_message: z.string().max(1_000).optional(),
  }),
  items: z
    .array(
      z.strictObject({
        recipient_type: z.literal('EMAIL').optional(),
        amount: z.strictObject({
          value: z.string().regex(/^\d{1,6}(?:\.\d{2})?$/),
          currency: z.literal('USD'),
        }),
        note: z.string().max(4_000).optional(),
        receiver: z.email().max(127),
        sender_item_id: z.string().min(1).max(63).optional(),
      }),
    )
    .min(1)
    .max(15_000)
    .refine((items) => {
      const ids = items.map(({ sender_item_id: id }) => id).filter(Boolean);
      return new Set(ids).size === ids.length;
    }),
});

/** How the item of an address ends. */
export const fateOf = (receiver: string): Fate | null =>
  payoutFates.find((fate) => receiver.startsWith(`${fate}@`)) ?? null;

export const itemJson = (item: PayoutItem, { apiBase }: Addresses) => ({
  payout_item_id: item.id,
  transaction_status: item.status,
  payout_item_fee: { currency: 'USD', value: decimal(item.status === 'SUCCESS' ? itemFee : 0) },
  payout_batch_id: item.batchId,
  sender_batch_id: item.senderBatchId,
  payout_item: {
    recipient_type: 'EMAIL',
    amount: { currency: 'USD', value: decimal(item.cents) },
    ...(item.note ? { note: item.note } : {}),
    receiver: item.receiver,
    sender_item_id: item.senderItemId,
    recipient_wallet: 'PAYPAL',
  },
  ...(item.processedAt === null ? {} : { time_processed: instant(item.processedAt) }),
  ...(item.error ? { errors: { ...item.error, details: [] } } : {}),
  links: [{ href: `${apiBase}/v1/payments/payouts-item/${item.id}`, rel: 'item', method: 'GET' }],
});

export const headerJson = (payout: Payout) => ({
  payout_batch_id: payout.id,
  batch_status: payout.status,
  time_created: instant(payout.created),
  sender_batch_header: {
    sender_batch_id: payout.senderBatchId,
    ...(payout.subject ? { email_subject: payout.subject } : {}),
  },
});
