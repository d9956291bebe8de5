import { existsSync } from 'node:fs';
import { join, posix } from 'node:path';
import { visit } from 'unist-util-visit';
import { guides, playbooks } from '#app/domain/learning/articles/articles.server.ts';
import { calculators } from '#app/domain/learning/calculators/calculators.ts';
import { courses, parseModuleSegment } from '#app/domain/learning/courses/catalogue.server.ts';
import { legalNames } from '#app/domain/learning/legal/documents.server.ts';
import { allSeries } from '#app/domain/learning/series/series.server.ts';
import { findTemplate } from '#app/domain/learning/templates/templates.server.ts';
import { findMonth } from '#app/domain/learning/whats-new/months.server.ts';
import { addressesIn, type Document, strings } from '#app/domain/publishing/document.server.ts';
import { productAtSalesPath } from '#app/domain/site/sales-pages/sales-pages.server.ts';
import { contentText } from '#app/platform/content/files.server.ts';
import { imagesPath, isImageName } from '#app/platform/content/image-names.ts';
import { renderMarkdown } from '#app/platform/content/markdown.server.ts';

type Params = Readonly<Record<string, string | undefined>>;
/** The parameters of the page that an address leads to; null where it leads to none. */
export type FindPage = (pathname: string) => Params | null;

let findPage: FindPage | undefined;

/** Tells which pages the site has: what knows the routes says so at start. */
export function connectPages(find: FindPage): void {
  findPage = find;
}

/** Whether the content has what an address names, by the name of the route's parameter. */
const exists: Record<string, (value: string, params: Params) => boolean> = {
  courseSlug: (slug) => courses().has(slug),
  moduleSegment: (segment, { courseSlug = '' }) =>
    courses()
      .get(courseSlug)
      ?.modules.some(({ id }) => id === parseModuleSegment(segment)) ?? false,
  guideSlug: (slug) => guides().has(slug),
  playbookSlug: (slug) => playbooks().has(slug),
  seriesSlug: (slug) => allSeries().has(slug),
  document: (slug) => legalNames.some((name) => name === slug),
  productSlug: (slug) => productAtSalesPath(`/products/${slug}`) !== undefined,
  newsMonth: (month) => findMonth(month) !== undefined,
};

/** What is wrong with an address of the site, or null. @throws {Error} where nobody has said which pages there are */
export function addressProblem(address: string): string | null {
  if (!findPage) throw new Error('Links cannot be checked before the pages are known.');
  if (!URL.canParse(address, 'http://site.test')) return `${address} is no address`;
  const { pathname, host } = new URL(address, 'http://site.test');
  if (host !== 'site.test') return `${address} leads off the site`;
  const params = findPage(pathname);
  if (!params) return `${address} is no page of the site`;
  for (const [name, value] of Object.entries(params)) {
    const isThere = exists[name];
    if (!isThere) return `${address}: content may not name a page with :${name}`;
    if (!isThere(value ?? '', params)) return `${address} names content that does not exist`;
  }
  return null;
}

const isOwn = (address: string) => address.startsWith('/');

/** Areas whose addresses stand in texts also without being links. */
const areas =
  /(?<![\w./\]-])\/(?:courses|training|playbooks|dashboard|affiliate-centre|guides)(?:\/[\w-]+)*\b/g;

