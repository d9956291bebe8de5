/** CPU time that this thread has used, in milliseconds: other processes, however busy, do not count. */
const cpuMs = () => process.threadCpuUsage().user / 1_000;

function cpuTimeOf(work: () => void): number {
  const before = cpuMs();
  try {
    work();
  } catch {
    // A refusal is an answer too.
  }
  return cpuMs() - before;
}

/**
 * How many times as long as `plain` a piece of work takes, by CPU time: a figure that a slow or busy machine doesn't change. Each is run a
 * few times and its quickest run counts, so that neither compiling nor collecting garbage does.
 */
export function relativeCost(work: () => void, plain: () => void): number {
  const best = (each: () => void) => Math.min(...Array.from({ length: 3 }, () => cpuTimeOf(each)));
  return best(work) / Math.max(best(plain), 0.5);
}
