import type pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { rebuildFigures } from '#app/domain/operating/analytics/roll-up.server.ts';
import { reckonStandings } from '#app/domain/operating/analytics/standings.server.ts';
import { countClickDays } from '#app/domain/programme/affiliates/click-days.server.ts';
import { config } from '#app/platform/config.server.ts';
import { databasePool } from '#app/platform/database/client.server.ts';
import { freePort } from '#app/platform/runtime/free-port.ts';
import { newActor } from '#tests/integration/admins.ts';
import { ask, buildSite, type Start, startSite } from '#tests/integration/running-site.ts';
import { isLeftAlone, kindOf, wholeAddresses } from '#tests/integration/whole-site/addresses.ts';
import { crawl } from '#tests/integration/whole-site/crawl.ts';
import { giveMembership } from '#tests/integration/whole-site/people.ts';
import { cookieOfUser, sitePort, useSite } from '#tests/integration/whole-site/twice.ts';
import { fill } from '#tests/load/fill.ts';
import type { Cable } from '#tests/support/cable.ts';
import { hearPlans, type Scan } from '#tests/support/plans.ts';

// A site of some years, made small: large enough that going through a table is never the cheapest way to a few of its rows.

const amounts = {
  members: 1_200,
  commissions: 3_000,
  clicks: 8_000,
  payees: 50,
  others: 3_000,
  otherPayments: 6_000,
  activity: 12_000,
};

/** The tables that grow with a site, with their partitions. */
const largeTables = [
  'users',
  'sessions',
  'subscriptions',
  'payments',
  'receipts',
  'commissions',
  'referral_clicks',
  'activity_log',
  'audit_log',
  'mail_outbox',
  'notifications',
  'user_progress',
  'user_module_completion',
  'webhook_events',
  'outgoing_events',
  'webhook_deliveries',
];

/** Rows from which a table or a partition is large here: of fewer, going through all is what the planner should choose. */
const fromRows = 1_000;

/** Rows of a large table that one step of a statement may read: a list with a rare filter reads some hundreds, however large it is. */
const mostRows = 2_000;

let site: Start;
let cable: Cable;
let large: Set<string>;
/** The address that is asked for, and how each statement since went through the large tables. */
let path = '';
let scans: (Scan & { path: string })[] = [];
/** Somebody of each kind who has some of everything, and none of whom has a great part of it. */
const people = new Map<string, string>();

async function query<Row extends pg.QueryResultRow>(text: string): Promise<Row[]> {
  return (await databasePool().query<Row>(text)).rows;
}

async function choosePeople(): Promise<void> {
  const [member] = await query<{ id: string }>(`SELECT id FROM users WHERE username = 'load-user-1'`);
  const [affiliate] = await query<{ id: string }>(`SELECT id FROM users WHERE username = 'load-seller-3'`);
  if (!member || !affiliate) throw new Error('The database is not filled.');
  for (const { id } of [member, affiliate]) await giveMembership(id);
  people.set('member', member.id).set('affiliate', affiliate.id);
  people.set('admin', (await newActor('owner')).user.id);
}

beforeAll(async () => {
  await buildSite();
  const { databaseUrl, sessionSecret } = config();
  await fill(databaseUrl, amounts);
  await countClickDays({ anew: true });
  await rebuildFigures();
  await reckonStandings();
  await choosePeople();
  await query('VACUUM (ANALYZE)');
  const tables = await query<{ name: string }>(
    `SELECT c.relname AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE c.relkind = 'r' AND n.nspname IN ('public', 'partitions') AND c.reltuples >= ${fromRows}`,
  );
  large = new Set(tables.map(({ name }) => name));
  cable = await hearPlans(databaseUrl, (scan) => {
    if (largeTableOf(scan.table)) scans.push({ ...scan, path });
  });
  const port = await freePort();
  useSite(port);
  site = startSite({
    DEMO: 'true',
    PORT: `${port}`,
    SESSION_SECRET: sessionSecret,
    DATABASE_URL: cable.url,
    TRUST_PROXY: 'true',
    LOG_LEVEL: 'error',
    // Jobs go through everything by design, in batches.
    RUN_WORKER: 'false',
  });
  await site.ready;
});

