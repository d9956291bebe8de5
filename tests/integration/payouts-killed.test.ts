import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { proveLedger } from '#app/domain/programme/commissions/proof.server.ts';
import { databasePool } from '#app/platform/database/client.server.ts';
import { compiled } from '#tests/compiled.ts';
import { fake, withPaypal } from '#tests/integration/paypal-buyers.ts';

// All of it, 500 payouts killed 40 times: npm run test:killed.
const payees = Number(process.env.KILLED_PAYEES ?? 40);
const kills = Number(process.env.KILLED_TIMES ?? 5);

withPaypal();

/** What is about to happen to the process that pays: killed at PayPal's door, with its answer on the way, or so long after it began. */
type Fate = { at: 'before' | 'answer' } | { at: 'time'; ms: number };

/** Stands before PayPal's stand-in, and kills who asks it to pay. */
let door: Server;
/** What is done to a process that hands a batch over; null lets it through. */
let onOrder: { at: 'before' | 'answer'; kill: () => void } | null = null;

/** Passes a call on, and its answer back unless that is to be lost. */
async function passOn(call: IncomingMessage, answer: (status: number, body: Buffer) => void): Promise<void> {
  const body = Buffer.concat(await call.toArray());
  const isOrder = call.method === 'POST' && call.url === '/v1/payments/payouts';
  const fate = isOrder ? onOrder : null;
  if (fate?.at === 'before') return fate.kill();
  const { hostname, port } = new URL(fake.settings.apiBase);
  const { method, url: path, headers } = call;
  const sent = request({
    hostname,
    port,
    method,
    path,
    headers: { ...headers, host: `${hostname}:${port}` },
  });
  sent.end(body);
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  const told = Buffer.concat(await response.toArray());
  if (fate) return fate.kill();
  answer(response.statusCode ?? 500, told);
}

beforeAll(async () => {
  door = createServer((call, response) => {
    void passOn(call, (status, body) =>
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(body),
    ).catch(() => response.destroy());
  }).listen(0, '127.0.0.1');
  await once(door, 'listening');
});

afterAll(() => {
  door.closeAllConnections();
  door.close();
});

/** People who have more than the minimum approved, each another amount, and a confirmed address. */
const makePayees = () =>
  databasePool().query(
    `WITH people AS (
       INSERT INTO users (id, email, username, name, role, assigned_role, email_verified_at, payout_country, updated_at)
       SELECT gen_random_uuid(), 'killed-' || n || '@example.com', 'killed-' || n, 'Payee ' || n, 'affiliate', 'affiliate', now(), 'US', now()
       FROM generate_series(1, $1::int) n RETURNING id, email, username),
     addresses AS (
       INSERT INTO payout_addresses (id, user_id, email, token_hash, requested_at, token_expires_at, confirmed_at, usable_from)
       SELECT gen_random_uuid(), id, email, sha256(email::bytea), now(), now(), now(), now() FROM people)
     INSERT INTO commissions (id, referrer_username, kind, cause, amount, commission, currency, reason, available_at, timestamp)
     SELECT gen_random_uuid(), id, 'adjustment', 'killed:' || email, 0, 10000 + split_part(username, '-', 2)::int, 'usd', 'a test',
       date_trunc('day', now(), 'UTC'), now() FROM people`,
    [payees],
  );

/** Runs one round; answers how long it took from its beginning, or null where it was killed. */
async function pay(fate: Fate | null): Promise<number | null> {
  const { port } = door.address() as AddressInfo;
  const child = spawn(process.execPath, [join(import.meta.dirname, '../payouts/round.ts')], {
    env: {
      ...process.env,
      ...compiled,
      PAYPAL_SETTINGS: JSON.stringify({ ...fake.settings, apiBase: `http://127.0.0.1:${port}` }),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const kill = () => void child.kill('SIGKILL');
  onOrder = fate && fate.at !== 'time' ? { at: fate.at, kill } : null;
  const ended = once(child, 'exit');
  await Promise.race([once(child.stdout, 'data'), ended]);
  const begun = performance.now();
  const timer = fate?.at === 'time' ? setTimeout(kill, fate.ms) : undefined;
  const [status, signal] = (await ended) as [number | null, string | null];
  clearTimeout(timer);
  if (signal === null) expect(status).toBe(0);
  return signal === null ? performance.now() - begun : null;
}

it('pays each of them once, however often it is killed', { timeout: 120_000 + kills * 60_000 }, async () => {
  await makePayees();
  // Where it hurts most comes first; then anywhere.
  const fates: Fate[] = [{ at: 'before' }, { at: 'answer' }, { at: 'answer' }];
  const moments = fc.sample(fc.integer({ min: 0, max: 400 + payees * 4 }), kills - fates.length);
  fates.push(...moments.map((ms): Fate => ({ at: 'time', ms })));
  let killed = 0;
  for (const [index, fate] of fates.entries()) {
    if ((await pay(fate)) === null) killed += 1;
    // PayPal has gone through what it has: from now on rounds learn what became of it.
    if (index === 4) await fake.passDays(1 / 1440);
  }
  await fake.passDays(1 / 1440);
  for (let round = 0; round < 3; round++) expect(await pay(null)).not.toBeNull();
  expect(killed).toBeGreaterThanOrEqual(3);

  const { rows: atPaypal } = await databasePool().query<{ receiver: string; cents: number; times: number }>(
    `SELECT data ->> 'receiver' AS receiver, sum((data ->> 'cents')::int)::int AS cents, count(*)::int AS times
     FROM sandbox.objects WHERE object = 'paypal_payout_item' GROUP BY 1`,
  );
  expect(atPaypal).toHaveLength(payees);
  for (const { receiver, cents, times } of atPaypal) {
    const number = Number(/^killed-(\d+)@/.exec(receiver)?.[1]);
    expect({ receiver, cents, times }).toEqual({ receiver, cents: 10_000 + number, times: 1 });
  }
  const { rows: items } = await databasePool().query<{ state: string; count: number }>(
    'SELECT state, count(*)::int AS count FROM payout_items GROUP BY 1',
  );
  expect(items).toEqual([{ state: 'paid', count: payees }]);
  const { rows: mails } = await databasePool().query<{ count: number }>(
    `SELECT count(*)::int AS count FROM mail_outbox WHERE subject = 'payout-paid'`,
  );
  expect(mails).toEqual([{ count: payees }]);
  expect(await proveLedger()).toMatchObject({ isSound: true, findings: [] });
});
