import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

it('the image has all that starting and operating the site reads besides the build', () => {
  const copied = [...readFileSync('Dockerfile', 'utf8').matchAll(/^COPY (?!--)(.+) \S+$/gm)].flatMap(
    ([, paths = '']) => paths.split(' '),
  );
  const seen = new Set<string>();
  const visit = (path: string) => {
    if (seen.has(path)) return;
    seen.add(path);
    const source = readFileSync(path, 'utf8').replaceAll(/typeof import\(|import type .*?;/g, '');
    for (const [, module = ''] of source.matchAll(/(?:from |import\()'#(app\/[^']+\.ts)'/g)) visit(module);
  };
  visit('app/program/start.ts');
  visit('app/program/operate.ts');
  const missing = [...seen].filter(
    (path) => !copied.some((from) => path === from || path.startsWith(`${from}/`)),
  );
  expect(missing).toEqual([]);
  expect(seen.size).toBeGreaterThan(10);
});

it('the image starts Node with flags that it takes', () => {
  const [, command = '[]'] = /^CMD (\[.*\])$/m.exec(readFileSync('Dockerfile', 'utf8')) ?? [];
  const [program, ...words] = JSON.parse(command) as string[];
  const flags = words.filter((word) => word.startsWith('--'));
  expect(flags.length).toBeGreaterThan(0);
  expect([program, words.at(-1)]).toEqual(['node', 'app/program/start.ts']);
  const run = (extra: string[]) => spawnSync(process.execPath, [...flags, ...extra, '--eval', '0']).status;
  expect([run([]), run(['--no-such-flag'])]).toEqual([0, 9]);
});
