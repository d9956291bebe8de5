import { loadavg } from 'node:os';
import pg from 'pg';
import { p95 } from '#tests/bench/admin-flows.ts';
import { startFilledSite } from '#tests/bench/filled-site.ts';
import { headerValues, queryCount, send } from '#tests/bench/http.ts';
import { type Target, table } from '#tests/bench/report.ts';
import { type BenchSite, workOn } from '#tests/bench/site.ts';
import { isLeftAlone, wholeAddresses } from '#tests/integration/whole-site/addresses.ts';

// Every page of members, affiliates and admins, with years of a large site in the database beside a small one.

const small = {
  members: 2_000,
  commissions: 3_000,
  clicks: 10_000,
  payees: 100,
  others: 7_898,
  otherPayments: 17_000,
  activity: 30_000,
};

/** A million members. MILLION_SHARE is how much of it is filled, a tenth takes eight minutes on two busy cores. */
const million = {
  members: 100_000,
  commissions: 300_000,
  clicks: 1_000_000,
  payees: 10_000,
  others: 889_998,
  otherPayments: 11_700_000,
  activity: 30_000_000,
};

/** What is wanted: 19 of 20 answers within so many milliseconds, and so many times those of the small site. */
const mostMs = 50;
const mostTimes = 1.5;
const mostQueries = 3;
/** Pages answer in milliseconds: a few more are no other time. */
const fewMs = 5;
const asks = 60;
/** The first answers compile what the others run. */
const warmUps = 5;
const worst = 10;

/** Pages that a part of their address opens, and filters that lists have. */
const further = [
  '/profile/billing/receipts/{receipt}',
  '/courses/seo',
  '/courses/seo/module-1',
  '/search?q=customers',
  '/affiliate-centre/commissions?what=changed',
  '/affiliate-centre/payouts/months/{month}',
  '/affiliate-centre/stats?range=12m&breakdown=page',
  '/admin/users/{member}',
  '/admin/users/{affiliate}',
  '/admin/users/{member}/edit',
  '/admin/users?q=quarros',
  '/admin/users?status=inactive',
  '/admin/users?role=affiliate&verified=no',
  '/admin/users?plan=membership',
  '/admin/users?sort=name',
  '/admin/commissions?what=earning',
  '/admin/analytics?range=12m',
  '/admin/analytics/courses?range=12m',
  '/admin/analytics/affiliates?range=12m&sort=conversion',
];

const kinds = ['member', 'affiliate', 'admin'] as const;

/** A site, who asks it, what stands for the open parts of addresses, and what is in its database. */
interface Side {
  site: BenchSite;
  cookies: Record<(typeof kinds)[number], string>;
  parts: Record<string, string>;
  amounts: string;
}

interface Row {
  path: string;
  queries: number;
  /** Sorted. */
  smallTimes: number[];
  largeTimes: number[];
}

/** Who asks for a page: each is asked for by one of those who may open it. */
const kindFor = (path: string): (typeof kinds)[number] => {
  if (path.startsWith('/admin')) return 'admin';
  return /^\/(?:affiliate|reseller|marketing-materials)/.test(path) ? 'affiliate' : 'member';
};

async function startSide(share: number | null, undo: (() => Promise<void>)[]): Promise<Side> {
  console.log(share === null ? 'Filling the small database...' : `Filling ${share} of a million members...`);
  const part = Object.entries(million).map(([name, count]) => [name, Math.round(count * (share ?? 1))]);
  const amounts = share === null ? small : (Object.fromEntries(part) as typeof million);
  const site = await startFilledSite(amounts, { isHeard: share !== null, undo });
  const client = new pg.Client({ connectionString: site.databaseUrl });
  await client.connect();
  try {
    return { site, ...(await admitAll(client)), amounts: await describeAmounts(client) };
  } finally {
    await client.end();
  }
}

/** Begins sessions of a member and an affiliate of some years, who have about as much on both sites, and of the demo's owner. */
async function admitAll(client: pg.Client): Promise<Pick<Side, 'cookies' | 'parts'>> {
  const { sessionCookie } = await import('#app/routes/http/cookies.server.ts');
  const { hashToken, newToken } = await import('#app/platform/secrets/crypto.server.ts');
  const names = { member: 'load-user-669', affiliate: 'load-seller-3', admin: 'admin@example.com' };
  const cookies = { member: '', affiliate: '', admin: '' };
  const parts: Record<string, string> = {
    month: new Date(Date.now() - 60 * 24 * 3600 * 1000).toISOString().slice(0, 7),
  };
  for (const kind of kinds) {
    const { rows } = await client.query<{ id: string }>(
      'SELECT id FROM users WHERE username = $1 OR email = $1',
      [names[kind]],
    );
    const id = rows[0]?.id ?? '';
    const token = newToken();
    await client.query(
      `INSERT INTO sessions (id, user_id, token_hash, created_at, last_used_at, expires_at, confirmed_at)
       VALUES (gen_random_uuid(), $1, $2, now(), now(), now() + interval '30 days', now())`,
      [id, hashToken(token)],
    );
    if (kind !== 'admin')
      await client.query(
        `INSERT INTO entitlement_grants (id, user_id, entitlement, reason) VALUES (gen_random_uuid(), $1, 'membership', 'the benchmark')`,
        [id],
      );
    cookies[kind] = sessionCookie().serialize(token).split(';', 1)[0] ?? '';
    parts[kind] = id;
  }
  const { rows } = await client.query<{ number: string }>(
    'SELECT number FROM receipts WHERE user_id = $1 LIMIT 1',
    [parts.member],
  );
  parts.receipt = rows[0]?.number ?? 'unknown';
  return { cookies, parts };
}

