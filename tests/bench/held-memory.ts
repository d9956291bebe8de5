// Loaded into every process of a site (--import) by tests/bench/streams.ts: at SIGUSR2 a process writes down what it holds once its garbage is
// collected, in bytes, in a file named after it.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isMainThread } from 'node:worker_threads';
import { garbageCollector } from '#app/platform/runtime/garbage-collector.ts';

const folder = process.env.HELD_FOLDER;

if (isMainThread && folder) {
  const collect = garbageCollector();
  process.on('SIGUSR2', () => {
    collect();
    const { heapUsed, external } = process.memoryUsage();
    writeFileSync(join(folder, String(process.pid)), String(heapUsed + external));
  });
}
