import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/** Whoever does not end by itself within this time is ended. */
const stopLimitMs = 30_000;

/** Ends a child in order, by force where that takes too long, and waits for its end. */
export async function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), stopLimitMs);
  await ended;
  clearTimeout(timer);
}
