import { setImmediate } from 'node:timers/promises';

/** CPU time that this thread has used, in milliseconds: other threads and processes, however busy, do not count. */
const cpuMs = () => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
};

/** The longest that this thread worked in one turn of its event loop while `work` was done, in milliseconds of CPU time. */
export async function longestTurnMs(work: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let isDone = false;
  const watch = async () => {
    for (let last = cpuMs(); !isDone; ) {
      await setImmediate();
      const now = cpuMs();
      longest = Math.max(longest, now - last);
      last = now;
    }
  };
  const watching = watch();
  await work().finally(() => {
    isDone = true;
  });
  await watching;
  return longest;
}
