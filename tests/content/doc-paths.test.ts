import { existsSync, globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const documents = [
  'README.md',
  'CONTRIBUTING.md',
  'docs/architecture.md',
  'docs/glossary.md',
  'docs/commands.md',
];

/** Paths between backquotes that begin with a folder of the project; those with a placeholder or a pattern are left out. */
const projectPath = /`((?:app|build-plugins|content|deploy|docs|prisma|public|stand-ins|tests)\/[\w./-]+)`/g;

describe('the documents', () => {
  it.each(documents)('%s names only files and folders that exist', (document) => {
    const paths = [...readFileSync(document, 'utf8').matchAll(projectPath)].map(([, path = '']) => path);
    expect(paths.filter((path) => !existsSync(path))).toEqual([]);
  });

  it('docs/glossary.md names only places that exist below app/', () => {
    const place = /`((?:domain|platform|routes|program|ui)\/[\w./-]+)`/g;
    const places = [...readFileSync('docs/glossary.md', 'utf8').matchAll(place)].map(([, path = '']) => path);
    expect(places.length).toBeGreaterThan(30);
    expect(places.filter((path) => !existsSync(`app/${path}`))).toEqual([]);
  });

  it('README.md leads to every document for people', () => {
    const readme = readFileSync('README.md', 'utf8');
    const missing = globSync('docs/*.md')
      .map((path) => path.replaceAll('\\', '/'))
      .filter((path) => !readme.includes(`(${path})`));
    expect(missing, 'Link these from the table in README.md').toEqual([]);
  });

  it('fits the README on one screen and a half', () => {
    expect(readFileSync('README.md', 'utf8').split('\n').length).toBeLessThan(60);
  });
});

describe('the version of Node', () => {
  const project = JSON.parse(readFileSync('package.json', 'utf8')) as {
    engines: { node: string };
    devDependencies: Record<string, string>;
    dependencies: Record<string, string>;
  };
  const installed = project.dependencies.node ?? project.devDependencies.node ?? '';
  const major = installed.split('.')[0];

  it('is one, wherever it is named', () => {
    expect(project.engines.node).toBe(`>=${major}`);
    const images = [...readFileSync('Dockerfile', 'utf8').matchAll(/^FROM node:(\d+)/gm)].map(
      ([, tag]) => tag,
    );
    expect(new Set(images)).toEqual(new Set([major]));
    expect(readFileSync('README.md', 'utf8')).toContain(`The site runs on Node ${major}`);
    expect(readFileSync('docs/running.md', 'utf8')).toContain(`Node ${major}`);
  });
});
