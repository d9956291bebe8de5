import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const project = join(import.meta.dirname, '../..');

it('nobody is told that an address ends with their name: of a link with a campaign it does not', () => {
  const told = ['content', 'app/domain', 'app/routes'].flatMap((folder) =>
    readdirSync(join(project, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.(md|yaml|tsx?)$/.test(file))
      .map((file) => join(project, folder, file))
      .filter((file) => /\bends? with your (own |user)?name/i.test(readFileSync(file, 'utf8'))),
  );
  expect(told).toEqual([]);
});
