import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

it('whatever the server fetches says what becomes of a redirect', () => {
  const files = readdirSync('app', { recursive: true, encoding: 'utf8' }).filter((path) =>
    /^(?:domain|platform|program)\/.*(?<!\.test)\.tsx?$/.test(path),
  );
  expect(files.length).toBeGreaterThan(500);
  const undecided = files.filter((path) => {
    const text = readFileSync(join('app', path), 'utf8');
    return /\bfetch\(/.test(text) && !/redirect: '(?:error|manual)'/.test(text);
  });
  expect(undecided, "Pass redirect: 'error' or 'manual' to fetch in these files of app/").toEqual([]);
});
