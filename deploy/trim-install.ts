// `node deploy/trim-install.ts`: after `npm ci --omit=dev`, removes from node_modules what a machine that only serves never reads, and
// says how much is left. Needs Node 24 alone.
import { existsSync, globSync, lstatSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { isReadWhileServing } from './serving-files.ts';

interface LockedPackage {
  devOptional?: boolean;
}

const modules = 'node_modules';
if (existsSync(join(modules, 'vitest'))) {
  console.error('This is an install for development. Use a folder where you ran npm ci --omit=dev.');
  process.exit(1);
}

// npm keeps what development shares with an optional peer: Prisma's command line and TypeScript, 300 MB.
const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
  packages: Record<string, LockedPackage>;
};
for (const [path, { devOptional }] of Object.entries(lock.packages))
  if (devOptional) rmSync(path, { recursive: true, force: true });

let keptBytes = 0;
for (const file of globSync(`${modules}/**/*`)) {
  const stats = lstatSync(file);
  if (!stats.isFile()) continue;
  if (isReadWhileServing(file.replaceAll('\\', '/'))) keptBytes += stats.blocks * 512;
  else rmSync(file);
}
console.log(`${modules} takes ${Math.round(keptBytes / 1e6)} MB.`);
