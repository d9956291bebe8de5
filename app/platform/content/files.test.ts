import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { hashOfFiles, perContent, setOverrides, withOverrides } from '#app/platform/content/files.server.ts';

const path = 'guides/any.md';
let times = 0;
const timesRead = perContent(() => {
  times += 1;
  return times;
});

afterEach(() => setOverrides(new Map()));

describe('what is made of content', () => {
  it('is kept while the texts over the files are the same, also when they are set once more', () => {
    const first = timesRead();
    setOverrides(new Map());
    expect(timesRead()).toBe(first);
    setOverrides(new Map([[path, 'Hello']]));
    const second = timesRead();
    expect(second).not.toBe(first);
    setOverrides(new Map([[path, 'Hello']]));
    expect(timesRead()).toBe(second);
  });

  it.each([
    ['another text', new Map([[path, 'Hello!']])],
    ['no text', new Map([[path, null]])],
    ['a text of another piece', new Map([['guides/other.md', 'Hello']])],
    ['one text more', new Map([[path, 'Hello'] as const, ['guides/other.md', null] as const])],
  ])('is made anew for %s', (_, overrides: ReadonlyMap<string, string | null>) => {
    setOverrides(new Map([[path, 'Hello']]));
    const before = timesRead();
    setOverrides(overrides);
    expect(timesRead()).not.toBe(before);
  });

  it('when it was tried is there when it is set, and what there was comes back after the trial', () => {
    const before = timesRead();
    const overrides = new Map([[path, 'Hello']]);
    const trialResult = withOverrides(overrides, timesRead);
    expect(trialResult).not.toBe(before);
    expect(timesRead()).toBe(before);
    setOverrides(overrides);
    expect(timesRead()).toBe(trialResult);
  });

  it('is not kept where making it fails', () => {
    let fails = true;
    const readOrFail = perContent(() => {
      if (fails) throw new Error('no');
      return 'yes';
    });
    expect(readOrFail).toThrow('no');
    fails = false;
    expect(readOrFail()).toBe('yes');
  });
});

describe('the hash of all files', () => {
  it('is another after any change, also behind a link, and else the same', () => {
    const folder = mkdtempSync(join(tmpdir(), 'content-'));
    const other = mkdtempSync(join(tmpdir(), 'content-'));
    try {
      mkdirSync(join(folder, 'guides'));
      writeFileSync(join(folder, 'guides/one.md'), 'Hello');
      writeFileSync(join(other, 'two.md'), 'There');
      symlinkSync(other, join(folder, 'linked'));
      const hashes = [hashOfFiles(folder)];
      expect(hashOfFiles(folder)).toBe(hashes[0]);
      writeFileSync(join(folder, 'guides/one.md'), 'Jello');
      hashes.push(hashOfFiles(folder));
      writeFileSync(join(other, 'two.md'), 'Where');
      hashes.push(hashOfFiles(folder));
      renameSync(join(folder, 'guides/one.md'), join(folder, 'guides/uno.md'));
      hashes.push(hashOfFiles(folder));
      writeFileSync(join(folder, 'guides/empty.md'), '');
      hashes.push(hashOfFiles(folder));
      expect(new Set(hashes).size).toBe(5);
    } finally {
      for (const directory of [folder, other]) rmSync(directory, { recursive: true, force: true });
    }
  });
});
