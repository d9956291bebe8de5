import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lockDataDir } from '#app/platform/runtime/start/lock.ts';

let folder: string;
let claim: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lock-'));
  claim = join(folder, 'running');
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A process that has run and is no more. */
const deadPid = () => spawnSync(process.execPath, ['-e', '']).pid;

describe('lockDataDir', () => {
  it('makes the folder, and gives it back', () => {
    const release = lockDataDir(join(folder, 'new'), 3000);
    expect(readFileSync(join(folder, 'new/running'), 'utf8')).toMatch(new RegExp(`^${process.pid} `));
    release();
    expect(existsSync(join(folder, 'new/running'))).toBe(false);
  });

  it('refuses a second start while the first runs, and says what to do', () => {
    const began = readFileSync(`/proc/${process.ppid}/stat`, 'utf8').split(') ')[1]?.split(' ')[19];
    writeFileSync(claim, `${process.ppid} ${began} 3000\n`);
    expect(() => lockDataDir(folder, 3000)).toThrow(
      /already running at http:\/\/localhost:3000 .*DATA_DIR=.data-2 PORT=3001 npm start/,
    );
    expect(existsSync(claim)).toBe(true);
  });

  it.each([
    ['of a dead process', () => `${deadPid()} 1 3000\n`],
    ['of a process whose number another has now', () => `${process.ppid} 1 3000\n`],
    ['of this very number, as in a container started again', () => `${process.pid} 1 3000\n`],
    ['that was never written', () => ''],
  ])('takes over a claim %s', (_name, content) => {
    writeFileSync(claim, content());
    const release = lockDataDir(folder, 3000);
    expect(readFileSync(claim, 'utf8')).toMatch(new RegExp(`^${process.pid} \\d+ 3000\n$`));
    release();
  });

  it('takes over a claim of a killed process that nobody has asked after yet', async () => {
    // What the shell starts ends when it is written to, and what the shell becomes by then does not ask after it.
    const parent = spawn('sh', ['-c', 'read line <&3 & echo $!; exec sleep 1000'], {
      stdio: ['ignore', 'pipe', 'ignore', 'pipe'],
    });
    try {
      const [line] = (await once(parent.stdio[1] as Readable, 'data')) as [Buffer];
      const pid = Number(String(line));
      while (readFileSync(`/proc/${parent.pid}/comm`, 'utf8') !== 'sleep\n') await setImmediate();
      (parent.stdio[3] as Writable).end('now\n');
      const stat = () => readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
      while (stat()[0] !== 'Z') await setImmediate();
      writeFileSync(claim, `${pid} ${stat()[19]} 3000\n`);
      lockDataDir(folder, 3000)();
    } finally {
      parent.kill('SIGKILL');
    }
  });

  it('says in one line what to do about a folder it cannot use', () => {
    mkdirSync(join(folder, 'parent'));
    writeFileSync(join(folder, 'parent/file'), '');
    expect(() => lockDataDir(join(folder, 'parent/file'), 3000)).toThrow(
      /^The data folder .*set DATA_DIR to another folder\.$/,
    );
  });
});
