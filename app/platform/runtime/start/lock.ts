import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolders } from '#app/platform/files/new-folder.ts';

class AlreadyRunning extends Error {}

/**
 * Claims a data folder for this process; a claim left by a dead process is taken over. Returns what gives it back,
 * which an ordinary end of this process does by itself.
 * @throws an Error that says in one line what to do, when another start has it or the folder cannot be written.
 */
export function lockDataDir(dataDir: string, port: number, command = 'npm start'): () => void {
  const path = join(dataDir, 'running');
  try {
    makeFolders(dataDir);
    for (;;) {
      if (claim(path, port)) return releaseAtExit(path);
      const [pid = '', began = '', usedPort = ''] = readFileSync(path, 'utf8').trim().split(' ');
      if (isRunning(Number(pid), began))
        throw new AlreadyRunning(
          `The site is already running at http://localhost:${usedPort} (process ${pid}): stop that one, or give this one its own folder and port with DATA_DIR=.data-2 PORT=${port + 1} ${command}.`,
        );
      rmSync(path, { force: true });
    }
  } catch (error) {
    if (error instanceof AlreadyRunning) throw error;
    if ((error as NodeJS.ErrnoException).code === 'ENOSPC')
      throw new Error(`The disk that holds ${dataDir} is full: free some space, then start again.`);
    throw new Error(
      `The data folder ${dataDir} cannot be used: give this user access to it, or set DATA_DIR to another folder.`,
    );
  }
}

function releaseAtExit(path: string): () => void {
  const release = () => {
    process.off('exit', release);
    rmSync(path, { force: true });
  };
  process.once('exit', release);
  return release;
}

/** Writes the claim unless there is one. A claim that could not be written whole (disk full) is not left behind. */
function claim(path: string, port: number): boolean {
  try {
    writeFileSync(path, `${process.pid} ${beganAt(process.pid)} ${port}\n`, { flag: 'wx', mode: 0o644 });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    rmSync(path, { force: true });
    throw error;
  }
}

/** Whether the process that made a claim still runs. Its number alone does not tell: in a container each start has the same. */
function isRunning(pid: number, began: string): boolean {
  if (!(pid > 0) || pid === process.pid) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  return beganAt(pid) === began && !hasEnded(pid);
}

/** What the kernel says of a process, from its state on; empty where the system does not say. The name before may hold anything. */
function statOf(pid: number): string[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    return [];
  }
}

/** When a process began, in the kernel's clock ticks; empty where the system does not say. */
const beganAt = (pid: number): string => statOf(pid)[19] ?? '';

/** Whether a process has ended and only waits for its parent to ask how (a zombie): killed, it may stay so for long. */
const hasEnded = (pid: number): boolean => ['Z', 'X'].includes(statOf(pid)[0] ?? '');
