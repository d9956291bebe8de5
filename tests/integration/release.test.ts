import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freePort } from '#app/platform/runtime/free-port.ts';
import { ask, buildSite } from '#tests/integration/running-site.ts';

let folder: string;
/** The release, unpacked where no project is. */
let release: string;

beforeAll(async () => {
  await buildSite();
  folder = mkdtempSync(join(tmpdir(), 'release-'));
  chmodSync(folder, 0o755);
  execFileSync(process.execPath, ['deploy/make-release.ts', join(folder, 'made')], { stdio: 'pipe' });
  mkdirSync(join(folder, 'server'));
  execFileSync('tar', ['-xzf', archive(), '-C', join(folder, 'server')]);
  const [name = ''] = readdirSync(join(folder, 'server'));
  release = join(folder, 'server', name);
}, 300_000);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const made = (ending: string) =>
  join(folder, 'made', readdirSync(join(folder, 'made')).find((name) => name.endsWith(ending)) ?? 'none');
const archive = () => made('.tar.gz');

it('is one archive of less than 200 MB, with its checksum, without tests, tools and secrets', () => {
  expect(statSync(archive()).size).toBeLessThan(200_000_000);
  execFileSync('sha256sum', ['--check', '--quiet', made('.sha256')], { cwd: join(folder, 'made') });
  for (const path of [
    'tests',
    'node_modules/vite',
    'node_modules/typescript',
    'node_modules/prisma',
    'node_modules/node',
  ])
    expect(existsSync(join(release, path))).toBe(false);
  expect(readdirSync(join(release, 'deploy')).filter((name) => name.endsWith('.env'))).toEqual([]);
});

it('starts with Node alone: no npm, no shell, no build tools', async () => {
  const port = await freePort();
  const dataDir = join(folder, 'data');
  const env = {
    PATH: '',
    LOG_LEVEL: 'silent',
    DEMO: 'true',
    SAMPLE_YEAR: 'false',
    PORT: `${port}`,
    DATA_DIR: dataDir,
  };
  const site = spawn(process.execPath, ['app/program/start.ts'], {
    cwd: release,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const ready = new Promise<void>((resolve, reject) => {
    for (const stream of [site.stdout, site.stderr])
      stream.on('data', (chunk: Buffer) => {
        output += String(chunk);
        if (/^Ready at /m.test(output)) resolve();
      });
    site.once('close', () => reject(new Error(output)));
  });
  try {
    await ready;
    for (const path of ['/', '/login', '/pricing', '/readyz', '/og/home.png'])
      expect([path, (await ask(port, path)).status]).toEqual([path, expect.toBeOneOf([200, 404])]);
    expect((await ask(port, '/readyz')).status).toBe(200);
    const operate = (...words: string[]) =>
      execFileSync(process.execPath, ['app/program/operate.ts', ...words], {
        cwd: release,
        env,
        encoding: 'utf8',
      });
    expect(operate('prove-ledger').trim()).toBe('The ledger adds up.');
    expect(operate('help')).toContain('backup');
  } finally {
    site.kill('SIGTERM');
    await once(site, 'close');
  }
}, 180_000);

it('names every package that it holds, and no other, in a CycloneDX list', () => {
  const sbom = JSON.parse(readFileSync(made('.cdx.json'), 'utf8')) as {
    bomFormat: string;
    specVersion: string;
    metadata: { component: { name: string } };
    components: { name: string; version: string; purl: string; hashes?: unknown[] }[];
  };
  expect([sbom.bomFormat, sbom.metadata.component.name]).toEqual(['CycloneDX', 'marketing-academy']);
  const present = new Set<string>();
  const visit = (modules: string) => {
    for (const entry of readdirSync(modules)) {
      const names = entry.startsWith('@')
        ? readdirSync(join(modules, entry)).map((name) => `${entry}/${name}`)
        : [entry];
      for (const name of names) {
        const path = join(modules, name);
        if (!existsSync(join(path, 'package.json'))) continue;
        const { version } = JSON.parse(readFileSync(join(path, 'package.json'), 'utf8')) as {
          version: string;
        };
        present.add(`${name}@${version}`);
        if (existsSync(join(path, 'node_modules'))) visit(join(path, 'node_modules'));
      }
    }
  };
  visit(join(release, 'node_modules'));
  expect(new Set(sbom.components.map(({ name, version }) => `${name}@${version}`))).toEqual(present);
  expect(present.size).toBeGreaterThan(100);
  for (const { purl } of sbom.components) expect(purl).toMatch(/^pkg:npm\//);
});
