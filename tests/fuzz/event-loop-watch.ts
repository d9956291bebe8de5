// Loaded into every process of a site (--import) by tests/fuzz/health.ts and tests/bench/first-views.ts: notes how long its first thread worked
// in each long turn of its event loop, in milliseconds of CPU time, and when (since its start, and by the clock), in a file named after the process.
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { isMainThread } from 'node:worker_threads';

const folder = process.env.TURNS_FOLDER;
/** Starting, and the first round of jobs, take longer than any turn afterwards; mails come later. */
const settledMs = Number(process.env.TURNS_SETTLED_MS ?? 35_000);
const noteworthyMs = Number(process.env.TURNS_NOTEWORTHY_MS ?? 50);

if (isMainThread && folder) {
  const cpuMs = () => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1_000;
  };
  let last = cpuMs();
  setInterval(() => {
    const now = cpuMs();
    const turn = now - last;
    last = now;
    if (performance.now() < settledMs || turn <= noteworthyMs) return;
    const at = Math.round(performance.now() / 1_000);
    appendFileSync(join(folder, String(process.pid)), `${Math.round(turn)} ms at ${at} s, ${Date.now()}\n`);
  }, 1).unref();
}
