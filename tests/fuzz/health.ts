// `npm run test:health`: hostile and mutated mails into a site of its own, while /healthz is asked all the time. -- --seed 1 --minutes 5
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { ensureBuild } from '#app/platform/runtime/start/build.ts';
import { startSite } from '#tests/bench/site.ts';
import { createRandom, type Random } from '#tests/fuzz/random.ts';
import { hostileMails } from '#tests/unit/hostile-mails.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Date.now() % 1_000_000_000) },
    minutes: { type: 'string', default: '5' },
  },
});
const random = createRandom(Number(values.seed));
const secret = 'an-inbound-secret-of-thirty-two-letters';
/** Threads that read mail serve nobody; the one that serves may be busy for so long. */
const longestMs = 100;

/** What a mail is cut and put together from. */
const scraps = [
  ...[
    '<',
    '>',
    '"',
    "'",
    '&',
    '=',
    '--',
    '--b\r\n',
    '\r',
    '\n',
    '\r\n\r\n',
    '\0',
    '\x1b$B',
    '> ',
    '-- \n',
    '=',
  ],
  ...[
    '<style>',
    '<!--',
    '-->',
    '<blockquote>',
    '</div>',
    '<table>',
    'Content-Type: text/html\r\n',
    'base64',
    ':',
  ],
  ...['On 25/11/2026 18:26, Academy <reply@mail.example> wrote:\n', 'From: a\nSent: b\nTo: c\nSubject: d\n'],
];

/** A mail with pieces repeated, moved, cut out, put in and overwritten. */
function mutated(mail: Buffer, { int, pick, oneIn }: Random): Buffer {
  let bytes = mail.subarray(0, 200_000 + int(4_000_000));
  for (let count = 1 + int(6); count > 0; count -= 1) {
    const at = int(bytes.length);
    const piece = oneIn(2) ? Buffer.from(pick(scraps)) : bytes.subarray(at, at + int(2_000));
    const repeated = Buffer.concat(
      Array.from({ length: oneIn(3) ? 1 + int(20_000) : 1 }, () => piece),
    ).subarray(0, 2_000_000);
    const to = oneIn(4) ? 0 : int(bytes.length);
    bytes = Buffer.concat([bytes.subarray(0, to), repeated, bytes.subarray(oneIn(3) ? to + int(500) : to)]);
  }
  return Buffer.concat([Buffer.from(`Message-ID: <${int(1e9)}@x.example>\r\n`), bytes]).subarray(
    0,
    24_000_000,
  );
}

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

const statuses: Record<string, number> = {};
async function sendUntil(endMs: number): Promise<void> {
  while (performance.now() < endMs) {
    const mail = random.pick(hostileMails)[1]();
    const { status } = await fetch(`${site.url}/webhooks/mail`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${secret}` },
      body: new Uint8Array(random.oneIn(4) ? mail : mutated(mail, random)),
    });
    statuses[status] = (statuses[status] ?? 0) + 1;
  }
}

try {
  await site.untilReady();
  await setTimeout(20_000);
  const idle = await askUntil(performance.now() + 20_000);
  const endMs = performance.now() + Number(values.minutes) * 60_000;
  const [busy] = await Promise.all([askUntil(endMs), sendUntil(endMs), sendUntil(endMs)]);
  const turns = readdirSync(folder).flatMap((file) =>
    readFileSync(join(folder, file), 'utf8')
      .trim()
      .split('\n')
      .map((line) => `${line}, process ${file}`),
  );
  turns.sort((one, other) => Number.parseInt(other, 10) - Number.parseInt(one, 10));
  const longest = Number.parseInt(turns[0] ?? '0', 10);
  console.log(
    `Seed ${values.seed}, ${values.minutes} minutes; answers to mails by status: ${JSON.stringify(statuses)}.`,
  );
  console.log(`/healthz without mails: ${said(idle)}`);
  console.log(`/healthz with mails: ${said(busy)}`);
  console.log(
    `The longest turns of the threads that serve, in CPU time: ${turns.slice(0, 8).join('; ') || 'none over 50 ms'}.`,
  );
  for (const line of errors.slice(0, 5)) console.error(line);
  if (
    longest >= longestMs ||
    Object.keys(statuses).some((status) => Number(status) >= 500 && status !== '503')
  )
    process.exitCode = 1;
} finally {
  await site.stop();
  rmSync(folder, { recursive: true, force: true });
}
