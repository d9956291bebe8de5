import { execFileSync } from 'node:child_process';
import { appendFileSync, cpSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, expect, it } from 'vitest';

const project = mkdtempSync(join(tmpdir(), 'generated-client-'));
const client = join(project, 'app/platform/database/generated/client.ts');
const generate = () =>
  execFileSync(process.execPath, [join(project, 'prisma/generate.ts')], { encoding: 'utf8' });
const generatedAt = () => statSync(client).mtimeMs;

afterAll(() => rmSync(project, { recursive: true }));

it('the database client is generated when the schema has changed, and only then', () => {
  cpSync('prisma', join(project, 'prisma'), { recursive: true });
  cpSync('package.json', join(project, 'package.json'));
  symlinkSync(resolve('node_modules'), join(project, 'node_modules'));
  // That one is made where there is none, the test command has just seen.
  cpSync('app/platform/database/generated', join(project, 'app/platform/database/generated'), {
    recursive: true,
  });
  const first = generatedAt();
  generate();
  expect(generatedAt()).toBe(first);
  appendFileSync(join(project, 'prisma/schema/user.prisma'), 'model Pet {\n  name String @id\n}\n');
  generate();
  expect(readFileSync(client, 'utf8')).toContain('export type Pet ');
});
