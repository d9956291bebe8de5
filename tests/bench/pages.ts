import type { Ask } from '#tests/bench/http.ts';
import { questions } from '#tests/bench/questions.ts';

/** A page of the site that is measured. */
export interface BenchPage {
  name: string;
  path: string;
  isSignedIn: boolean;
  /** The status a right answer has: anything else fails the run. */
  status: number;
  post?: Record<string, string>;
  /** Addresses of the same page with other content, which take turns with its path under load. */
  others?: readonly string[];
}

/** All addresses of a page. */
export const pathsOf = ({ path, others = [] }: BenchPage): string[] => [path, ...others];

/** What is put under load, beside a bare server. The sign-in post is rate limited, so its page stands for it. */
export const loadedPages: readonly BenchPage[] = [
  { name: 'Home', path: '/', isSignedIn: false, status: 200 },
  { name: 'Sign-in', path: '/login', isSignedIn: false, status: 200 },
  {
    name: 'Mark complete (post)',
    path: '/courses/email-marketing/complete',
    isSignedIn: true,
    status: 303,
    post: { moduleId: '1', returnTo: 'module' },
  },
];

const searchFor = (question: string) => `/search?q=${encodeURIComponent(question).replaceAll('%20', '+')}`;

/** Pages of signed-in users, measured beside a stock server. */
export const signedInPages: readonly BenchPage[] = [
  { name: 'Dashboard', path: '/dashboard' },
  { name: 'Course page', path: '/courses/email-marketing' },
  { name: 'Lesson', path: '/courses/email-marketing/module-1' },
  { name: 'Guide', path: '/training/guides/purchase-cycle' },
  { name: 'Search', path: searchFor('landing page'), others: questions.map(searchFor) },
].map((page) => ({ ...page, isSignedIn: true, status: 200 }));

/** So many that none is asked twice in the time that is measured. */
const newCount = 5_000;

/** What is looked for, each time in words that nobody has asked for before: what was found a moment ago is kept. */
export const newQuestions: readonly string[] = Array.from({ length: newCount }, (_, number) =>
  searchFor(`${questions[number % questions.length]} -without${number}`),
);

const weighed = (isSignedIn: boolean) => (path: string) => ({ name: path, path, isSignedIn, status: 200 });

/** What is only asked for, since the targets for queries and bytes hold on every page. */
export const weighedPages: readonly BenchPage[] = [
  ...[
    '/register',
    '/pricing',
    '/affiliate-program',
    '/support',
    '/playbooks',
    '/playbooks/keyword-map',
    '/tutorials',
    '/search?q=customers',
    '/legal/terms',
  ].map(weighed(false)),
  ...[
    '/courses',
    '/training',
    '/training/videos/entrepreneurial?module=3',
    '/email-course',
    '/email-course/3',
    '/ebook',
    '/guides/getting-started',
    '/affiliate-centre',
    '/affiliate-centre/stats',
    '/affiliate-centre/training',
    '/marketing-materials',
    '/profile',
    '/profile/billing',
    '/change-password',
    '/checkout',
  ].map(weighed(true)),
];

/** How a browser asks for the page. */
export function askFor(page: BenchPage, sessionCookie: string): Ask {
  return {
    method: page.post ? 'POST' : 'GET',
    headers: {
      accept: 'text/html',
      'accept-encoding': 'gzip, deflate, br, zstd',
      'user-agent': 'Mozilla/5.0 (bench)',
      ...(page.isSignedIn && sessionCookie ? { cookie: sessionCookie } : {}),
      ...(page.post ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
    },
    ...(page.post ? { body: new URLSearchParams(page.post).toString() } : {}),
  };
}
