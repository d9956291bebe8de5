import type { RoutePattern } from '#app/routes/http/route-pattern.ts';

/**
 * Pages that a browser may keep to be read offline (P323): what is taught, with its reader's notes and marks. Each stands here by
 * itself. Pages about money, accounts and other people, and pages at secret addresses, never do.
 */
export const offlinePages: readonly RoutePattern[] = [
  'courses',
  'courses/:courseSlug',
  'courses/:courseSlug/:moduleSegment',
  'training',
  'training/guides/:guideSlug',
  'training/videos/:seriesSlug',
  'guides/getting-started',
  'email-course',
  'email-course/:month',
  'playbooks',
  'playbooks/:playbookSlug',
];
