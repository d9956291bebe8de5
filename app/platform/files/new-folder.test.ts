import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { makeFolders } from '#app/platform/files/new-folder.ts';

const base = mkdtempSync(join(tmpdir(), 'new-folder-'));

afterAll(() => rmSync(base, { recursive: true, force: true }));

it('makes a folder with those above it, and leaves one that is there as it is', () => {
  const folder = join(base, 'a/b/c');
  makeFolders(folder, 0o700);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  makeFolders(folder, 0o755);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
});

// Node's own recursive mkdir never ends there.
it.runIf(process.platform === 'linux')('refuses a place where nothing can be made, at once', () => {
  const startedAt = performance.now();
  expect(() => makeFolders('/proc/backups/today')).toThrow(
    'The folder /proc/backups/today cannot be made: /proc takes no new folders.',
  );
  expect(performance.now() - startedAt).toBeLessThan(5_000);
});

it('says so where a file is in the way, or a name is too long, and makes nothing', () => {
  const file = join(base, 'file');
  writeFileSync(file, '');
  expect(() => makeFolders(join(file, 'today'))).toThrow(`${file} is a file`);
  expect(() => makeFolders(file)).toThrow(`${file} is a file`);
  const long = join(base, 'n'.repeat(300), 'today');
  expect(() => makeFolders(long)).toThrow('its name is too long');
  expect(existsSync(long)).toBe(false);
});
