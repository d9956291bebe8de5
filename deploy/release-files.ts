import { existsSync, globSync, lstatSync, readFileSync } from 'node:fs';
import { isReadWhileServing } from './serving-files.ts';

interface LockedPackage {
  version?: string;
  dev?: boolean;
  devOptional?: boolean;
}

/** What a start and the operator's commands read besides packages: what the Dockerfile copies, and the files to deploy with. */
const siteFiles = [
  'package.json',
  'app/program/{start,operate,operator-usage,database-commands}.ts',
  'app/platform/**/*',
  'prisma/migrations/**/*',
  'content/**/*',
  'build/**/*',
  'deploy/**/*',
  'docs/*.md',
];

/** Secrets of this machine are no part of a release. */
const isOwn = (file: string) => /^deploy\/(?:site\.env|\.env)$/.test(file);
const isTest = (file: string) => /\.test\.tsx?$/.test(file);

/** A package that runs in production and is installed here; others are optional ones of another platform. */
export interface ShippedPackage {
  path: string;
  name: string;
  version: string;
}

export function shippedPackages(): ShippedPackage[] {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
    packages: Record<string, LockedPackage>;
  };
  return Object.entries(packages)
    .filter(([path, { dev, devOptional }]) => path !== '' && !dev && !devOptional && existsSync(path))
    .map(([path, { version = '' }]) => ({
      path,
      name: path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length),
      version,
    }));
}

/** All files of a release, by their paths in the project. */
export function releaseFiles(): string[] {
  const ofSite = globSync(siteFiles).filter((file) => !isOwn(file) && !isTest(file));
  const ofPackages = shippedPackages().flatMap(({ path }) =>
    // A package inside a package is one of its own.
    globSync(`${path}/**/*`, {
      exclude: (file) => String(file).slice(path.length).includes('/node_modules'),
    }).filter((file) => isReadWhileServing(file)),
  );
  return [...ofSite, ...ofPackages].filter((file) => !lstatSync(file).isDirectory()).sort();
}
