// `npm run test:cluster [-- --only killed]`: Postgres with Patroni, HAProxy, PgBouncer and two sites on this machine, as docs/scaling.md
// describes them, while people register, buy and read; what happens to them is in cases.ts.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { freePort } from '#app/platform/runtime/free-port.ts';
import { startBalancer } from '#tests/cluster/balancer.ts';
import { type Case, type Cluster, cases } from '#tests/cluster/cases.ts';
import { leaseSeconds, query, startDatabase } from '#tests/cluster/database.ts';
import { makePerson, signInDemoAccounts } from '#tests/cluster/people.ts';
import { checkPrograms, openWorkshop, until } from '#tests/cluster/programs.ts';
import { type Site, startSiteAt } from '#tests/cluster/sites.ts';
import { Traffic } from '#tests/cluster/traffic.ts';
import { judge, tableOf, type Verdict } from '#tests/cluster/verdict.ts';

process.chdir(join(import.meta.dirname, '../..'));
const { only = '' } = parseArgs({ options: { only: { type: 'string' } } }).values;
const selectedCases = cases.filter(({ name }) => name.toLowerCase().includes(only.toLowerCase()));
/** How many people are there to buy something: one every second or two. */
const buyerCount = 20 * selectedCases.length;

checkPrograms();
const workshop = openWorkshop();
const undo: (() => Promise<void> | void)[] = [
  () => {
    for (const child of workshop.running) child.kill('SIGKILL');
  },
];
const say = (text: string) => console.log(`${(process.uptime() / 60).toFixed(1)} min  ${text}`);

async function undoAll(): Promise<void> {
  for (let step = undo.pop(); step; step = undo.pop()) await step();
}

async function prepare(): Promise<Cluster> {
  say(`the servers' files and logs are in ${workshop.folder}`);
  const database = await startDatabase(workshop, 3);
  undo.push(() => database.stop());
  const addresses = [
    { name: 'a', port: await freePort() },
    { name: 'b', port: await freePort() },
  ];
  const balancer = await startBalancer(workshop, database.nodes, addresses);
  const maintenance = balancer.directUrl.replace('/academy', '/postgres');
  // Until its first check it takes every node for the leader.
  await until('HAProxy to find who leads', () =>
    query(maintenance, 'CREATE DATABASE academy').then(() => true),
  );
  const sites: Site[] = [];
  for (const { name, port } of addresses) {
    sites.push(await startSiteAt(name, port, balancer));
    say(`site ${name} serves`);
  }
  undo.push(async () => {
    await Promise.all(sites.map(({ start }) => start.stop()));
    for (const { name, start } of sites)
      writeFileSync(join(workshop.folder, `site-${name}.log`), start.output());
  });
  const base = `http://localhost:${balancer.port}`;
  const members = await signInDemoAccounts(base);
  const buyers = [];
  for (let index = 0; index < buyerCount; index += 4)
    buyers.push(...(await Promise.all(Array.from({ length: 4 }, () => makePerson(base)))));
  const traffic = new Traffic(base, members, buyers);
  traffic.start();
  undo.push(() => traffic.stop());
  return { database, balancer, sites, traffic };
}

/** Waits until open pages are told what is announced by the database. */
async function checkStreams({ balancer, traffic }: Cluster): Promise<void> {
  traffic.heard.clear();
  await until('both open streams to hear an announcement', async () => {
    await query(
      balancer.directUrl,
      `SELECT pg_notify('site', json_build_array('elsewhere', 'live', 'user:' || id)::text) FROM users
       WHERE email IN ('member@example.com', 'affiliate@example.com')`,
    );
    return traffic.heard.size === 2;
  });
}

async function measure(cluster: Cluster, { name, happen }: Case): Promise<Verdict> {
  const { traffic, balancer } = cluster;
  traffic.begin();
  const { tally } = traffic;
  await new Promise((next) => setTimeout(next, 2_000));
  say(name);
  await happen(cluster);
  await checkStreams(cluster);
  tally.close();
  // What was begun in this case and ends later belongs to it too, and is not compared.
  const acknowledged = structuredClone(traffic.acknowledged);
  return judge(balancer.directUrl, name, tally, acknowledged);
}

/** What is wrong with a case, in words. */
function faultsOf(
  verdict: Verdict,
  { writeGapLimit = leaseSeconds + 5, memberGapLimit = Number.POSITIVE_INFINITY, isFlawless = false }: Case,
): string[] {
  const { lost, duplicated, status500, status503, other, writeGap, memberGap, visitorGap } = verdict;
  return [
    lost > 0 && `${lost} acknowledged writes are lost`,
    duplicated > 0 && `${duplicated} things were done twice`,
    status500 > 0 && `${status500} answers were 500`,
    writeGap > writeGapLimit && `writes failed for ${writeGap.toFixed(1)} s`,
    memberGap > memberGapLimit && `members saw no page for ${memberGap.toFixed(1)} s`,
    visitorGap > 2 && `visitors saw no page for ${visitorGap.toFixed(1)} s`,
    isFlawless && status503 + other > 0 && `${status503 + other} requests failed`,
  ].flatMap((fault) => (fault ? [`${verdict.name}: ${fault}`] : []));
}

const verdicts: Verdict[] = [];
const faults: string[] = [];

function report(): void {
  console.log(`\n${tableOf(verdicts)}\n\nThe lease is ${leaseSeconds} s.`);
  for (const fault of faults) console.log(fault);
}

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    faults.push(`Ended by ${signal}: the cases that are missing were not measured.`);
    report();
    void undoAll().finally(() => process.exit(1));
  });

try {
  const cluster = await prepare();
  for (const one of selectedCases) {
    const verdict = await measure(cluster, one);
    verdicts.push(verdict);
    faults.push(...faultsOf(verdict, one));
    for (const failure of verdict.failures) console.log(`           ${failure}`);
  }
} catch (error) {
  // What was measured before it is shown all the same.
  faults.push(error instanceof Error ? (error.stack ?? error.message) : String(error));
} finally {
  await undoAll();
}
report();
process.exitCode = faults.length > 0 ? 1 : 0;
