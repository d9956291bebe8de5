import type pg from 'pg';
import type Stripe from 'stripe';
import { newId, nowSeconds, type Store, type StripeObject } from '#app/sandbox/stripe/store.ts';

/** Records an event as part of a change; it is delivered once the change is committed. */
export async function emit(store: Store, type: string, object: StripeObject): Promise<void> {
  const event = {
    id: newId('evt'),
    object: 'event',
    api_version: '2026-10-28.endive',
    created: nowSeconds(),
    data: { object },
    livemode: false,
    pending_webhooks: 1,
    request: { id: null, idempotency_key: null },
    type,
  };
  await store.put(event);
  await store.query('INSERT INTO sandbox.deliveries (event_id) VALUES ($1)', [event.id]);
}

/** Seconds before each further attempt; after the last one an event is given up. */
const backOffSeconds = [1, 2, 5, 15, 60, 300, 1800, 7200];

export interface Courier {
  /** Delivers what is due now; resolves when nothing due is left. */
  deliverDue(): Promise<void>;
  stop(): Promise<void>;
}

/** Sends signed events to the site's webhook, with retries; what a restart interrupts goes on afterwards. */
export function createCourier(
  pool: pg.Pool,
  stripe: Stripe,
  target: { url: string; secret: string },
): Courier {
  let running: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;

  async function deliver(eventId: string, attempts: number): Promise<void> {
    const { rows } = await pool.query<{ data: StripeObject }>(
      'SELECT data FROM sandbox.objects WHERE id = $1',
      [eventId],
    );
    const payload = JSON.stringify(rows[0]?.data);
    const signature = await stripe.webhooks.generateTestHeaderStringAsync({ payload, secret: target.secret });
    const isTaken = await fetch(target.url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json; charset=utf-8', 'Stripe-Signature': signature },
      body: payload,
      signal: AbortSignal.timeout(10_000),
    }).then(
      (response) => response.ok,
      () => false,
    );
    const wait = backOffSeconds[attempts];
    if (isTaken || wait === undefined)
      await pool.query('DELETE FROM sandbox.deliveries WHERE event_id = $1', [eventId]);
    else
      await pool.query(
        `UPDATE sandbox.deliveries SET attempts = attempts + 1, due_at = now() + make_interval(secs => $2) WHERE event_id = $1`,
        [eventId, wait],
      );
  }

  async function work(): Promise<void> {
    for (;;) {
      const { rows } = await pool.query<{ event_id: string; attempts: number }>(
        `SELECT d.event_id, d.attempts FROM sandbox.deliveries d JOIN sandbox.objects o ON o.id = d.event_id
         WHERE d.due_at <= now() ORDER BY o.position LIMIT 20`,
      );
      if (rows.length === 0 || isStopped) return;
      for (const row of rows) await deliver(row.event_id, row.attempts);
    }
  }

  async function deliverDue(): Promise<void> {
    clearTimeout(timer);
    running ??= work()
      .catch(() => undefined)
      .finally(() => {
        running = undefined;
        if (!isStopped) timer = setTimeout(deliverDue, 1_000).unref();
      });
    await running;
  }

  return {
    deliverDue,
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
