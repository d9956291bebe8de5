import { readFileSync } from 'node:fs';
import { readPassword } from '#app/platform/postgres/cluster.ts';
import { findPlace } from '#app/platform/postgres/installation.ts';

/**
 * The address of the embedded database that a running site has started in this data folder; undefined where none runs.
 * @throws an Error that says in one line what to do where its password cannot be read.
 */
export async function embeddedAddress(dataDir: string): Promise<string | undefined> {
  const { data } = await findPlace(dataDir);
  const port = portOf(data);
  if (port === undefined) return undefined;
  return `postgresql://postgres:${encodeURIComponent(readPassword(data))}@127.0.0.1:${port}/marketing_academy`;
}

/** Postgres writes its process into the first line of its pid file, and its port into the fourth. A killed one leaves the file. */
function portOf(data: string): number | undefined {
  try {
    const lines = readFileSync(`${data}/postmaster.pid`, 'utf8').split('\n');
    const port = Number(lines[3]);
    return port > 0 && isRunning(Number(lines[0])) ? port : undefined;
  } catch {
    return undefined;
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // It runs as another account.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
