import { execFile, execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  accessSync,
  chownSync,
  constants,
  existsSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { makeFolders } from '#app/platform/files/new-folder.ts';
import { makeFolder } from '#app/platform/postgres/account.ts';
import type { Place } from '#app/platform/postgres/installation.ts';

const execute = promisify(execFile);

/** Runs one of Postgres's programs to its end, as the account the data belongs to. */
export async function runProgram(place: Place, name: string, args: string[]): Promise<string> {
  // The account may be unable to enter the current folder.
  const options = { ...place.account, cwd: '/', windowsHide: true };
  return (await execute(place.bin(name), args, options)).stdout;
}

/** Turns what a program of Postgres said into one line that tells what to do. */
export function explain(data: string, output: string): string {
  if (/No space left on device|disk quota exceeded/i.test(output))
    return `The disk that holds ${data} is full: free some space, then start again.`;
  if (/permission denied|EACCES|EPERM|has wrong ownership/i.test(output)) return unreadable(data);
  if (/EROFS|read-only file system/i.test(output))
    return `The database folder ${data} is on a read-only disk: set DATA_DIR to a folder that can be written.`;
  const lines = output.split('\n').filter((line) => line.trim() !== '');
  const reason = lines.find((line) => /FATAL|PANIC|error:/.test(line)) ?? lines[0] ?? 'no reason was given';
  return `The database in ${data} did not start (see docs/running.md): ${reason.replace(/^.*?(FATAL|PANIC|error): +/, '').trim()}`;
}

const unreadable = (data: string) =>
  `The database folder ${data} cannot be read or written: give this user access to it, or set DATA_DIR to another folder.`;

/** What a failed call left as its reason. */
export function reasonOf(error: unknown): string {
  const { stderr, message } = error as { stderr?: string; message?: string };
  return stderr || message || String(error);
}

/** The password of the database's owner, in a file of its own beside the data. */
const passwordFile = (data: string) => join(dirname(data), 'postgres-password');

/** @throws an Error that says in one line what to do. */
export function readPassword(data: string): string {
  const path = passwordFile(data);
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    throw new Error(
      `The database's password file ${path} cannot be read: restore it, or give this user access to it.`,
    );
  }
}

/**
 * Makes the data folder at the first start, and checks it at the later ones. A first start cut short begins again: the folder
 * gets its name when all of it is there.
 * @throws an Error that says in one line what to do.
 */
export async function prepareCluster(place: Place): Promise<void> {
  const { data } = place;
  try {
    makeFolders(dirname(data));
    accessSync(dirname(data), constants.R_OK | constants.W_OK | constants.X_OK);
    if (existsSync(data)) readdirSync(data);
  } catch (error) {
    throw new Error(explain(data, reasonOf(error)));
  }
  if (existsSync(join(data, 'PG_VERSION'))) return checkVersion(place);
  if (existsSync(data)) {
    if (readdirSync(data).length > 0)
      throw new Error(
        `${data} holds something other than a database: move it away, or set DATA_DIR to another folder.`,
      );
    rmdirSync(data);
  }
  try {
    await createCluster(place);
  } catch (error) {
    throw new Error(explain(data, reasonOf(error)));
  }
}

async function createCluster(place: Place): Promise<void> {
  const { data, account } = place;
  const draft = `${data}-draft`;
  const handed = `${data}-draft-password`;
  rmSync(draft, { recursive: true, force: true });
  rmSync(handed, { force: true });
  try {
    const password = randomBytes(24).toString('base64url');
    rmSync(passwordFile(data), { force: true });
    writeFileSync(passwordFile(data), password, { mode: 0o600 });
    // initdb reads the password as the account it runs as, and wants an empty folder: the copy stands beside it.
    writeFileSync(handed, password, { mode: 0o600 });
    if (account) chownSync(handed, account.uid, account.gid);
    makeFolder(draft, account);
    // Postgres's own locale is the same on every system: code point order, and case rules for all of Unicode.
    const locale = ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
    const security = ['-U', 'postgres', '--auth=scram-sha-256', `--pwfile=${handed}`];
    await runProgram(place, 'initdb', ['-D', draft, '-E', 'UTF8', ...locale, ...security]);
    renameSync(draft, data);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    throw error;
  } finally {
    rmSync(handed, { force: true });
  }
}

async function checkVersion(place: Place): Promise<void> {
  const ofData = readFileSync(join(place.data, 'PG_VERSION'), 'utf8').trim();
  const ofPrograms = /(\d+)/.exec(await runProgram(place, 'postgres', ['--version']))?.[1];
  if (ofData !== ofPrograms)
    throw new Error(
      `The database in ${place.data} is of Postgres ${ofData}, this is ${ofPrograms}: see docs/running.md on upgrades, or set DATA_DIR to another folder.`,
    );
}

/**
 * Stops a server that outlived the process that started it (kill -9), so that this one can have the data, and clears what a
 * server left that was killed itself.
 * @throws an Error that says in one line what to do.
 */
export async function stopOrphan(place: Place): Promise<void> {
  const path = join(place.data, 'postmaster.pid');
  if (!existsSync(path)) return;
  const pid = Number(readFileSync(path, 'utf8').split('\n')[0]);
  // Numbers are used again, in a container at once: Postgres would take any process of that number for its own.
  if (!(pid > 0 && servesData(pid, place.data))) return rmSync(path, { force: true });
  try {
    await runProgram(place, 'pg_ctl', ['stop', '-D', place.data, '-m', 'fast', '-w', '-t', '60']);
  } catch {
    if (!servesData(pid, place.data)) return;
    throw new Error(
      `A database server from before (process ${pid}) does not stop: end it with kill ${pid}, then start again.`,
    );
  }
}

/** Whether the process is a Postgres server of this data folder. */
function servesData(pid: number, data: string): boolean {
  try {
    process.kill(pid, 0);
    if (process.platform === 'linux') return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(data);
    // pg_ctl on Windows speaks to servers only.
    if (process.platform === 'win32') return true;
    return execFileSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).includes(
      data,
    );
  } catch {
    return false;
  }
}
