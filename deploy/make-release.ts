// `npm run release [-- FOLDER]`: the site as one archive that needs Node 24 and nothing else on the server, and a list of the packages
// in it (SBOM, CycloneDX). docs/running.md tells how to install it beside the release that runs. Needs GNU tar here.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  createReadStream,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { makeFolders } from '../app/platform/files/new-folder.ts';
import { ensureBuild } from '../app/platform/runtime/start/build.ts';
import { releaseFiles, type ShippedPackage, shippedPackages } from './release-files.ts';

interface Sbom {
  metadata: { component: { name: string } };
  components: { name: string; version: string; 'bom-ref': string }[];
  dependencies: { ref: string; dependsOn?: string[] }[];
}

/**
 * npm's own list, of the packages that are in the archive. Told to omit development, npm leaves out what both need: it is asked about a
 * project that has none.
 */
function makeSbom(packages: readonly ShippedPackage[]): Sbom {
  const project = JSON.parse(readFileSync('package.json', 'utf8')) as { devDependencies?: object };
  const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
    packages: Record<string, { dev?: boolean; devOptional?: boolean; devDependencies?: object }>;
  };
  for (const [path, { dev, devOptional }] of Object.entries(lock.packages))
    if (dev || devOptional) delete lock.packages[path];
  for (const each of [project, lock.packages[''] ?? {}]) delete each.devDependencies;
  const scratch = mkdtempSync(join(tmpdir(), 'sbom-'));
  let text: string;
  try {
    writeFileSync(join(scratch, 'package.json'), JSON.stringify(project));
    writeFileSync(join(scratch, 'package-lock.json'), JSON.stringify(lock));
    text = execFileSync('npm', ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only'], {
      cwd: scratch,
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
  const sbom = JSON.parse(text) as Sbom;
  const shipped = new Set(packages.map(({ name, version }) => `${name}@${version}`));
  const root = (JSON.parse(readFileSync('package.json', 'utf8')) as { name: string }).name;
  // npm names it after the folder.
  sbom.metadata.component.name = root;
  sbom.components = sbom.components.filter(({ name, version }) => shipped.has(`${name}@${version}`));
  const refs = new Set(sbom.components.map((component) => component['bom-ref']));
  sbom.dependencies = sbom.dependencies
    .filter(({ ref }) => refs.has(ref) || ref.startsWith(`${root}@`))
    .map((each) => ({ ...each, dependsOn: (each.dependsOn ?? []).filter((ref) => refs.has(ref)) }));
  return sbom;
}

async function makeRelease(folder: string): Promise<string> {
  await ensureBuild(process.cwd());
  const name = `academy-${readFileSync('build/fingerprint', 'utf8').slice(0, 16)}-${process.platform}-${process.arch}`;
  makeFolders(folder);
  const archive = join(folder, `${name}.tar.gz`);
  const list = join(folder, `${name}.files`);
  const sbom = `${JSON.stringify(makeSbom(shippedPackages()), null, 2)}\n`;
  writeFileSync(join(folder, `${name}.cdx.json`), sbom);
  writeFileSync(list, releaseFiles().join('\0'));
  try {
    const options = ['--null', '--owner=0', '--group=0', '--hard-dereference', '--mode=u+rw,go=rX'];
    execFileSync(
      'tar',
      [
        '--create',
        '--gzip',
        ...options,
        `--file=${archive}.partial`,
        `--transform=s,^,${name}/,S`,
        `--files-from=${list}`,
      ],
      { stdio: 'inherit' },
    );
    renameSync(`${archive}.partial`, archive);
  } finally {
    rmSync(list, { force: true });
    rmSync(`${archive}.partial`, { force: true });
  }
  const hash = createHash('sha256');
  await pipeline(createReadStream(archive), hash);
  writeFileSync(`${archive}.sha256`, `${hash.digest('hex')}  ${name}.tar.gz\n`);
  return `${archive} (${Math.round(statSync(archive).size / 1e6)} MB), its checksum and its list of packages are made.`;
}

process.chdir(join(import.meta.dirname, '..'));
try {
  console.log(await makeRelease(resolve(process.argv[2] ?? 'release')));
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