/** Who and what is in a database, in words. */
async function describeAmounts(client: pg.Client): Promise<string> {
  const counts: string[] = [];
  for (const name of ['users', 'payments', 'commissions', 'referral_clicks', 'activity_log']) {
    const { rows } = await client.query<{ count: number }>(`SELECT count(*)::int AS count FROM ${name}`);
    counts.push(`${rows[0]?.count.toLocaleString('en-US')} ${name.replaceAll('_', ' ')}`);
  }
  return counts.join(', ');
}

async function askFor({ site, cookies, parts }: Side, page: string) {
  const path = page.replaceAll(/\{(\w+)\}/g, (_, name: string) => parts[name] ?? '');
  const began = performance.now();
  const answer = await send(site.url + path, { method: 'GET', headers: { cookie: cookies[kindFor(path)] } });
  const isPage = answer.status === 200 && headerValues(answer, 'content-type').join().startsWith('text/html');
  return { ms: performance.now() - began, queries: queryCount(answer), isPage };
}

/** Asks both in turn, so that whatever else the machine does meanwhile falls on both; null where it is no page. */
async function measurePage(path: string, sides: readonly Side[]): Promise<Row | null> {
  const times: number[][] = sides.map(() => []);
  let queries = 0;
  for (let round = 0; round < asks + warmUps; round++)
    for (const [at, side] of sides.entries()) {
      const answer = await askFor(side, path);
      if (!answer.isPage) return null;
      if (round < warmUps) continue;
      times[at]?.push(answer.ms);
      queries = Math.max(queries, answer.queries);
    }
  const [smallTimes = [], largeTimes = []] = times.map((list) => list.toSorted((a, b) => a - b));
  return { path, queries, smallTimes, largeTimes };
}

const p50 = (times: readonly number[]) => times[Math.floor(times.length / 2)] ?? 0;

/** Fills two databases, and measures every page in both. @returns a table of those that take longest, and the targets. */
export async function measureMillion(
  undo: (() => Promise<void>)[],
): Promise<{ text: string; targets: Target[] }> {
  // Signs cookies as both sites do.
  workOn('postgresql://no-database-is-needed');
  const share = Number(process.env.MILLION_SHARE ?? '0.1');
  const sides = [await startSide(null, undo), await startSide(share, undo)];
  const rows: Row[] = [];
  for (const path of [...wholeAddresses.filter((address) => !isLeftAlone(address)), ...further]) {
    const row = await measurePage(path, sides);
    if (row) rows.push(row);
  }
  const grown = rows.filter(
    ({ smallTimes, largeTimes }) => p95(largeTimes) > p95(smallTimes) * mostTimes + fewMs,
  );
  const slow = rows.filter(({ largeTimes }) => p95(largeTimes) > mostMs);
  const many = rows.filter(({ queries }) => queries > mostQueries);
  const named = (list: readonly Row[]) => list.map(({ path }) => path).join(', ') || 'all do';
  const ms = (value: number) => value.toFixed(1);
  const slowest = rows.toSorted((a, b) => p95(b.largeTimes) - p95(a.largeTimes)).slice(0, worst);
  const target = (text: string, isMet: boolean): Target => ({ text, isMet, isBinding: true });
  return {
    text: `${table([
      ['Page', 'queries', 'small p50', 'p95 ms', 'large p50', 'p95 ms', 'times'],
      ...slowest.map(({ path, queries, smallTimes, largeTimes }) => [
        path,
        String(queries),
        ms(p50(smallTimes)),
        ms(p95(smallTimes)),
        ms(p50(largeTimes)),
        ms(p95(largeTimes)),
        (p95(largeTimes) / p95(smallTimes)).toFixed(2),
      ]),
    ])}

The ${slowest.length} slowest of ${rows.length} pages, each asked for ${asks} times of both in turn, at a load average of ${loadavg()[0]?.toFixed(1)} at the end.
Small: ${sides[0]?.amounts}. Large: ${sides[1]?.amounts}.`,
    targets: [
      target(
        `19 of 20 answers take at most ${mostTimes} times as long as on the small site (and ${fewMs} ms): ${named(grown)}`,
        grown.length === 0,
      ),
      target(`and at most ${mostMs} ms: ${named(slow)}`, slow.length === 0),
      target(`pages take at most ${mostQueries} queries: ${named(many)}`, many.length === 0),
    ],
  };
}
