import { readdirSync, readFileSync } from 'node:fs';
import { beforeAll, expect, it } from 'vitest';
import { buildSite } from '#tests/integration/running-site.ts';

beforeAll(buildSite, 600_000);

it('the stand-ins for providers are a part of the build of their own, loaded only where they are the provider', () => {
  const own = 'CREATE SCHEMA sandbox';
  expect(readFileSync('build/server/index.js', 'utf8')).not.toContain(own);
  const parts = readdirSync('build/server/assets').map((name) =>
    readFileSync(`build/server/assets/${name}`, 'utf8'),
  );
  expect(parts.filter((text) => text.includes(own))).toHaveLength(1);
});
