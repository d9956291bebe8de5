// Generates the Prisma client. Runs after npm install; without Prisma or the schema (production dependencies in the image) there
// is nothing to do: the client is part of the server bundle.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

function findPrisma(): string | undefined {
  try {
    return join(dirname(createRequire(import.meta.url).resolve('prisma/package.json')), 'build/index.js');
  } catch {
    return undefined;
  }
}

const prisma = findPrisma();
if (prisma && existsSync(join(import.meta.dirname, 'schema.prisma'))) {
  // Generating needs no schema engine, but Prisma would download one: any program that exists keeps it from that.
  const env = {
    ...process.env,
    PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
    PRISMA_HIDE_UPDATE_MESSAGE: '1',
  };
  const result = spawnSync(process.execPath, [prisma, 'generate', '--no-hints'], {
    env,
    encoding: 'utf8',
    cwd: join(import.meta.dirname, '..'),
  });
  if (result.status !== 0) {
    console.error(result.stdout, result.stderr);
    process.exit(result.status ?? 1);
  }
}
