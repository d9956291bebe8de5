/** CPU time that this thread has used, in milliseconds: other processes, however busy, do not count. */
const cpuMs = () => process.threadCpuUsage().user / 1_000;

function cpuTimeOf(work: () => void, times: number): number {
  const before = cpuMs();
  for (let time = 0; time < times; time++) {
    try {
      work();
    } catch {
      // A refusal is an answer too.
    }
  }
  return cpuMs() - before;
}

/** The clock of a thread's CPU time may move by steps of 4 ms: what is measured has to take many of them. */
const batchMs = 40;

/** How many times a piece of work is done in `batchMs`, once it is compiled. */
function batchSizeOf(work: () => void): number {
  let times = 1;
  while (cpuTimeOf(work, times) < batchMs) times *= 2;
  return times;
}

/**
 * How many times as long as `plain` a piece of work takes, by CPU time: a figure that a slow or busy machine doesn't change. The two take
 * turns, so that both are compiled to the same degree, and the quicker round of each counts, in which less garbage was collected.
 */
export function relativeCost(work: () => void, plain: () => void): number {
  // The first size is that of code which is not compiled yet.
  batchSizeOf(plain);
  const times = batchSizeOf(plain);
  let [ofWork, ofPlain] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let round = 0; round < 2; round++) {
    ofWork = Math.min(ofWork, cpuTimeOf(work, times));
    ofPlain = Math.min(ofPlain, cpuTimeOf(plain, times));
  }
  return ofWork / Math.max(ofPlain, batchMs / 4);
}
