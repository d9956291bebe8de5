import { salesPath } from '#app/domain/core/catalogue/product-rows.ts';
import { allProducts } from '#app/domain/core/catalogue/products.ts';
import { playbooks } from '#app/domain/learning/articles/articles.server.ts';
import { legalDocuments } from '#app/domain/learning/legal/documents.server.ts';
import { months } from '#app/domain/learning/whats-new/months.server.ts';
import { homeCopy } from '#app/domain/site/site-copy/home.server.ts';
import {
  affiliateProgramCopy,
  communityCopy,
  demoCopy,
  pricingCopy,
  supportCopy,
  trainingCopy,
} from '#app/domain/site/site-copy/pages.server.ts';
import { perContent } from '#app/platform/content/files.server.ts';

/** A page that anyone may read and search engines should know. */
interface PublicPage {
  path: string;
  /** What its picture says when the page is shared. */
  title: string;
  /** What kind of page it is, said above the title. */
  kind: string;
  /** What it is about, where that is drawn on its picture. */
  topic?: string | undefined;
  /** The day it was last changed (YYYY-MM-DD), where that is known. */
  changedOn?: string | undefined;
}

const contentPages = perContent((): readonly PublicPage[] => [
  ...sitePages(),
  ...playbookPages(),
  ...newsPages(),
  ...legalPages(),
]);

/** Every public page by path: what the sitemap lists and what has a picture for sharing. @throws {ContentError} */
export const publicPages = (): ReadonlyMap<string, PublicPage> =>
  new Map([...contentPages(), ...productPages()].map((page) => [page.path, page] as const));

function sitePages(): PublicPage[] {
  const { tutorials, playbooks: shelf } = trainingCopy();
  return [
    { path: '/', title: homeCopy().hero.headline, kind: 'Marketing training' },
    { path: '/pricing', title: pricingCopy().title, kind: 'Pricing' },
    { path: '/gift', title: 'Give a membership', kind: 'A gift' },
    { path: '/demo', title: demoCopy().title, kind: 'A lesson' },
    { path: '/affiliate-program', title: affiliateProgramCopy().title, kind: 'Affiliates & Resellers' },
    { path: '/support', title: supportCopy().title, kind: 'Support' },
    { path: '/community', title: communityCopy().title, kind: 'Community' },
    { path: '/tutorials', title: tutorials.title, kind: 'Guides and playbooks' },
    { path: '/playbooks', title: shelf.title, kind: 'Step by step' },
  ];
}

/** The pages of products that have no fixed page of their own, as long as they are for sale. */
function productPages(): PublicPage[] {
  return allProducts().flatMap(({ productKey, name, pages, isArchived }) =>
    isArchived || pages.sales !== salesPath(productKey)
      ? []
      : [{ path: pages.sales, title: name, kind: 'For sale' }],
  );
}

function playbookPages(): PublicPage[] {
  return [...playbooks().values()].flatMap(({ slug, title, topic, published }) =>
    published ? [{ path: `/playbooks/${slug}`, title, kind: 'Playbook', topic, changedOn: published }] : [],
  );
}

function newsPages(): PublicPage[] {
  const all = months().map(({ month, title, entries }) => ({
    path: `/whats-new/${month}`,
    title: `What was new in ${title}`,
    kind: "What's new",
    changedOn: entries[0]?.on,
  }));
  return [
    { path: '/whats-new', title: "What's new", kind: 'By month', changedOn: all[0]?.changedOn },
    ...all,
  ];
}

function legalPages(): PublicPage[] {
  return [...legalDocuments().values()].map(({ name, title, version }) => ({
    path: `/legal/${name}`,
    title,
    kind: 'Legal',
    changedOn: version,
  }));
}
