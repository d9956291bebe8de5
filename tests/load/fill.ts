import pg from 'pg';
import { addTraces, type Run } from '#tests/load/fill-traces.ts';

/** How much is written. */
export interface Amounts {
  members: number;
  commissions: number;
  clicks: number;
  /** Affiliates with enough approved and an address, whom the 15th pays. */
  payees: number;
  /** People besides, of all roles, of whom two in five have paid. */
  others?: number;
  /** Payments of these, besides those that were earned on. */
  otherPayments?: number;
  /** Rows of the activity log. With any, everybody has sessions, progress, notifications, mails and receipts too. */
  activity?: number;
}

/** By whom a filled database is looked at. */
export interface Filled {
  /** Has a third of the commissions and of the clicks. */
  largeId: string;
  /** Has about ten rows, and ten clicks. */
  smallId: string;
}

/** Rows that are written by one statement. */
const atOnce = 50_000;

/** What the statements have in common. Random, and the same each time. */
const newUsers = (names: string) => `
  INSERT INTO users (id, email, username, name, role, assigned_role, email_verified_at, payout_country, referred_by, created_at, updated_at)
  SELECT gen_random_uuid(), ${names} || g.n || '@load.example', ${names} || g.n, 'Load ' || g.n,`;

/**
 * Fills a database with members, payments, commissions and clicks, by plain statements: the triggers that keep the ledger's sums and
 * refuse what must not be are as they are always. Made for looking at screens and for measuring; once a database.
 */
