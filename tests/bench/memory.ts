import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { childrenOf, cpuMsOf, residentMbOf } from '#tests/bench/cpu.ts';
import { type Target, table } from '#tests/bench/report.ts';
import { type BenchSite, containerSettings, signIn, startDatabase, startSite } from '#tests/bench/site.ts';

// What a process takes in the container's settings: idle, and over a hundred thousand requests; and how soon it answers.

/** Before, code is compiled, caches fill, and V8 finds out how much room it needs. */
const settledAfter = 60_000;
/** From there on memory is to stay what it is over a hundred thousand. */
const requests = settledAfter + 100_000;
const noteEvery = 10_000;
const connections = 8;
const wantedIdleMb = 150;
/** How much more it may be at the end than when it had settled. */
const wantedGrowth = 1.1;
const wantedStartMs = 1_500;
/** A process that nobody asks anything is looked at after this time. */
const idleMs = 5_000;

/** Visitors' pages from memory, files, and pages that are made for a member: as many of these as of all others. */
const paths = [
  '/',
  '/dashboard',
  '/pricing',
  '/courses/email-marketing',
  '/login',
  '/search?q=landing+page',
  '/support',
  '/training',
];

function ask(agent: Agent, url: string, cookie: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const headers = { cookie, 'accept-encoding': 'br' };
    const sent = request(url, { agent, headers }, (answer) => {
      answer.resume();
      answer.once('error', reject);
      answer.once('end', () =>
        answer.statusCode === 200 ? resolve() : reject(new Error(`${url}: status ${answer.statusCode}`)),
      );
    });
    sent.once('error', reject);
    sent.end();
  });
}

/** Sends all requests, and notes the memory now and then. */
async function askAll(site: BenchSite, pid: number, cookie: string): Promise<number[]> {
  const noted: number[] = [];
  let asked = 0;
  let answered = 0;
  async function lane(): Promise<void> {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    while (asked < requests) {
      asked += 1;
      const path = paths[asked % paths.length] ?? '/';
      await ask(agent, site.url + path, asked % 2 === 1 ? cookie : '');
      answered += 1;
      if (answered % noteEvery === 0) noted.push(residentMbOf(pid));
    }
    agent.destroy();
  }
  await Promise.all(Array.from({ length: connections }, lane));
  return noted;
}

/** Starts the site over a database that is up to date. @returns the time until its first page was there, and the CPU time of it. */
async function timeStart(
  start: () => Promise<BenchSite>,
): Promise<{ ms: number; cpuMs: number; site: BenchSite }> {
  const site = await start();
  const beganAt = performance.now();
  for (;;) {
    const answered = await fetch(`${site.url}/`).then(
      (answer) => answer.text().then(() => answer.ok),
      () => false,
    );
    if (answered) return { ms: performance.now() - beganAt, cpuMs: cpuMsOf(site.pid) ?? 0, site };
    await pause(5);
  }
}

/** Measures memory and the start. @returns a table, and the targets. */
export async function measureMemory(
  undo: (() => Promise<void>)[],
): Promise<{ text: string; targets: Target[] }> {
  const database = await startDatabase();
  undo.push(database.stop);
  const { flags, settings } = containerSettings();
  const start = () => startSite({ database, flags, settings: { ...settings, LOG_LEVEL: 'error' } });
  const cold = await start();
  undo.push(cold.stop);
  await cold.untilReady();
  await cold.stop();

  const { ms, cpuMs, site } = await timeStart(start);
  undo.push(site.stop);
  await site.untilReady();
  const [pid = 0] = childrenOf(site.pid);
  await pause(idleMs);
  const idle = residentMbOf(pid);
  const parent = residentMbOf(site.pid ?? 0);
  console.log(`Asking ${requests.toLocaleString('en-US')} times...`);
  const noted = await askAll(site, pid, await signIn(site.url));
  const settled = Math.max(...noted.slice(0, settledAfter / noteEvery));
  const growth = Math.max(...noted.slice(settledAfter / noteEvery)) / settled;

  const mb = (value: number) => `${value.toFixed(0)} MB`;
  return {
    text: table([
      ['Container settings', [...flags, ...Object.entries(settings).map((pair) => pair.join('='))].join(' ')],
      ['First page from a warm database', `${ms.toFixed(0)} ms, ${cpuMs.toFixed(0)} ms of CPU`],
      ['Idle process, resident', mb(idle)],
      ['Its parent', mb(parent)],
      [
        `After each ${noteEvery.toLocaleString('en-US')} requests`,
        noted.map((value) => value.toFixed(0)).join(' '),
      ],
    ]),
    targets: [
      {
        text: `an idle process at most ${wantedIdleMb} MB resident: ${mb(idle)}`,
        isMet: idle <= wantedIdleMb,
        isBinding: true,
      },
      {
        text: `memory at most ${wantedGrowth} times what it had settled at after ${settledAfter.toLocaleString('en-US')} requests: ${growth.toFixed(2)}`,
        isMet: growth <= wantedGrowth,
        isBinding: true,
      },
      {
        text: `first page at most ${wantedStartMs} ms after the start: ${ms.toFixed(0)} ms`,
        isMet: ms <= wantedStartMs,
        isBinding: false,
      },
    ],
  };
}
