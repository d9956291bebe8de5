import type pg from 'pg';
import { createDisorder, type Disorder } from '#stand-ins/sandbox/event-disorder.ts';
import type { SandboxObject, Store } from '#stand-ins/sandbox/store.ts';

/** Where the events of one kind go, and how they are written and signed. */
export interface Recipient {
  url: string;
  write(event: SandboxObject): Promise<{ body: string; headers: Record<string, string> }>;
}

/** Records an event as part of a change; it is delivered once the change is committed. */
export async function record(store: Store, event: SandboxObject): Promise<void> {
  await store.put(event);
  await store.query('INSERT INTO sandbox.deliveries (event_id) VALUES ($1)', [event.id]);
}

/** Seconds before each further attempt; after the last one an event is given up. */
const backOffSeconds = [1, 2, 5, 15, 60, 300, 1800, 7200];

interface Delivery {
  id: string;
  event_id: string;
  attempts: number;
  is_planned: boolean;
  event: SandboxObject;
}

interface Courier {
  /** Delivers what is due now; resolves when nothing due is left. */
  deliverDue(): Promise<void>;
  stop(): Promise<void>;
}

/** Sends signed events to the site's webhooks while it is on duty, with retries; what a restart interrupts goes on afterwards. */
export function createCourier(
  pool: pg.Pool,
  recipients: Readonly<Record<string, Recipient>>,
  { disorder, isLeader }: { disorder: Disorder | undefined; isLeader: () => boolean },
): Courier {
  const chances = disorder && createDisorder(disorder);
  let running: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;

  async function deliver({ id, attempts, event }: Delivery): Promise<void> {
    const recipient = recipients[event.object];
    if (!recipient) return;
    const { body, headers } = await recipient.write(event);
    const isTaken = await fetch(recipient.url, {
      method: 'POST',
      headers,
      body,
      signal: AbortSignal.timeout(10_000),
    }).then(
      (response) => response.ok,
      () => false,
    );
    const wait = backOffSeconds[attempts];
    if (isTaken || wait === undefined) await pool.query('DELETE FROM sandbox.deliveries WHERE id = $1', [id]);
    else
      await pool.query(
        `UPDATE sandbox.deliveries SET attempts = attempts + 1, due_at = now() + make_interval(secs => $2) WHERE id = $1`,
        [id, wait],
      );
  }

  /** Holds an event back, or has it sent a second time; true when it is not to be sent now. */
  async function isHeldBack({ id, event_id }: Delivery): Promise<boolean> {
    const treatment = chances?.treatment() ?? 'send';
    if (treatment === 'send') return false;
    const wait = chances?.waitSeconds();
    if (treatment === 'delay')
      await pool.query(
        `UPDATE sandbox.deliveries SET is_planned = true, due_at = now() + make_interval(secs => $2) WHERE id = $1`,
        [id, wait],
      );
    else
      await pool.query(
        `INSERT INTO sandbox.deliveries (event_id, is_planned, due_at) VALUES ($1, true, now() + make_interval(secs => $2))`,
        [event_id, wait],
      );
    return treatment === 'delay';
  }

  async function work(): Promise<void> {
    while (isLeader()) {
      const { rows } = await pool.query<Delivery>(
        `SELECT d.*, o.data AS event FROM sandbox.deliveries d JOIN sandbox.objects o ON o.id = d.event_id
         WHERE d.due_at <= now() AND o.object = ANY ($1) ORDER BY o.position, d.id LIMIT 20`,
        [Object.keys(recipients)],
      );
      if (rows.length === 0 || isStopped) return;
      for (const row of chances?.shuffled(rows) ?? rows) {
        if (row.attempts === 0 && !row.is_planned && (await isHeldBack(row))) continue;
        await deliver(row);
      }
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
