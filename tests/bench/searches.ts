import { cpuMsOf } from '#tests/bench/cpu.ts';
import { send } from '#tests/bench/http.ts';
import { makeMembers } from '#tests/bench/members.ts';
import { questions } from '#tests/bench/questions.ts';
import { type Target, table } from '#tests/bench/report.ts';
import { containerSettings, startSite } from '#tests/bench/site.ts';

// A flood of searches that nobody has made before: those of a few words, and those in a sentence, which the encoder reads too.

const searchCount = 1_000;
const connections = 16;
const warmUpCount = 60;

const doings = [
  'write',
  'plan',
  'improve',
  'test',
  'pay for',
  'measure',
  'start',
  'repair',
  'choose',
  'sell',
];
const things = [
  'my newsletter',
  'an ad',
  'a page',
  'my shop',
  'a video',
  'my prices',
  'a list',
  'my first course',
];
const people = [
  'a bakery',
  'two people',
  'a plumber',
  'my club',
  'a school',
  'somebody new',
  'my town',
  'an artist',
];

const sentence = (number: number) =>
  `how do I ${doings[number % 10]} ${things[Math.floor(number / 10) % 8]} for ${people[Math.floor(number / 80) % 8]} ${number}`;
const words = (number: number) => `${questions[number % questions.length]} -without${number}`;

interface Flood {
  refused: number;
  cpuMs: number;
  p50Ms: number;
  p95Ms: number;
}

async function flood(
  { url, pid }: { url: string; pid: number | undefined },
  cookies: readonly string[],
  asks: readonly string[],
): Promise<Flood> {
  const times: number[] = [];
  let refused = 0;
  let next = 0;
  const cpuBefore = cpuMsOf(pid) ?? 0;
  const ask = async () => {
    for (let place = next++; place < asks.length; place = next++) {
      const from = performance.now();
      const answer = await send(`${url}/search?q=${encodeURIComponent(asks[place] ?? '')}`, {
        method: 'GET',
        headers: { cookie: cookies[place % cookies.length] ?? '' },
      });
      times.push(performance.now() - from);
      if (answer.status !== 200) refused += 1;
    }
  };
  await Promise.all(Array.from({ length: connections }, ask));
  const sorted = times.sort((one, other) => one - other);
  const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? 0;
  return {
    refused,
    cpuMs: ((cpuMsOf(pid) ?? 0) - cpuBefore) / asks.length,
    p50Ms: at(0.5),
    p95Ms: at(0.95),
  };
}

/** A thousand searches of each kind by 200 members, 16 at a time. @returns a table, and the targets. */
export async function measureSearches(
  undo: (() => Promise<void>)[],
): Promise<{ text: string; targets: Target[] }> {
  const site = await startSite(containerSettings());
  undo.push(site.stop);
  await site.untilReady();
  const cookies = await makeMembers(site.databaseUrl);
  const rows: string[][] = [];
  let refused = 0;
  for (const [kind, askOf] of [
    ['A few words', words],
    ['A sentence', sentence],
  ] as const) {
    await flood(
      site,
      cookies,
      Array.from({ length: warmUpCount }, (_, number) => askOf(100_000 + number)),
    );
    const asks = Array.from({ length: searchCount }, (_, number) => askOf(number));
    const result = await flood(site, cookies, asks);
    refused += result.refused;
    rows.push([
      kind,
      String(result.refused),
      result.cpuMs.toFixed(1),
      result.p50Ms.toFixed(0),
      result.p95Ms.toFixed(0),
    ]);
  }
  return {
    text: table([['Searches', 'refused', 'CPU ms', 'p50 ms', 'p95 ms'], ...rows]),
    targets: [{ text: `no search is refused: ${refused}`, isMet: refused === 0, isBinding: true }],
  };
}