export async function fill(
  databaseUrl: string,
  { members, commissions, clicks, payees, others = 0, otherPayments = 0, activity = 0 }: Amounts,
  say: (line: string) => void = () => undefined,
): Promise<Filled> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const run = async (what: string, statement: string, values: readonly unknown[] = []) => {
    const began = performance.now();
    await client.query(statement, [...values]);
    say(`${what}: ${Math.round(performance.now() - began)} ms`);
  };
  try {
    await client.query(`SELECT setseed(0.47)`);
    const sellers = `${newUsers("'load-seller-'")}
      'affiliate', 'affiliate', now() - interval '2 years', 'US', NULL, now() - interval '2 years', now() FROM generate_series(1, $1::int) g (n)`;
    await run('Affiliates', sellers, [payees + 2]);
    await run(
      'Their addresses',
      `INSERT INTO payout_addresses (id, user_id, email, token_hash, requested_at, token_expires_at, confirmed_at, usable_from)
       SELECT gen_random_uuid(), id, email, sha256(email::bytea), now(), now(), now(), now() - interval '1 year'
       FROM users WHERE username LIKE 'load-seller-%'`,
    );
    await client.query(`CREATE TEMP TABLE seller AS SELECT id, username, split_part(username, '-', 3)::int AS n FROM users
      WHERE username LIKE 'load-seller-%'`);
    await client.query('CREATE UNIQUE INDEX ON seller (n)');
    // The first has a third, the second about ten, and the others share the rest. A member is one seller's for good.
    await client.query(`CREATE TEMP TABLE sale AS
      SELECT n, CASE WHEN m % 3 = 0 THEN 1 WHEN m <= 5 THEN 2 ELSE 3 + m % ${payees} END AS seller_n,
        now() - (random() * 700 || ' days')::interval AS paid_at, gen_random_uuid() AS payment_id
      FROM (SELECT n, 1 + (n - 1) % ${members} AS m FROM generate_series(1, ${commissions}) n) of_member`);
    await client.query('CREATE UNIQUE INDEX ON sale (n)');
    await run(
      'Members',
      `${newUsers("'load-member-'")} 'member', 'member', now(), NULL, s.id, now() - (random() * 700 || ' days')::interval, now()
       FROM generate_series(1, $1::int) g (n) JOIN sale ON sale.n = g.n JOIN seller s ON s.n = sale.seller_n`,
      [Math.min(members, commissions)],
    );
    await client.query(`CREATE TEMP TABLE member AS SELECT id, split_part(username, '-', 3)::int AS n FROM users
      WHERE username LIKE 'load-member-%'`);
    await client.query('CREATE UNIQUE INDEX ON member (n)');
    await run(
      'Payments',
      `INSERT INTO payments (id, user_id, product, provider, provider_invoice_id, amount_cents, currency, status, paid_at, has_receipt)
       SELECT payment_id, m.id, 'membership', 'stripe', 'load_in_' || sale.n, 4700, 'usd', 'paid', paid_at, true
       FROM sale JOIN member m ON m.n = 1 + (sale.n - 1) % $1::int`,
      [Math.min(members, commissions)],
    );
    for (let from = 1; from <= commissions; from += atOnce)
      await run(
        `Commissions from ${from}`,
        `INSERT INTO commissions (id, referrer_username, kind, tier, cause, payment_id, amount, basis_cents, rate_percent, commission,
           currency, snapshot, available_at, timestamp, created_at)
         SELECT gen_random_uuid(), s.id, 'earning', 'affiliate', 'payment:' || payment_id || ':1', payment_id, 4700, 4700, 50, 2350, 'usd',
           '{"product": "membership"}', date_trunc('day', paid_at + interval '31 days', 'UTC'), paid_at, paid_at
         FROM sale JOIN seller s ON s.n = sale.seller_n WHERE sale.n BETWEEN $1 AND $2`,
        [from, from + atOnce - 1],
      );
    for (let from = 1; from <= clicks; from += 4 * atOnce)
      await run(
        `Clicks from ${from}`,
        `INSERT INTO referral_clicks (id, referrer_id, referrer_username, landing_page, utm_campaign, timestamp)
         SELECT gen_random_uuid(), s.id, s.username, (ARRAY['/', '/pricing', '/demo'])[1 + g.n % 3],
           CASE WHEN g.n % 4 = 0 THEN NULL ELSE 'campaign-' || g.n % 60 END, now() - (random() * 700 || ' days')::interval
         FROM generate_series($1::int, $2::int) g (n)
         JOIN seller s ON s.n = CASE WHEN g.n % 3 = 0 THEN 1 WHEN g.n <= 15 THEN 2 ELSE 3 + g.n % $3::int END`,
        [from, Math.min(clicks, from + 4 * atOnce - 1), payees],
      );
    // A million rows one trigger each take an hour: what the triggers would write that pages read is written at once.
    await client.query('SET session_replication_role = replica');
    // Found again by what it is of, and a uuid of version 4 as all others are: programs that sync are promised that.
    await client.query(`CREATE FUNCTION pg_temp.load_id(of text) RETURNS uuid IMMUTABLE PARALLEL UNSAFE LANGUAGE sql
      RETURN overlay(overlay(md5(of) PLACING '4' FROM 13) PLACING '8' FROM 17)::uuid`);
    await addOthers(run, others, otherPayments);
    if (activity > 0) await addTraces(run, activity);
    await client.query('SET session_replication_role = origin');
    // As the server does by itself beside a site that grows by the day: indexes alone answer only of pages it has gone over.
    await run('What the planner knows', 'VACUUM (ANALYZE)');
    const { rows } = await client.query<{ id: string }>('SELECT id FROM seller WHERE n <= 2 ORDER BY n');
    const [large, small] = rows;
    if (!large || !small) throw new Error('No affiliates were made.');
    return { largeId: large.id, smallId: small.id };
  } finally {
    await client.end();
  }
}

/** Of these are names made, so that a search finds a few of many: 46,656 of them. */
const syllables = `(ARRAY['ba','cor','dell','fen','gar','hol','jun','kel','lind','mor','nor','os','pell','quar','ros','sel','tam','ul',
  'ver','win','xan','yor','zel','ash','bren','carl','drum','els','frith','glen','hart','ing','kirk','lam','mil','nash'])`;

