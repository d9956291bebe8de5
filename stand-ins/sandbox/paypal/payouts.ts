import type { z } from 'zod';
import type { Answer } from '#stand-ins/sandbox/idempotent-answer.ts';
import { find } from '#stand-ins/sandbox/paypal/find.ts';
import { centsOf, newPaypalId } from '#stand-ins/sandbox/paypal/money.ts';
import type { Addresses } from '#stand-ins/sandbox/paypal/objects.ts';
import {
  fateOf,
  headerJson,
  type ItemStatus,
  itemJson,
  type Payout,
  type PayoutItem,
  type payoutBody,
} from '#stand-ins/sandbox/paypal/payout-objects.ts';
import { Refused } from '#stand-ins/sandbox/paypal/requests.ts';
import { emit } from '#stand-ins/sandbox/paypal/signature.ts';
import type { Store } from '#stand-ins/sandbox/store.ts';

const daySeconds = 24 * 3600;
/** For so long PayPal knows a sender's id again. */
const rememberedSeconds = 30 * daySeconds;
/** What nobody claims goes back after so long. */
const unclaimedSeconds = 30 * daySeconds;
/** How long PayPal looks at what it holds, and after which a payment is taken back where the address asks for it. */
const heldSeconds = daySeconds;

const unregistered = {
  name: 'RECEIVER_UNREGISTERED',
  message: 'The recipient for this payout does not have an account.',
};
const problems: Partial<Record<ItemStatus, { name: string; message: string }>> = {
  UNCLAIMED: unregistered,
  RETURNED: unregistered,
  FAILED: { name: 'RECEIVER_ACCOUNT_LOCKED', message: 'The recipient account is locked.' },
  BLOCKED: { name: 'RECEIVER_COUNTRY_NOT_ALLOWED', message: 'Payouts to this country are not allowed.' },
};

const eventOf: Record<Exclude<ItemStatus, 'PENDING'>, string> = {
  SUCCESS: 'SUCCEEDED',
  FAILED: 'FAILED',
  UNCLAIMED: 'UNCLAIMED',
  RETURNED: 'RETURNED',
  ONHOLD: 'HELD',
  BLOCKED: 'BLOCKED',
  REFUNDED: 'REFUNDED',
  REVERSED: 'REVERSED',
};

