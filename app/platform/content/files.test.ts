import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { hashOfFiles, perContent, setOverrides, withOverrides } from '#app/platform/content/files.server.ts';

const path = 'guides/any.md';
let times = 0;
const made = perContent(() => {
  times += 1;
  return times;
});

afterEach(() => setOverrides(new Map()));

describe('what is made of content', () => {
  it('is kept while the texts over the files are the same, also when they are set once more', () => {
    const first = made();
    setOverrides(new Map());
    expect(made()).toBe(first);
    setOverrides(new Map([[path, 'Hello']]));
    const second = made();
    expect(second).not.toBe(first);
    setOverrides(new Map([[path, 'Hello']]));
    expect(made()).toBe(second);
  });

  it.each([
    ['another text', new Map([[path, 'Hello!']])],
    ['no text', new Map([[path, null]])],
    ['a text of another piece', new Map([['guides/other.md', 'Hello']])],
    ['one text more', new Map([[path, 'Hello'] as const, ['guides/other.md', null] as const])],
  ])('is made anew for %s', (_, overrides: ReadonlyMap<string, string | null>) => {
    setOverrides(new Map([[path, 'Hello']]));
    const before = made();
    setOverrides(overrides);
    expect(made()).not.toBe(before);
  });

  it('when it was tried is there when it is set, and what there was comes back after the trial', () => {
    const before = made();
    const wanted = new Map([[path, 'Hello']]);
    const tried = withOverrides(wanted, made);
    expect(tried).not.toBe(before);
    expect(made()).toBe(before);
    setOverrides(wanted);
    expect(made()).toBe(tried);
  });

  it('is not kept where making it fails', () => {
    let fails = true;
    const made = perContent(() => {
      if (fails) throw new Error('no');
      return 'yes';
    });
    expect(made).toThrow('no');
    fails = false;
    expect(made()).toBe('yes');
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
      const seen = [hashOfFiles(folder)];
      expect(hashOfFiles(folder)).toBe(seen[0]);
      writeFileSync(join(folder, 'guides/one.md'), 'Jello');
      seen.push(hashOfFiles(folder));
      writeFileSync(join(other, 'two.md'), 'Where');
      seen.push(hashOfFiles(folder));
      renameSync(join(folder, 'guides/one.md'), join(folder, 'guides/uno.md'));
      seen.push(hashOfFiles(folder));
      writeFileSync(join(folder, 'guides/empty.md'), '');
      seen.push(hashOfFiles(folder));
      expect(new Set(seen).size).toBe(5);
    } finally {
      for (const made of [folder, other]) rmSync(made, { recursive: true, force: true });
    }
  });
});
