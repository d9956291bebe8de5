// `npm test`: everything that must be true before a change lands, the quick checks first.
import { spawnSync } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBuild } from '#app/platform/start/build.ts';

const projectDir = join(import.meta.dirname, '..');
process.chdir(projectDir);
const bin = (name: string) => join(projectDir, 'node_modules/.bin', name);

const steps: [string, () => boolean | Promise<boolean>][] = [
  ['format and lint', () => run(bin('biome'), ['check', '--error-on-warnings'])],
  ['database client', () => run(process.execPath, ['prisma/generate.ts'])],
  ['types', () => run(bin('react-router'), ['typegen']) && run(bin('tsc'), ['--noEmit'])],
  ['boundaries', () => run(bin('depcruise'), ['--config', '.dependency-cruiser.mjs', 'app'])],
  ['build', build],
  ['unit and integration', () => run(bin('vitest'), ['run'])],
  ['end to end', () => findBrowser() && cleanSite() && run(bin('playwright'), ['test'])],
];

function run(command: string, args: string[]): boolean {
  return spawnSync(command, args, { stdio: 'inherit' }).status === 0;
}

async function build(): Promise<boolean> {
  await ensureBuild(projectDir);
  return true;
}

/** The end-to-end tests begin with a new site. */
function cleanSite(): boolean {
  rmSync('test-results', { recursive: true, force: true });
  return true;
}

/** Finds a Chromium, or installs Debian's when that is allowed. */
function findBrowser(): boolean {
  const found = () =>
    spawnSync('sh', ['-c', 'command -v chromium || command -v chromium-browser || command -v google-chrome'])
      .status === 0;
  if (process.env.CHROMIUM_PATH || found()) return true;
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.log('No Chromium found: installing the Debian package.');
    spawnSync(
      'sh',
      [
        '-c',
        'apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq chromium >/dev/null',
      ],
      { stdio: 'inherit' },
    );
    if (found()) return true;
  }
  console.error(
    'The end-to-end tests need Chromium: install it (Debian: apt-get install -y chromium), or name one in CHROMIUM_PATH.',
  );
  return false;
}

const only = process.argv.slice(2).join(' ');
for (const [name, step] of steps) {
  if (only && !name.includes(only)) continue;
  const startedAt = performance.now();
  console.log(`\n== ${name}`);
  const passed = await step();
  console.log(
    `== ${name}: ${passed ? 'passed' : 'FAILED'} in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`,
  );
  if (!passed) process.exit(1);
}
