import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What the build is made from; the database client is made from the schema. Content is read at start, not built in. */
const sources = [
  'app/**/*.{ts,tsx,css,woff2}',
  '{build-plugins,stand-ins}/**/*.{ts,tsx}',
  'public/**/*',
  'prisma/schema/*.prisma',
  'react-router.config.ts',
  'vite.config.ts',
  'package-lock.json',
];

const buildTool = 'node_modules/@react-router/dev/bin.cjs';
const stampOf = (projectDir: string) => join(projectDir, 'build/fingerprint');

function fingerprint(projectDir: string): string {
  const hash = createHash('sha256');
  const files = globSync(sources, { cwd: projectDir, exclude: (name) => String(name).includes('generated') });
  for (const file of files.sort()) {
    if (!/\.\w+$/.test(file) || file.endsWith('.test.ts') || file.endsWith('.test.tsx')) continue;
    hash.update(file).update(readFileSync(join(projectDir, file)));
  }
  return hash.digest('hex');
}

/**
 * Builds the site when there is no build or its sources have changed. Where the build tools are not installed (the container)
 * the build that is there is the one to run.
 * @throws an Error with the build's output when it fails.
 */
export async function ensureBuild(projectDir: string): Promise<void> {
  if (!existsSync(join(projectDir, buildTool))) return;
  const stamp = stampOf(projectDir);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprint(projectDir)) return;
  console.log('Building the site...');
  await build(projectDir);
}

/**
 * Builds the site, and notes what it was built from: a start after it finds it up to date.
 * @throws an Error with the build's output when it fails.
 */
export async function build(projectDir: string): Promise<void> {
  const sourceFingerprint = fingerprint(projectDir);
  // Cut short, the build is half old and half new: it is then no build of anything.
  rmSync(stampOf(projectDir), { force: true });
  await run(projectDir, ['prisma/generate.ts']);
  // The encoder is busy with one processor for as long as the bundler is with the others; neither waits for what the other makes.
  const settled = await Promise.allSettled([
    run(projectDir, [join(projectDir, buildTool), 'build']).then(() =>
      run(projectDir, ['build-plugins/pictures.ts']),
    ),
    run(projectDir, ['build-plugins/encodings.ts']),
  ]);
  for (const step of settled) if (step.status === 'rejected') throw step.reason;
  writeFileSync(stampOf(projectDir), sourceFingerprint);
}

function run(projectDir: string, command: string[]): Promise<void> {
  const env = { ...process.env, NODE_ENV: 'production' };
  const child = spawn(process.execPath, command, {
    cwd: projectDir,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const onExit = () => child.kill();
  process.once('exit', onExit);
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += String(chunk);
    });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (status) => {
      process.off('exit', onExit);
      if (status === 0) resolve();
      else reject(new Error(`The build failed:\n${output}`));
    });
  });
}
