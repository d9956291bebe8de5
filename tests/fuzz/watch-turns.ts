// Loaded into every process of a site (--import) by tests/fuzz/health.ts: notes the longest that its first thread worked in one turn of its
// event loop, in milliseconds of CPU time, in a file named after the process.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isMainThread } from 'node:worker_threads';

const folder = process.env.TURNS_FOLDER;
/** Starting takes longer than any turn afterwards. */
const settledMs = 20_000;

if (isMainThread && folder) {
  const cpuMs = () => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1_000;
  };
  let last = cpuMs();
  let longest = 0;
  setInterval(() => {
    const now = cpuMs();
    const turn = now - last;
    last = now;
    if (performance.now() < settledMs || turn <= longest) return;
    longest = turn;
    writeFileSync(join(folder, String(process.pid)), String(Math.round(turn)));
  }, 1).unref();
}
