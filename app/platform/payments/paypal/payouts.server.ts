import { z } from 'zod';
import type { PayoutNews, PayoutProvider } from '#app/platform/payments/payouts.ts';
import {
  createPaypalClient,
  type PaypalLink,
  PaypalProblem,
} from '#app/platform/payments/paypal/client.server.ts';
import { payoutItemSchema, payoutNewsOf } from '#app/platform/payments/paypal/describe-payout.ts';
import { asking, unlessMissing } from '#app/platform/payments/paypal/errors.server.ts';
import type { PaypalSettings } from '#app/platform/settings/paypal.server.ts';

const path = '/v1/payments/payouts';
const createdSchema = z.object({ batch_header: z.object({ payout_batch_id: z.string() }) });
const batchSchema = z.object({
  batch_header: z.object({ batch_status: z.string() }),
  items: z.array(payoutItemSchema).default([]),
});

/** As many items as PayPal shows at once. */
const pageSize = 1_000;

/** The batch that a link leads to. */
const batchIn = (links: readonly PaypalLink[]): string | null =>
  links.map(({ href }) => /\/v1\/payments\/payouts\/([A-Z0-9]+)/i.exec(href)?.[1]).find(Boolean) ?? null;

/** PayPal Payouts, which PayPal's SDK leaves out. */
export function createPaypalPayouts(settings: PaypalSettings): PayoutProvider {
  const client = createPaypalClient(settings);

  return {
    send: ({ id, subject, items }) =>
      asking(async () => {
        const body = JSON.stringify({
          sender_batch_header: {
            sender_batch_id: id,
            recipient_type: 'EMAIL',
            email_subject: subject.slice(0, 255),
          },
          items: items.map((item) => ({
            recipient_type: 'EMAIL',
            sender_item_id: item.id,
            receiver: item.email,
            amount: { value: (item.cents / 100).toFixed(2), currency: item.currency.toUpperCase() },
            note: item.note.slice(0, 4_000),
          })),
        });
        try {
          const { batch_header } = await client.call(({ ask }) => ask('POST', path, createdSchema, body));
          return batch_header.payout_batch_id;
        } catch (error) {
          // It was taken before, and the answer was lost: PayPal names the batch that it was taken as.
          const existingBatchId =
            error instanceof PaypalProblem && error.status < 500 ? batchIn(error.links) : null;
          if (existingBatchId) return existingBatchId;
          throw error;
        }
      }),

    find: (batchId) =>
      asking(async () => {
        const items: PayoutNews[] = [];
        for (let page = 1; ; page += 1) {
          const query = `?page=${page}&page_size=${pageSize}&total_required=false`;
          const batch = await unlessMissing(
            client.call(({ ask }) =>
              ask('GET', `${path}/${encodeURIComponent(batchId)}${query}`, batchSchema),
            ),
          );
          if (!batch) return null;
          for (const item of batch.items) {
            const news = payoutNewsOf(item, new Date());
            if (news) items.push(news);
          }
          const status = batch.batch_header.batch_status;
          if (batch.items.length < pageSize)
            return { isDenied: status === 'DENIED' || status === 'CANCELED', items };
        }
      }),
  };
}
