import { existsSync } from 'node:fs';
import { join, posix } from 'node:path';
import type { RouteConfigEntry } from '@react-router/dev/routes';
import { matchRoutes, type RouteObject } from 'react-router';
import { visit } from 'unist-util-visit';
import { describe, expect, it } from 'vitest';
import { guides, playbooks } from '#app/domain/articles/articles.server.ts';
import { courses, parseModuleSegment } from '#app/domain/courses/catalogue.server.ts';
import { findMonth } from '#app/domain/whats-new/months.server.ts';
import { renderMarkdown } from '#app/platform/content/markdown.server.ts';
import routeConfig from '#app/routes.ts';
import {
  type Document,
  documents,
  documentsIn,
  paths,
  problemsOf,
  strings,
  textOf,
} from '#tests/content/files.ts';

// The site's own map, without the routes that answer unknown paths.
const isUnknown = ({ path }: RouteConfigEntry) => path?.endsWith('*') ?? false;
const toRoutes = (entries: RouteConfigEntry[]): RouteObject[] =>
  entries
    .filter((entry) => !isUnknown(entry))
    .map(({ id, path, index, children, file }) =>
      index
        ? { id: id ?? file, index: true }
        : { id: id ?? file, path, children: children && toRoutes(children) },
    );
const routes = toRoutes(await routeConfig);

const stems = (pattern: RegExp) =>
  new Set(documentsIn(pattern).map(({ path }) => path.slice(path.lastIndexOf('/') + 1, -'.md'.length)));
const seriesSlugs = stems(/^series\/[a-z-]+\.md$/);
const legalSlugs = stems(/^legal\//);

/** Whether the content has what a path names, by the name of the route's parameter. */
const exists: Record<string, (value: string, params: Record<string, string | undefined>) => boolean> = {
  courseSlug: (slug) => courses().has(slug),
  moduleSegment: (segment, { courseSlug = '' }) =>
    courses()
      .get(courseSlug)
      ?.modules.some(({ id }) => id === parseModuleSegment(segment)) ?? false,
  guideSlug: (slug) => guides().has(slug),
  playbookSlug: (slug) => playbooks().has(slug),
  seriesSlug: (slug) => seriesSlugs.has(slug),
  document: (slug) => legalSlugs.has(slug),
  newsMonth: (month) => findMonth(month) !== undefined,
};

/** Pages that are promised (P20, P53, P54) and that content may name, built or about to be. */
const promised = new Set(
  `/affiliate-login /affiliate/sign-up /special /tripwire-success /reseller-success /pro-reseller-upsell
  /three-months-free-upsell /DMD /special-invite /reseller-checkout /reseller-trial /marketing-materials /funnel-setup
  /affiliate-centre/tools /affiliate-centre/training /affiliate-centre/payouts /affiliate-centre/support
  /affiliate-centre/stats`.split(/\s+/),
);

/** What is wrong with an address of the site, or null. */
function problemOf(address: string): string | null {
  const { pathname } = new URL(address, 'http://site.test');
  const match = matchRoutes(routes, pathname)?.at(-1);
  if (!match && promised.has(pathname)) return null;
  if (!match) return `${address} is no page of the site`;
  for (const [name, value] of Object.entries(match.params)) {
    const isThere = exists[name];
    if (!isThere) return `${address}: say in tests/content/links.test.ts which content :${name} names`;
    if (!isThere(value ?? '', match.params)) return `${address} names content that does not exist`;
  }
  return null;
}

/** Whether a value of this name is an address: `to`, `href`, `buyTo` and the like. */
const isAddress = (key: string) => /^(to|href|[a-z]+To)$/.test(key);
const isOwn = (address: string) => address.startsWith('/');

/** The addresses in a piece: links of the text, and values of its data that are addresses. */
function addressesIn({ tree, data }: Document): string[] {
  const found = strings(data).flatMap(({ keys, text }) =>
    isAddress(keys.at(-1) ?? '')
      ? [text]
      : [...text.matchAll(/\]\(([^)\s]+)/g)].map(([, url]) => String(url)),
  );
  visit(tree, ['link', 'definition'], (node) => {
    if ('url' in node) found.push(node.url);
  });
  return found;
}

