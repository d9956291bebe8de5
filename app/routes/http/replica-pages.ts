import { isAtOrBelow, isOneOf, type RoutePattern } from '#app/routes/http/route-pattern.ts';

// Which pages may be a moment old: what is taught, lists, search, statistics and exports (P241). What is about money, access and security,
// and what does something by being opened, asks the database that takes writes. A new page is none of these until somebody decides.

/** Pages that may be read from a replica; those below one do not follow. */
const replicaPages: readonly RoutePattern[] = [
  'search',
  'community',
  'community/threads/:threadId',
  'community/posts/:postId/history',
  'whats-new',
  'whats-new/:newsMonth',
  'tutorials',
  'playbooks',
  'playbooks/:playbookSlug',
  'playbooks/:playbookSlug/:file',
  'training/workbooks/:file',
  'dashboard',
  'courses',
  'courses/:courseSlug',
  'courses/:courseSlug/quiz',
  'courses/:courseSlug/slides.pdf',
  'courses/:courseSlug/:moduleSegment',
  'training',
  'training/guides/:guideSlug',
  'training/videos/:seriesSlug',
  'playbooks/:playbookSlug/template',
  'calculators',
  'calculators/:calculatorSlug',
  'email-course',
  'email-course/:month',
  'guides/getting-started',
  'ebook',
  'ebook/cover.svg',
  'support/tickets',
  'notifications',
  'pictures/:pictureId',
  'profile',
  'affiliate-centre/stats',
  'affiliate-centre/stats.csv',
  'affiliate-centre/tools',
  'marketing-materials',
  'admin/users',
  'admin/users/export/:form',
  'admin/audit',
  'admin/audit/export/:form',
  'admin/mail',
  'admin/content/courses/:courseSlug/report',
  'admin/content/courses/:courseSlug/report/:reportFile',
  'admin/content/quality',
];

/** Areas whose pages all may. */
const replicaAreas: readonly RoutePattern[] = ['admin/analytics', 'affiliate-centre/training'];

/** Whether a request may be answered from a replica. */
export const isReplicaPage = (method: string, pattern: string): boolean =>
  (method === 'GET' || method === 'HEAD') &&
  (isOneOf(pattern, replicaPages) || isAtOrBelow(pattern, replicaAreas));
