import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { purposes } from '#app/platform/secrets/purposes.ts';

it('the privacy page names each cookie that the site sets, and no other', () => {
  const page = readFileSync('content/legal/privacy.md', 'utf8');
  const table = page.split('\n## Cookies\n')[1]?.split('\n\n')[0] ?? '';
  const names = [...table.matchAll(/^\| (?!Cookie \|)([\w ]+) \|/gm)].map(([, name = '']) =>
    name.toLowerCase().replaceAll(' ', '-'),
  );
  const set = Object.keys(purposes).flatMap((purpose) => /^cookie (.+)/.exec(purpose)?.[1] ?? []);
  expect(names.sort()).toEqual(set.sort());
});
