/** A kind of pieces that admins edit; which one a piece is of is told by its path inside content/. */
export interface Shelf {
  id: string;
  label: string;
  /** What one piece of it is called. */
  one: string;
  pattern: RegExp;
  /** The page that shows the piece, where there is one. */
  pageOf?(path: string): string;
}

const stem = (path: string) => path.slice(path.lastIndexOf('/') + 1).replace(/(\.deck)?\.(md|yaml)$/, '');
const courseOf = (path: string) => path.split('/')[1] ?? '';

/** Every kind there is, in the order of the list. Whatever fits none of them is edited by nobody here: no path leads elsewhere. */
export const shelves: readonly Shelf[] = [
  {
    id: 'courses',
    label: 'Courses',
    one: 'course',
    pattern: /^courses\/[a-z0-9-]{1,60}\/course\.md$/,
    pageOf: (path) => `/courses/${courseOf(path)}`,
  },
  {
    id: 'modules',
    label: 'Modules',
    one: 'module',
    pattern: /^courses\/[a-z0-9-]{1,60}\/module-[1-9]\d?\.md$/,
    pageOf: (path) => `/courses/${courseOf(path)}/${stem(path)}`,
  },
  {
    id: 'guides',
    label: 'Guides',
    one: 'guide',
    pattern: /^guides\/[a-z0-9-]{1,60}\.md$/,
    pageOf: (path) => `/training/guides/${stem(path)}`,
  },
  {
    id: 'playbooks',
    label: 'Playbooks',
    one: 'playbook',
    pattern: /^playbooks\/[a-z0-9-]{1,60}\.md$/,
    pageOf: (path) => `/playbooks/${stem(path)}`,
  },
  {
    id: 'letters',
    label: 'Letters',
    one: 'letter',
    pattern: /^email-course\/(0[1-9]|1[0-2])-[a-z0-9-]{1,60}\.md$/,
    pageOf: (path) => `/email-course/${Number(stem(path).slice(0, 2))}`,
  },
  {
    id: 'series',
    label: 'Series',
    one: 'series',
    pattern: /^series\/[a-z0-9-]{1,60}\.md$/,
    pageOf: (path) => `/training/videos/${stem(path)}`,
  },
  {
    id: 'quizzes',
    label: 'Quizzes',
    one: 'quiz',
    pattern: /^courses\/[a-z0-9-]{1,60}\/quiz\.yaml$/,
    pageOf: (path) => `/courses/${courseOf(path)}/quiz`,
  },
  {
    id: 'slides',
    label: 'Slides',
    one: 'deck of slides',
    pattern: /^(courses\/[a-z0-9-]{1,60}\/(course|module-[1-9]\d?)|series\/[a-z0-9-]{1,60})\.deck\.yaml$/,
    pageOf(path) {
      if (path.startsWith('series/')) return `/training/videos/${stem(path)}`;
      return stem(path) === 'course'
        ? `/courses/${courseOf(path)}`
        : `/courses/${courseOf(path)}/${stem(path)}`;
    },
  },
  {
    id: 'pages',
    label: 'Page texts',
    one: 'page text',
    // The name of the site is a setting, and read before there is a database.
    pattern:
      /^(site\/(?!brand\.)[a-z0-9-]{1,60}\.yaml|support\/(faq|resources|phrasings\/[a-z-]{1,60})\.yaml|calculators\/questions\.yaml|getting-started\.md)$/,
  },
  {
    id: 'sales',
    label: 'Sales pages',
    one: 'sales page',
    pattern: /^sales-pages\/[a-z0-9-]{1,60}\.yaml$/,
    pageOf: (path) => `/products/${stem(path)}`,
  },
  {
    id: 'news',
    label: "What's new",
    one: 'month',
    pattern: /^whats-new\/20\d\d-(0[1-9]|1[0-2])\.yaml$/,
    pageOf: (path) => `/whats-new/${stem(path)}`,
  },
  {
    id: 'legal',
    label: 'Legal texts',
    one: 'legal text',
    pattern: /^legal\/(terms|privacy|refund-policy|affiliate-agreement|earnings-disclaimer)\.md$/,
    pageOf: (path) => `/legal/${stem(path)}`,
  },
];

/** The kind of a piece; undefined for what is no piece, whatever it names. */
export const shelfOf = (path: string): Shelf | undefined => shelves.find(({ pattern }) => pattern.test(path));

/** The kind of an id, or undefined. */
export const findShelf = (id: string | null): Shelf | undefined => shelves.find((shelf) => shelf.id === id);

/** Whether wordings of it are accepted by people, so that a change of it is the owner's. */
export const isLegal = (path: string): boolean => path.startsWith('legal/');

/** The page that shows most of a file of words; those of others are in several places. */
const pagesOfWords: Readonly<Record<string, string>> = {
  'getting-started.md': '/guides/getting-started',
  'site/affiliate-commissions.yaml': '/affiliate-centre/commissions',
  'site/affiliate-keys.yaml': '/affiliate-centre/keys',
  'site/affiliate-program.yaml': '/affiliate-program',
  'site/affiliate-stats.yaml': '/affiliate-centre/stats',
  'site/affiliate-support.yaml': '/affiliate-centre/support',
  'site/affiliate-tools.yaml': '/affiliate-centre/tools',
  'site/affiliate-training.yaml': '/affiliate-centre/training',
  'site/community.yaml': '/community',
  'site/courses.yaml': '/courses',
  'site/dashboard.yaml': '/dashboard',
  'site/demo.yaml': '/demo',
  'site/dmd.yaml': '/DMD',
  'site/email-course.yaml': '/email-course',
  'site/first-week.yaml': '/first-week',
  'site/funnel-setup.yaml': '/funnel-setup',
  'site/home.yaml': '/',
  'site/marketing-materials.yaml': '/marketing-materials',
  'site/pricing.yaml': '/pricing',
  'site/special.yaml': '/special',
  'site/support.yaml': '/support',
  'site/training.yaml': '/training',
  'site/upsells.yaml': '/pro-reseller-upsell',
  'support/faq.yaml': '/support',
  'support/resources.yaml': '/support',
};

/** The page on which a piece can be looked at before it is published, and whether visitors see that page too; null for none. */
export function previewPageOf(path: string): { page: string; isVisitors: boolean } | null {
  const page = shelfOf(path)?.pageOf?.(path) ?? pagesOfWords[path];
  // What visitors see of a playbook is its beginning.
  return page ? { page, isVisitors: /^(site|support|legal|whats-new|sales-pages)\//.test(path) } : null;
}