describe('links', () => {
  it('lead to pages and pieces that exist', () => {
    const problems = problemsOf(documents, (document) =>
      addressesIn(document)
        .filter(isOwn)
        .flatMap((address) => problemOf(address) ?? []),
    );
    expect(problems).toEqual([]);
  });

  it('within a page lead to one of its headings', () => {
    const problems = problemsOf(documents, (document) =>
      addressesIn(document)
        .filter((address) => address.startsWith('#'))
        .filter((address) => !renderMarkdown(document.body).html.includes(`id="${address.slice(1)}"`)),
    );
    expect(problems).toEqual([]);
  });

  it('stay on the site, or write to support', () => {
    const problems = problemsOf(documents, (document) =>
      addressesIn(document).filter(
        (address) => !isOwn(address) && !address.startsWith('#') && address !== 'mailto:{{supportEmail}}',
      ),
    );
    expect(problems).toEqual([]);
  });

  it('are not printed as bare addresses of other sites', () => {
    // Reserved for examples, so nobody's; or with a part to fill in.
    const isExample = (host: string) => /(^|\.)example\.(com|org|net)$/.test(host) || /^[[{]/.test(host);
    // The pages that boxes and news rest on are looked at in tool-boxes.test.ts.
    const ownText = (path: string) => textOf(path).replace(/^ *page: https:\S+$/gm, '');
    const problems = problemsOf(documents, ({ path }) =>
      [...ownText(path).matchAll(/\b(?:https?:\/\/|www\.)([^\s/"')`]+)/g)].flatMap(([address, host]) =>
        isExample(String(host)) ? [] : [address],
      ),
    );
    expect(problems).toEqual([]);
  });

  it('written out in text name pages that exist', () => {
    const areas =
      /(?<![\w./\]-])\/(?:courses|training|playbooks|dashboard|affiliate-centre|guides)(?:\/[\w-]+)*\b/g;
    const problems = problemsOf(documents, ({ path }) =>
      [...textOf(path).matchAll(areas)].flatMap(([address]) => problemOf(address) ?? []),
    );
    expect(problems).toEqual([]);
  });
});

describe('related pieces', () => {
  it.each([
    ['courses', () => courses()],
    ['guides', () => guides()],
    ['playbooks', () => playbooks()],
  ])('of %s exist and are others', (_, load) => {
    const all = load();
    for (const { slug, related } of all.values()) {
      expect(
        related.filter((other) => !all.has(other) || other === slug),
        slug,
      ).toEqual([]);
      expect(new Set(related).size, slug).toBe(related.length);
    }
  });

  it('of guides and playbooks are two', () => {
    for (const { slug, related } of [...guides().values(), ...playbooks().values()])
      expect(related, slug).toHaveLength(2);
  });

  it('of series exist, as does the course of one', () => {
    const problems = problemsOf(documentsIn(/^series\/[a-z-]+\.md$/), ({ path, data }) => [
      ...(data.related as string[]).filter((slug) => !seriesSlugs.has(slug) || path.endsWith(`/${slug}.md`)),
      ...(typeof data.course === 'string' && !courses().has(data.course) ? [data.course] : []),
    ]);
    expect(problems).toEqual([]);
  });

  it('named by pages are courses', () => {
    const problems = problemsOf(documentsIn(/^site\//), ({ data }) =>
      strings(data)
        .filter(({ keys }) => keys.some((key) => ['course', 'courses', 'aiCourses'].includes(key)))
        .filter(({ keys }) => !keys.some((key) => ['title', 'text', 'note'].includes(key)))
        .flatMap(({ text }) => (courses().has(text) ? [] : [text])),
    );
    expect(problems).toEqual([]);
  });
});

describe('files', () => {
  it('that a piece shows exist beside it', () => {
    const problems = problemsOf(documents, ({ path, tree }) => {
      const missing: string[] = [];
      visit(tree, 'image', ({ url }) => {
        if (!paths.includes(posix.join(posix.dirname(path), url))) missing.push(url);
      });
      return missing;
    });
    expect(problems).toEqual([]);
  });

  it('of videos and pictures named by path exist in public/', () => {
    const problems = problemsOf(documents, ({ data }) =>
      strings(data)
        .filter(({ keys }) => ['thumbnail', 'captions'].includes(keys.at(-1) ?? ''))
        .flatMap(({ text }) => (existsSync(join('public', text)) ? [] : [text])),
    );
    expect(problems).toEqual([]);
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