/** What happens to payouts at the sandbox's PayPal, within one transaction of the store. */
export function payoutsOn(store: Store, addresses: Addresses) {
  async function become(item: PayoutItem, status: Exclude<ItemStatus, 'PENDING'>): Promise<void> {
    Object.assign(item, { status, error: problems[status] ?? null, processedAt: store.now });
    await store.put(item);
    await emit(store, `PAYMENT.PAYOUTS-ITEM.${eventOf[status]}`, itemJson(item, addresses));
  }

  /** A sender's id that is known from the last thirty days: refused, with the way to what it was. */
  async function refuseKnown(senderBatchId: string): Promise<Answer | null> {
    const earlierBatches = await store.find('paypal_payout', { senderBatchId });
    const [recent] = earlierBatches.filter(({ created }) => created > store.now - rememberedSeconds);
    if (!recent) return null;
    const href = `${addresses.apiBase}/v1/payments/payouts/${recent.id}`;
    return {
      status: 400,
      body: {
        name: 'USER_BUSINESS_ERROR',
        message: 'User business error.',
        debug_id: newPaypalId(),
        details: [
          {
            field: 'SENDER_BATCH_ID',
            location: 'body',
            issue: 'Batch with given sender_batch_id already exists',
            link: [{ href, rel: 'self', method: 'GET', encType: 'application/json' }],
          },
        ],
      },
    };
  }

  return {
    async create(request: z.infer<typeof payoutBody>): Promise<Answer> {
      const { sender_batch_id: senderBatchId, email_subject: subject } = request.sender_batch_header;
      // Two calls at once are one after the other.
      await store.query('SELECT pg_advisory_xact_lock(hashtext($1))', [senderBatchId]);
      const refused = await refuseKnown(senderBatchId);
      if (refused) return refused;
      const payout: Payout = {
        id: newPaypalId(),
        object: 'paypal_payout',
        created: store.now,
        senderBatchId,
        subject: subject ?? null,
        status: 'PENDING',
        itemIds: [],
        cents: 0,
      };
      const items = request.items.map((item): PayoutItem => {
        const id = newPaypalId();
        return {
          id,
          object: 'paypal_payout_item',
          created: store.now,
          batchId: payout.id,
          senderBatchId,
          senderItemId: item.sender_item_id ?? id,
          receiver: item.receiver,
          cents: centsOf(item.amount.value),
          note: item.note ?? null,
          status: 'PENDING',
          error: null,
          processedAt: null,
        };
      });
      payout.itemIds = items.map(({ id }) => id);
      payout.cents = items.reduce((sum, { cents }) => sum + cents, 0);
      await store.put(payout);
      // All at once: there may be fifteen thousand.
      await store.query(
        `INSERT INTO sandbox.objects (id, object, data)
         SELECT i ->> 'id', 'paypal_payout_item', i FROM jsonb_array_elements($1::jsonb) i`,
        [JSON.stringify(items)],
      );
      await store.schedule(store.now, 'paypal.process-payout', payout.id);
      return { status: 201, body: { batch_header: headerJson(payout), links: [] } };
    },

    async show(id: string, query: URLSearchParams) {
      const payout = await find(store, 'paypal_payout', id);
      const [page, size] = [Number(query.get('page') ?? 1), Number(query.get('page_size') ?? 1_000)];
      if (!Number.isInteger(page) || page < 1 || !Number.isInteger(size) || size < 1 || size > 1_000)
        throw new Refused(400, 'INVALID_PARAMETER_VALUE');
      const ids = payout.itemIds.slice((page - 1) * size, page * size);
      const { rows } = await store.query<{ data: PayoutItem }>(
        'SELECT data FROM sandbox.objects WHERE id = ANY($1) ORDER BY position',
        [ids],
      );
      return {
        batch_header: headerJson(payout),
        items: rows.map(({ data }) => itemJson(data, addresses)),
        links: [],
      };
    },

    showItem: async (id: string) => itemJson(await find(store, 'paypal_payout_item', id), addresses),

    /** Takes back what nobody has claimed yet. */
    async cancel(id: string) {
      const item = await find(store, 'paypal_payout_item', id);
      if (item.status !== 'UNCLAIMED') throw new Refused(400, 'ITEM_CANCELLATION_FAILED');
      await become(item, 'RETURNED');
      return itemJson(item, addresses);
    },

    /** PayPal has gone through a batch. */
    async process(id: string): Promise<void> {
      const payout = await find(store, 'paypal_payout', id);
      if (payout.status !== 'PENDING') return;
      for (const itemId of payout.itemIds) {
        const item = await find(store, 'paypal_payout_item', itemId);
        const fate = fateOf(item.receiver);
        if (fate === 'unclaimed') {
          await become(item, 'UNCLAIMED');
          await store.schedule(store.now + unclaimedSeconds, 'paypal.settle-payout-item', itemId);
        } else if (fate === 'failed') await become(item, 'FAILED');
        else if (fate === 'blocked') await become(item, 'BLOCKED');
        else if (fate === 'onhold') {
          await become(item, 'ONHOLD');
          await store.schedule(store.now + heldSeconds, 'paypal.settle-payout-item', itemId);
        } else {
          await become(item, 'SUCCESS');
          if (fate) await store.schedule(store.now + heldSeconds, 'paypal.settle-payout-item', itemId);
        }
      }
      payout.status = 'SUCCESS';
      await store.put(payout);
      await emit(store, 'PAYMENT.PAYOUTSBATCH.SUCCESS', { batch_header: headerJson(payout) });
    },

    /** What was left open is decided. */
    async settle(id: string): Promise<void> {
      const item = await find(store, 'paypal_payout_item', id);
      const fate = fateOf(item.receiver);
      if (item.status === 'UNCLAIMED') return become(item, 'RETURNED');
      if (item.status === 'ONHOLD') return become(item, 'SUCCESS');
      if (item.status !== 'SUCCESS') return;
      if (fate === 'refunded') await become(item, 'REFUNDED');
      if (fate === 'reversed') await become(item, 'REVERSED');
    },
  };
}
