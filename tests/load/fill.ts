import pg from 'pg';

/** How much is written. */
export interface Amounts {
  members: number;
  commissions: number;
  clicks: number;
  /** Affiliates with enough approved and an address, whom the 15th pays. */
  payees: number;
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
  { members, commissions, clicks, payees }: Amounts,
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
    await run('What the planner knows', 'ANALYZE');
    const { rows } = await client.query<{ id: string }>('SELECT id FROM seller WHERE n <= 2 ORDER BY n');
    const [large, small] = rows;
    if (!large || !small) throw new Error('No affiliates were made.');
    return { largeId: large.id, smallId: small.id };
  } finally {
    await client.end();
  }
}
