// `npm run test:fuzz`: odd requests over every route of a demo of its own, of this machine only. -- --seed 1 --count 500 --minutes 5
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureBuild } from '#app/platform/runtime/start/build.ts';
import { signIn, startSite } from '#tests/bench/site.ts';
import { fuzz } from '#tests/fuzz/fuzz.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Date.now() % 1_000_000_000) },
    count: { type: 'string', default: '20000' },
    minutes: { type: 'string', default: '60' },
  },
});
const [seed, count, minutes] = [values.seed, values.count, values.minutes].map(Number);
if (!Number.isInteger(seed) || !Number.isInteger(count) || !(Number(minutes) > 0)) {
  console.error('--seed and --count are whole numbers, --minutes is a number above 0.');
  process.exit(1);
}

process.chdir(join(import.meta.dirname, '../..'));
await ensureBuild(process.cwd());
/** What the site's log says of errors, each once. */
const errors = new Map<string, string>();
const site = await startSite({
  onError(line) {
    const { error, msg } = JSON.parse(line) as { error?: string; msg: string };
    errors.set(`${msg} ${error?.split('\n', 1)}`, line);
  },
});
try {
  await site.untilReady();
  console.log(`Seed ${seed}, ${count} requests.`);
  const report = await fuzz({
    port: Number(new URL(site.url).port),
    pid: site.pid,
    seed: Number(seed),
    count: Number(count),
    cookies: ['', await signIn(site.url)],
    endsAtMs: performance.now() + Number(minutes) * 60_000,
  });
  console.log(`Sent ${report.sent}; answers by status: ${JSON.stringify(report.statuses)}.`);
  console.log(
    `The longest the site was busy while one was answered: ${report.busiestMs} ms, by ${report.busiestRequest}`,
  );
  for (const failure of report.failures.slice(0, 50)) console.error(failure);
  if (report.failures.length > 0) {
    for (const line of [...errors.values()].slice(0, 20)) console.error(line);
    console.error(
      `${report.failures.length} failures. Again: npm run test:fuzz -- --seed ${seed} --count ${count}`,
    );
    process.exitCode = 1;
  }
} finally {
  await site.stop();
}
