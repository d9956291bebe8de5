import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { schemaOf } from '#app/domain/publishing/piece-schemas.server.ts';
import { config } from '#app/platform/config.server.ts';
import { documents, paths, problemsOf } from '#tests/content/files.ts';

/** Files that are drawn, taken or are notes, not written for readers. */
const others =
  /^(README\.md|dictionary\.txt|files\/[0-9a-f]{24}\.[a-z]{3,4}|images\/[0-9a-f]{24}-\d+x\d+\.(jpg|png|webp)|(guides|courses\/[a-z-]+)\/figures\/[a-z0-9-]+\.svg)$/;

describe('files', () => {
  it('are each of a known kind', () => {
    expect(paths.filter((path) => !others.test(path) && !schemaOf(path))).toEqual([]);
  });

  it('fit the schema of their kind', () => {
    const problems = problemsOf(documents, ({ path, data }) => {
      const result = schemaOf(path)?.safeParse(data);
      return (
        result?.error?.issues.map((issue) => `${issue.path.join('.') || 'file'}: ${issue.message}`) ?? []
      );
    });
    expect(problems).toEqual([]);
  });
});

describe('the name of the site', () => {
  it('is the one in site/brand.yaml', () => {
    expect(readFileSync('content/site/brand.yaml', 'utf8')).toContain(`\nname: ${config().brandName}\n`);
  });
});

describe('words of pages', () => {
  // A page's words are read by a function of the domain that is named after the file: home.yaml by homeCopy().
  const readerOf = (name: string) =>
    `${name.replace(/-([a-z0-9])/g, (_, letter) => letter.toUpperCase())}Copy`;
  const sources = readdirSync('app/domain', { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.server.ts'))
    .map((path) => join(process.cwd(), 'app/domain', path));

  it.each(
    paths
      .filter((path) => path.startsWith('site/') && path !== 'site/brand.yaml')
      .map((path) => path.slice('site/'.length, -'.yaml'.length)),
  )('%s fits what its page needs', async (name) => {
    const reader = readerOf(name);
    const source = sources.find((path) => readFileSync(path, 'utf8').includes(`export const ${reader} =`));
    expect(source, `no module of app/domain exports ${reader}`).toBeDefined();
    const module: Record<string, unknown> = await import(String(source));
    const copy = module[reader];
    expect(typeof copy === 'function' && copy()).toBeTruthy();
  });
});
