import { closeSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** When a process began, in the kernel's clock ticks, so that a reused number is not taken for the old process. */
function beganAt(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[19] ?? '';
  } catch {
    return '';
  }
}

/**
 * Claims a data folder for this process; a claim left by a dead process is taken over. Returns what gives it back.
 * @throws an Error that says in one line what to do, when another start has it or the folder cannot be written.
 */
export function lockDataDir(dataDir: string, port: number): () => void {
  const path = join(dataDir, 'running');
  try {
    mkdirSync(dataDir, { recursive: true });
    for (;;) {
      try {
        const file = openSync(path, 'wx');
        writeFileSync(file, `${process.pid} ${beganAt(process.pid)} ${port}\n`);
        closeSync(file);
        return () => rmSync(path, { force: true });
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
        const [pid = '0', began = '', usedPort = ''] = readFileSync(path, 'utf8').trim().split(' ');
        if (isAlive(Number(pid)) && beganAt(Number(pid)) === began)
          throw new AlreadyRunning(
            `The site is already running at http://localhost:${usedPort} (process ${pid}): stop that one, or give this one its own folder and port with DATA_DIR=.data-2 PORT=${port + 1} npm start.`,
          );
        rmSync(path, { force: true });
      }
    }
  } catch (error) {
    if (error instanceof AlreadyRunning) throw error;
    throw new Error(
      `The data folder ${dataDir} cannot be used: give this user access to it, or set DATA_DIR to another folder.`,
    );
  }
}

class AlreadyRunning extends Error {}
