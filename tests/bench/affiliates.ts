import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { queryCount, send } from '#tests/bench/http.ts';
import { type Target, table } from '#tests/bench/report.ts';
import { type BenchSite, containerSettings, startDatabase, startSite, workOn } from '#tests/bench/site.ts';
import { type Filled, fill } from '#tests/load/fill.ts';

// The affiliate centre with years in it: pages of somebody with a hundred thousand commissions beside those of somebody with ten, and the
// payouts of the 15th.

const amounts = { members: 100_000, commissions: 300_000, clicks: 1_000_000, payees: 10_000 };

/** What is wanted. */
const mostQueries = 3;
const mostTimes = 1.5;
const mostSeconds = 60;
const mostMegabytes = 300;
/** Pages answer in milliseconds: a few more are no other time. */
const fewMs = 5;

const pages = [
  '/affiliate-centre',
  '/affiliate-centre/commissions',
  '/affiliate-centre/commissions?what=changed',
  '/affiliate-centre/payouts',
  '/affiliate-centre/payouts/months/{month}',
  '/affiliate-centre/stats',
  '/affiliate-centre/stats?range=12m&breakdown=page',
  '/affiliate-centre/tools',
  '/affiliate-centre/support',
  '/affiliate-centre/keys',
  '/affiliate-centre/training',
];
const asks = 15;

interface Row {
  path: string;
  queries: number;
  smallMs: number;
  largeMs: number;
}

/** Fills a database, and measures. @returns a table, and the targets. */
export async function measureAffiliates(
  undo: (() => Promise<void>)[],
): Promise<{ text: string; targets: Target[] }> {
  const database = await startDatabase();
  undo.push(database.stop);
  // Whatever the site would reckon beside it, such as the admins' figures, is not what is measured.
  const site = await startSite({ database, settings: { RUN_WORKER: 'false' } });
  undo.push(site.stop);
  await site.untilReady();
  console.log('Filling the database...');
  const filled = await fill(database.url, amounts, (line) => console.log(`  ${line}`));
  const cookies = await prepare(database.url, filled);
  const rows: Row[] = [];
  const month = new Date(Date.now() - 60 * 24 * 3600 * 1000).toISOString().slice(0, 7);
  for (const page of pages) rows.push(await measurePage(site, page.replace('{month}', month), cookies));
  console.log('Paying on the 15th...');
  const batch = await payAll(database.url);
  const slow = rows.filter(({ smallMs, largeMs }) => largeMs > smallMs * mostTimes + fewMs);
  const many = rows.filter(({ queries }) => queries > mostQueries);
  const ms = (value: number) => value.toFixed(1);
  const text = table([
    ['Page', 'queries', 'ten rows, ms', '100,000 rows, ms', 'times'],
    ...rows.map(({ path, queries, smallMs, largeMs }) => [
      path,
      String(queries),
      ms(smallMs),
      ms(largeMs),
      (largeMs / smallMs).toFixed(2),
    ]),
  ]);
  const target = (name: string, isMet: boolean, measured: string): Target => ({
    text: `${name}: ${measured}`,
    isMet,
    isBinding: true,
  });
  return {
    text: `${text}\n\n${batch.payouts} payouts gathered and handed over in ${(batch.ms / 1000).toFixed(1)} s, ${batch.megabytes.toFixed(0)} MB at most.`,
    targets: [
      target(
        `each page of the centre takes at most ${mostQueries} queries`,
        many.length === 0,
        String(Math.max(...rows.map(({ queries }) => queries))),
      ),
      target(
        `and at most ${mostTimes} times as long with 100,000 rows as with ten (and ${fewMs} ms)`,
        slow.length === 0,
        slow.length === 0
          ? `${Math.max(...rows.map(({ smallMs, largeMs }) => largeMs / smallMs)).toFixed(2)} times`
          : slow.map(({ path }) => path).join(', '),
      ),
      target(
        `${amounts.payees} are paid in under ${mostSeconds} s`,
        batch.ms < mostSeconds * 1000 && batch.payouts >= amounts.payees,
        `${(batch.ms / 1000).toFixed(1)} s, ${batch.payouts} payouts`,
      ),
      target(
        `in under ${mostMegabytes} MB`,
        batch.megabytes < mostMegabytes,
        `${batch.megabytes.toFixed(0)} MB`,
      ),
    ],
  };
}

/** Counts the clicks by day, and signs both in. Answers their cookies. */
async function prepare(databaseUrl: string, { smallId, largeId }: Filled): Promise<[string, string]> {
  workOn(databaseUrl);
  const { countClickDays } = await import('#app/domain/programme/affiliates/click-days.server.ts');
  const { disconnectDatabase } = await import('#app/platform/database/client.server.ts');
  const { sessionCookie } = await import('#app/routes/http/cookies.server.ts');
  const { newSession } = await import('#tests/integration/people.ts');
  await countClickDays({ anew: true });
  const cookieOf = async (id: string) =>
    (await sessionCookie().serialize(await newSession(id))).split(';', 1)[0] ?? '';
  const cookies: [string, string] = [await cookieOf(smallId), await cookieOf(largeId)];
  await disconnectDatabase();
  return cookies;
}

/** Asks for a page as both, in turn; of each the middle of the times counts. */
async function measurePage(site: BenchSite, path: string, [small, large]: [string, string]): Promise<Row> {
  const times: [number[], number[]] = [[], []];
  let queries = 0;
  for (let asked = 0; asked < asks; asked++)
    for (const [index, cookie] of [small, large].entries()) {
      const began = performance.now();
      const answer = await send(site.url + path, { method: 'GET', headers: { cookie } });
      if (answer.status !== 200) throw new Error(`${path} answers with status ${answer.status}.`);
      times[index]?.push(performance.now() - began);
      // The first answers write when the session was last used.
      if (asked > 1) queries = Math.max(queries, queryCount(answer));
    }
  const middle = (list: number[]) => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)] ?? 0;
  return { path, queries, smallMs: middle(times[0]), largeMs: middle(times[1]) };
}

/** Runs the 15th in a process of its own, before a PayPal that takes whatever it is given. */
async function payAll(databaseUrl: string): Promise<{ payouts: number; ms: number; megabytes: number }> {
  let batches = 0;
  const paypal = createServer(async (request, response) => {
    await request.toArray();
    const isToken = request.url?.includes('oauth2');
    if (!isToken) batches += 1;
    response
      .writeHead(isToken ? 200 : 201, { 'Content-Type': 'application/json' })
      .end(
        JSON.stringify(
          isToken
            ? { access_token: 'bench', token_type: 'Bearer', expires_in: 3600, scope: '' }
            : { batch_header: { payout_batch_id: `BENCH${batches}` }, links: [] },
        ),
      );
  }).listen(0, '127.0.0.1');
  await once(paypal, 'listening');
  const { port } = paypal.address() as AddressInfo;
  const settings = {
    clientId: 'bench',
    clientSecret: 'bench',
    planIds: {},
    webhookId: 'BENCH',
    apiBase: `http://127.0.0.1:${port}`,
    approvalOrigin: '',
    autopayUrl: '',
    buttons: null,
  };
  const child = spawn(
    process.execPath,
    [...containerSettings().flags, join(import.meta.dirname, '../load/gather.ts')],
    {
      env: { ...process.env, DATABASE_URL: databaseUrl, PAYPAL_SETTINGS: JSON.stringify(settings) },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const said = (await child.stdout.toArray()).join('');
  paypal.closeAllConnections();
  paypal.close();
  const line = said.trim().split('\n').at(-1) ?? '';
  return JSON.parse(line) as { payouts: number; ms: number; megabytes: number };
}
