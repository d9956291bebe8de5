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
 * How many times as long as `plain` a piece of work takes, by CPU time: a figure that a slow or busy machine doesn't change. The two take
 * turns, so that both are compiled to the same degree, and the quickest run of each counts, in which no garbage was collected.
 */
export function relativeCost(work: () => void, plain: () => void): number {
  let [ofWork, ofPlain, total] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, 0];
  for (let round = 0; round < 4 || (round < 20 && total < 200); round++) {
    const [first, second] = [cpuTimeOf(work), cpuTimeOf(plain)];
    ofWork = Math.min(ofWork, first);
    ofPlain = Math.min(ofPlain, second);
    total += first + second;
  }
  return ofWork / Math.max(ofPlain, 0.5);
}
