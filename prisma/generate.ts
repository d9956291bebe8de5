// Generates the Prisma client unless the one that is there was generated from this schema. Runs after npm install and before
// every build and test; without Prisma or the schema (production dependencies in the image) there is nothing to do: the client
// is part of the server bundle.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const projectDir = join(import.meta.dirname, '..');
const stamp = join(projectDir, 'app/platform/database/generated/fingerprint');

function findPrisma(): string | undefined {
  try {
    return dirname(createRequire(import.meta.url).resolve('prisma/package.json'));
  } catch {
    return undefined;
  }
}

/** Changes with whatever the client is made from: the schema, Prisma's version, and how it is called here. */
function fingerprint(prisma: string): string {
  const hash = createHash('sha256');
  for (const file of globSync('prisma/schema/*.prisma', { cwd: projectDir }).sort())
    hash.update(file).update(readFileSync(join(projectDir, file)));
  hash.update(readFileSync(join(prisma, 'package.json'))).update(readFileSync(import.meta.filename));
  return hash.digest('hex');
}

function generate(prisma: string): void {
  // Cut short, the client is half old and half new: it is then no client of any schema.
  rmSync(stamp, { force: true });
  // Generating needs no schema engine, but Prisma would download one: any program that exists keeps it from that.
  const env = {
    ...process.env,
    PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
    PRISMA_HIDE_UPDATE_MESSAGE: '1',
  };
  const result = spawnSync(
    process.execPath,
    [join(prisma, 'build/index.js'), 'generate', '--no-hints', '--schema', 'prisma/schema'],
    { env, encoding: 'utf8', cwd: projectDir },
  );
  if (result.status !== 0) {
    console.error(result.stdout, result.stderr);
    process.exit(result.status ?? 1);
  }
}

const prisma = findPrisma();
if (prisma && existsSync(join(projectDir, 'prisma/schema'))) {
  const wanted = fingerprint(prisma);
  if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== wanted) {
    generate(prisma);
    writeFileSync(stamp, wanted);
  }
}
