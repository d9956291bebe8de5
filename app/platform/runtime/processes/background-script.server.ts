import { spawn } from 'node:child_process';
import { setPriority } from 'node:os';

/** What runs beside the site. */
interface BackgroundScript {
  /** Ends it, if it has not ended. */
  stop(): void;
}

/** Runs a script of the project in a process of its own, which gives way to all others; what it says on errors is the site's. */
export function startBackgroundScript(script: string): BackgroundScript {
  const child = spawn(process.execPath, [script], { stdio: ['ignore', 'ignore', 'inherit'] });
  // One that does not start is told by nobody else.
  child.on('error', (error) => console.error(`${script} did not start: ${error.message}`));
  try {
    if (child.pid) setPriority(child.pid, 10);
  } catch {
    // Not every system lets one.
  }
  return { stop: () => void child.kill() };
}