/** People of all roles over two years, two in five with a membership whose payments are as many months as there are for each. */
async function addOthers(run: Run, others: number, payments: number): Promise<void> {
  if (others === 0) return;
  const payers = Math.max(1, Math.floor((others * 2) / 5));
  const each = Math.max(1, Math.round(payments / payers));
  const name = (seed: string) =>
    `initcap(${syllables}[1 + ${seed} % 36] || ${syllables}[1 + ${seed} / 36 % 36]) || ' ' || initcap(${syllables}[1 + ${seed} / 1296 % 36] || 'son')`;
  const since = `(now() - (30 + g.n % 670 || ' days')::interval - (g.n % 86400 || ' seconds')::interval)`;
  for (let from = 1; from <= others; from += atOnce) {
    const upTo = Math.min(others, from + atOnce - 1);
    await run(
      `People from ${from}`,
      `INSERT INTO users (id, email, username, name, role, assigned_role, status, plan, email_verified_at, created_at, updated_at)
       SELECT pg_temp.load_id('load-user-' || g.n), ${syllables}[1 + g.n / 36 % 36] || g.n || '@' || ${syllables}[1 + g.n % 36] || '.example', 'load-user-' || g.n,
         ${name('(g.n::bigint * 7919 % 1679616)')}, r, r, CASE WHEN g.n % 40 = 0 THEN 'inactive' ELSE 'active' END::account_status,
         CASE WHEN g.n <= $3::int THEN 'membership' END, CASE WHEN g.n % 9 > 0 THEN ${since} END, ${since}, now()
       FROM generate_series($1::int, $2::int) g (n),
         LATERAL (SELECT CASE WHEN g.n % 25 = 0 THEN 'affiliate' WHEN g.n % 101 = 0 THEN 'reseller' ELSE 'member' END::role AS r) of_role`,
      [from, upTo, payers],
    );
    await run(
      `What they are, from ${from}`,
      `INSERT INTO seller_terms (user_id, valid_from, assigned_role, commission_rate, status)
       SELECT id, '1970-01-01T00:00:00Z', assigned_role, commission_rate, status FROM users
       WHERE id IN (SELECT pg_temp.load_id('load-user-' || n) FROM generate_series($1::int, $2::int) n)`,
      [from, upTo],
    );
    if (from > payers) continue;
    const last = Math.min(payers, upTo);
    await run(
      `Their subscriptions from ${from}`,
      `INSERT INTO subscriptions (id, user_id, product, provider, provider_subscription_id, status, amount, started_at, subscribed_at,
         current_period_start, current_period_end, canceled_at, created_at, updated_at)
       SELECT pg_temp.load_id('load-sub-' || g.n), pg_temp.load_id('load-user-' || g.n), 'membership', 'stripe', 'load_sub_' || g.n,
         CASE WHEN ended < now() THEN 'canceled' ELSE 'active' END::subscription_status, 4700, ${since}, ${since},
         ended - interval '1 month', ended, CASE WHEN ended < now() THEN ended END, ${since}, now()
       FROM generate_series($1::int, $2::int) g (n), LATERAL (SELECT ${since} + make_interval(months => $3::int) AS ended) of_end`,
      [from, last, each],
    );
    await run(
      `Their payments from ${from}`,
      `INSERT INTO payments (id, user_id, subscription_id, product, provider, provider_invoice_id, amount_cents, currency, status, paid_at,
         period_start, period_end, has_receipt)
       SELECT gen_random_uuid(), pg_temp.load_id('load-user-' || g.n), pg_temp.load_id('load-sub-' || g.n), 'membership', 'stripe',
         'load_of_' || g.n || '_' || m, 4700, 'usd', 'paid', ${since} + make_interval(months => m), ${since} + make_interval(months => m),
         ${since} + make_interval(months => m + 1), true
       FROM generate_series($1::int, $2::int) g (n), generate_series(0, $3::int - 1) m
       WHERE ${since} + make_interval(months => m) < now()`,
      [from, last, each],
    );
  }
}
