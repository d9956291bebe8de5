// `npm run test:health`: hostile mails, files, Markdown and YAML into a site of its own, while /healthz is asked all the time.
// -- --seed 1 --minutes 5
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { ensureBuild } from '#app/platform/runtime/start/build.ts';
import { startSite } from '#tests/bench/site.ts';
import { type Door, doorsOf } from '#tests/fuzz/health-doors.ts';
import { createRandom } from '#tests/fuzz/random.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Date.now() % 1_000_000_000) },
    minutes: { type: 'string', default: '5' },
  },
});
const random = createRandom(Number(values.seed));
const secret = 'an-inbound-secret-of-thirty-two-letters';
/** Threads that read what comes in serve nobody; the one that serves may be busy for so long. */
const longestMs = 100;

const quantile = (sorted: readonly number[], share: number) =>
  sorted[Math.floor((sorted.length - 1) * share)] ?? 0;
const said = (times: number[]) => {
  const sorted = times.toSorted((one, other) => one - other);
  return `median ${quantile(sorted, 0.5).toFixed(1)} ms, 99 % within ${quantile(sorted, 0.99).toFixed(1)} ms, longest ${quantile(sorted, 1).toFixed(1)} ms (${sorted.length} asked)`;
};

process.chdir(join(import.meta.dirname, '../..'));
await ensureBuild(process.cwd());
const errors: string[] = [];
const folder = mkdtempSync(join(tmpdir(), 'academy-turns-'));
const site = await startSite({
  onError: (line) => errors.push(line),
  settings: {
    INBOUND_MAIL_ADDRESS: 'reply@mail.example',
    INBOUND_MAIL_SECRET: secret,
    NODE_OPTIONS: `--import=${join(import.meta.dirname, 'event-loop-watch.ts')}`,
    TURNS_FOLDER: folder,
  },
});

/** Asks the health check until a time, and says how long each answer took. */
async function askUntil(endMs: number): Promise<number[]> {
  const times: number[] = [];
  while (performance.now() < endMs) {
    const asked = performance.now();
    await (await fetch(`${site.url}/healthz`)).text();
    times.push(performance.now() - asked);
    await setTimeout(10);
  }
  return times;
}

const statuses: Record<string, Record<string, number>> = {};
async function sendUntil(endMs: number, name: string, door: Door): Promise<void> {
  const counts: Record<string, number> = {};
  statuses[name] = counts;
  while (performance.now() < endMs) {
    const status = await door();
    counts[status] = (counts[status] ?? 0) + 1;
    // A limit is used up: others have their turn.
    if (status === 429) await setTimeout(1_000);
  }
}

try {
  await site.untilReady();
  await setTimeout(20_000);
  const idle = await askUntil(performance.now() + 20_000);
  const doors = await doorsOf({ url: site.url, random, mailSecret: secret });
  const endMs = performance.now() + Number(values.minutes) * 60_000;
  const sending = Object.entries(doors).map(([name, door]) => sendUntil(endMs, name, door));
  const [busy] = await Promise.all([askUntil(endMs), ...sending]);
  const turns = readdirSync(folder).flatMap((file) =>
    readFileSync(join(folder, file), 'utf8')
      .trim()
      .split('\n')
      .map((line) => `${line}, process ${file}`),
  );
  turns.sort((one, other) => Number.parseInt(other, 10) - Number.parseInt(one, 10));
  const longest = Number.parseInt(turns[0] ?? '0', 10);
  console.log(
    `Seed ${values.seed}, ${values.minutes} minutes; answers by status: ${JSON.stringify(statuses, null, 1)}.`,
  );
  console.log(`/healthz without them: ${said(idle)}`);
  console.log(`/healthz with them: ${said(busy)}`);
  console.log(
    `The longest turns of the threads that serve, in CPU time: ${turns.slice(0, 8).join('; ') || 'none over 50 ms'}.`,
  );
  for (const line of errors.slice(0, 5)) console.error(line);
  if (
    longest >= longestMs ||
    Object.values(statuses).some((counts) =>
      Object.keys(counts).some((status) => Number(status) >= 500 && status !== '503'),
    )
  )
    process.exitCode = 1;
} finally {
  await site.stop();
  rmSync(folder, { recursive: true, force: true });
}
