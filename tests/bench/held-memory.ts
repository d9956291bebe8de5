// Loaded into every process of a site (--import) by tests/bench/streams.ts: at SIGUSR2 a process writes down what it holds once its garbage is
// collected, in bytes, in a file named after it.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { isMainThread } from 'node:worker_threads';

const folder = process.env.HELD_FOLDER;

if (isMainThread && folder) {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  process.on('SIGUSR2', () => {
    collect();
    const { heapUsed, external } = process.memoryUsage();
    writeFileSync(join(folder, String(process.pid)), String(heapUsed + external));
  });
}
