import { posix } from 'node:path';
import { visit } from 'unist-util-visit';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  connectPages,
  fileProblems,
  foreignAddressProblems,
  linkProblems,
  relatedProblems,
} from '#app/domain/publishing/links.server.ts';
import { imageNamesIn } from '#app/platform/content/image-names.ts';
import { documents, documentsIn, paths, problemsOf } from '#tests/content/files.ts';
import { pagesOfRoutes } from '#tests/content/pages-of-routes.ts';

beforeAll(async () => connectPages(await pagesOfRoutes()));

describe('links', () => {
  it('lead to pages, pieces and headings that exist, also where they are only written out', () => {
    expect(problemsOf(documents, linkProblems)).toEqual([]);
  });

  it('are not printed as bare addresses of other sites', () => {
    expect(problemsOf(documents, foreignAddressProblems)).toEqual([]);
  });
});

describe('pieces that a piece names', () => {
  it('exist, and are others', () => {
    expect(problemsOf(documents, relatedProblems)).toEqual([]);
  });
});

describe('files', () => {
  it('that a piece shows or names are there', () => {
    expect(problemsOf(documents, fileProblems)).toEqual([]);
  });

  it('that were sent to the site and written back are there, and are shown', () => {
    const shown = new Set(
      documents.flatMap(({ text }) => imageNamesIn(text).map((name) => `images/${name}`)),
    );
    expect(paths.filter((path) => path.startsWith('images/')).sort()).toEqual([...shown].sort());
  });

  it('drawn for guides and lessons are all shown', () => {
    const shown = new Set<string>();
    for (const { path, tree } of documentsIn(/^(guides|courses)\//))
      visit(tree, 'image', ({ url }) => {
        shown.add(posix.join(posix.dirname(path), url));
      });
    expect(paths.filter((path) => path.includes('/figures/') && !shown.has(path))).toEqual([]);
  });
});