afterAll(async () => {
  await site?.stop();
  cable?.close();
});

/** Which large table it is, or is a part of. */
const largeTableOf = (table: string) =>
  large.has(table) ? largeTables.find((name) => table === name || table.startsWith(`${name}_`)) : undefined;

/** What reads much of a large table by design. */
const allowed: readonly { pattern: RegExp; statement: RegExp; why: string }[] = [
  {
    pattern: /^\/admin\//,
    statement: /LIMIT \$\d+\) (?:matching|n)\b/,
    why: 'Counts what a list has up to 10,000 rows, and ends there.',
  },
  {
    pattern: /^\/admin\/(?:users|audit)\/export\//,
    statement: /^SELECT [ua]\.id/,
    why: 'An export has everything, in batches.',
  },
  {
    pattern: /^\/admin\/commissions\/payouts\/new$/,
    statement: /^WITH due AS/,
    why: 'Shows what is due to everybody before it is paid, once a month.',
  },
  {
    pattern: /^\/admin\/analytics\/(?:courses$|files\/(?:courses|stops)\.)/,
    statement: /FROM user_module_completion c, bounds/,
    why: 'Is read from course_standings where a site has many learners; other days and the file count them.',
  },
];

/** What read more of a large table than a page may, by page: each statement once. */
function wideScans(): string[] {
  const lines = scans
    .filter(({ how, rows }) => how === 'Seq Scan' || rows > mostRows)
    .filter(
      (scan) =>
        !allowed.some(
          ({ pattern, statement }) =>
            pattern.test(scan.path.split('?')[0] ?? '') && statement.test(scan.statement),
        ),
    )
    .map(
      ({ path: page, how, table, rows, statement }) =>
        `${page} reads ${rows} rows of ${table} (${how}): ${statement.slice(0, 300)}`,
    );
  return [...new Set(lines)];
}

it('is made of tables that are large', () => {
  const parts = [...large].map(largeTableOf);
  expect(largeTables.filter((name) => !parts.includes(name))).toEqual([]);
});

/** So many routes' pages there are for each at least that nobody before them was asked: a crawl that is cut short finds nothing wrong. */
const fewest = { member: 60, affiliate: 10, admin: 80 };

it('no page goes through a large table: of all that a link leads to, for a member, an affiliate and an admin', async () => {
  const addresses = wholeAddresses.filter((address) => !isLeftAlone(address));
  const seen = new Set<string>();
  for (const [kind, routes] of Object.entries(fewest)) {
    const looked = new Set<string>();
    // What somebody was asked for already is asked for again only where it depends on who they are.
    const { patterns } = await crawl(
      await cookieOfUser(people.get(kind) ?? ''),
      kind === 'admin' ? [...addresses, `/admin/users/${people.get('member')}`] : addresses,
      {
        atOnce: 1,
        isLeftOut: (address) =>
          (kind !== 'admin' && address.startsWith('/admin')) ||
          // The same rows in another kind of file.
          /[?&](?:format|separator)=/.test(address) ||
          (seen.has(kindOf(address).kind) && !/^\/(?:dashboard|profile|support)/.test(address)),
        onLook: (address) => {
          path = address;
          looked.add(kindOf(address).kind);
        },
      },
    );
    expect([kind, patterns.size > routes], `${patterns.size}`).toEqual([kind, true]);
    for (const one of looked) if (patterns.has(one.split(' ', 1)[0] ?? '')) seen.add(one);
  }
  expect(wideScans()).toEqual([]);
});

it('is noticed where an index is missing, by page and table', async () => {
  await query('DROP INDEX payments_user_id_paid_at_idx');
  scans = [];
  path = '/profile/billing';
  const cookie = await cookieOfUser(people.get('member') ?? '');
  expect((await ask(sitePort(), path, { headers: { cookie } })).status).toBe(200);
  expect(wideScans().join('\n')).toMatch(/^\/profile\/billing reads \d{4,} rows of payments \(/m);
});
