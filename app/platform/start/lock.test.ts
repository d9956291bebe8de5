import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lockDataDir } from '#app/platform/start/lock.ts';

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

  it('says in one line what to do about a folder it cannot use', () => {
    mkdirSync(join(folder, 'parent'));
    writeFileSync(join(folder, 'parent/file'), '');
    expect(() => lockDataDir(join(folder, 'parent/file'), 3000)).toThrow(
      /^The data folder .*set DATA_DIR to another folder\.$/,
    );
  });
});