/** Reserved for examples, so nobody's; or with a part to fill in. */
const isExample = (host: string) => /(^|\.)example\.(com|org|net)$/.test(host) || /^[[{]/.test(host);

/** Links lead to pages and pieces that exist, or write to support; also to other sites where the piece may have such links. */
export function linkProblems(document: Document, mayLeadOff = false): string[] {
  const addresses = addressesIn(document);
  const ids = () => renderMarkdown(document.body, posix.dirname(document.path)).html;
  const anchors = addresses.filter((address) => address.startsWith('#'));
  const html = anchors.length > 0 ? ids() : '';
  return [
    ...addresses.filter(isOwn).flatMap((address) => addressProblem(address) ?? []),
    ...anchors
      .filter((address) => !html.includes(`id="${address.slice(1)}"`))
      .map((address) => `${address} is no heading of this piece`),
    ...addresses
      .filter(
        (address) =>
          !isOwn(address) &&
          !address.startsWith('#') &&
          address !== 'mailto:{{supportEmail}}' &&
          !(mayLeadOff && /^(https:\/\/|mailto:)/.test(address)),
      )
      .map((address) => `${address} leads off the site`),
    ...[...document.text.matchAll(areas)].flatMap(([address]) => addressProblem(address) ?? []),
  ];
}

/** No address of another site is printed, but of the official pages that boxes and news rest on, and of videos. */
export function foreignAddressProblems({ text, data }: Document): string[] {
  const videos = strings(data).filter(
    ({ keys }) => keys.at(-1) === 'url' && keys.some((key) => key === 'video' || key === 'introVideo'),
  );
  let own = text.replace(/^ *page: https:\S+$/gm, '');
  for (const { text: address } of videos) own = own.replaceAll(address, '');
  return [...own.matchAll(/\b(?:https?:\/\/|www\.)([^\s/"')`]+)/g)].flatMap(([address, host]) =>
    isExample(String(host)) ? [] : [`${address} is an address of another site`],
  );
}

/** Pieces that a piece names exist, and are others. */
export function relatedProblems({ path, data }: Document): string[] {
  const [shelf = '', name = ''] = path.split('/');
  const slug = name.replace(/\.md$/, '');
  const shelves: Record<string, ReadonlyMap<string, unknown>> = {
    courses: courses(),
    guides: guides(),
    playbooks: playbooks(),
    series: allSeries(),
  };
  const related = Array.isArray(data.related) ? data.related.map(String) : [];
  const all = shelves[shelf];
  const problems = all
    ? related
        .filter((other) => !all.has(other) || other === slug)
        .map((other) => `related: ${other} is no other piece of this kind`)
    : [];
  const chosen = (key: string) => (Array.isArray(data[key]) ? data[key].map(String) : []);
  if (/^courses\/[^/]+\/module-/.test(path))
    problems.push(
      ...chosen('calculators')
        .filter((other) => !calculators.has(other))
        .map((other) => `calculators: there is no calculator ${other}`),
      ...chosen('templates')
        .filter((other) => findTemplate(other) === null)
        .map((other) => `templates: there is no playbook ${other} with a template`),
    );
  if (new Set(related).size !== related.length) problems.push('related: one is named twice');
  if (/^(guides|playbooks)\/[^.]+\.md$/.test(path) && related.length !== 2)
    problems.push('related: name two');
  const named = strings(data)
    .filter(({ keys }) => keys.some((key) => ['course', 'courses', 'aiCourses'].includes(key)))
    .filter(({ keys }) => !keys.some((key) => ['title', 'text', 'note'].includes(key)))
    .filter(() => shelf === 'site' || shelf === 'series');
  return [
    ...problems,
    ...named.flatMap(({ text, keys }) =>
      courses().has(text) ? [] : [`${keys.join('.').replace(/^file\./, '')}: there is no course ${text}`],
    ),
  ];
}

/** Pictures that a piece shows, and files that it names, are there. */
export function fileProblems({ path, tree, data }: Document): string[] {
  const problems: string[] = [];
  visit(tree, 'image', ({ url }) => {
    // Whether one that was sent to the site is kept is known to the database.
    const isThere = url.startsWith(imagesPath)
      ? isImageName(url.slice(imagesPath.length))
      : !url.startsWith('/') && contentText(posix.join(posix.dirname(path), url)) !== null;
    if (!isThere) problems.push(`The picture ${url} is not there`);
  });
  for (const { keys, text } of strings(data))
    if (
      ['thumbnail', 'captions'].includes(keys.at(-1) ?? '') &&
      // Whether one that was uploaded is there is known to the database.
      text.startsWith('/') &&
      !(text.startsWith(imagesPath) && isImageName(text.slice(imagesPath.length))) &&
      !existsSync(join('public', posix.join('/', text)))
    )
      problems.push(`${keys.join('.')}: there is no file ${text}`);
  return problems;
}
