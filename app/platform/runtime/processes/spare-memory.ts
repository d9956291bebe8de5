import { performance } from 'node:perf_hooks';
import { garbageCollector } from '#app/platform/runtime/garbage-collector.ts';

/** How often it is looked whether a process has time. */
const lookMs = 2_000;
/** Of that time a process that is asked for something is busy more than this share. */
const busyShare = 0.05;

/**
 * Gives the system back, once, what this process took for its start and needs no more: a third of all. It takes a tenth of a second in
 * which nobody is answered, so it waits for a moment when nobody asks; what is busy will need the memory.
 */
export function spareMemoryWhenIdle(): void {
  let before = performance.eventLoopUtilization();
  const looking = setInterval(() => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, before);
    before = now;
    if (utilization > busyShare) return;
    clearInterval(looking);
    spareMemory();
  }, lookMs);
  looking.unref();
}

/** The flavour also gives up the young generation's room, which the start has widened; it widens again with the work. */
export function spareMemory(): void {
  garbageCollector()({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}
