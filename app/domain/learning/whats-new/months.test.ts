import { afterEach, expect, it } from 'vitest';
import { archiveMarkOf } from '#app/domain/core/access/archived-courses.server.ts';
import { courses } from '#app/domain/learning/courses/catalogue.server.ts';
import { withOpenLinks } from '#app/domain/learning/whats-new/months.server.ts';
import { setOverrides } from '#app/platform/content/files.server.ts';

afterEach(() => setOverrides(new Map()));

it('links to no course that is archived and no module that is gone', () => {
  const to = [
    '/courses/seo',
    '/courses/seo/module-1#first',
    '/courses/seo/module-98',
    '/courses/seo-gone',
    '/courses/social-marketing',
    '/courses',
    '/playbooks/crm-in-an-afternoon',
  ];
  const entry = { id: 'news', on: '2026-11-27', kind: 'added', title: 'News', text: 'What is new.' } as const;
  const linksNow = () =>
    withOpenLinks([{ ...entry, links: to.map((each) => ({ to: each, label: 'See it' })) }])[0]?.links.map(
      (link) => link.to,
    );
  expect(courses().has('seo')).toBe(true);
  const always = ['/courses/social-marketing', '/courses', '/playbooks/crm-in-an-afternoon'];
  expect(linksNow()).toEqual(['/courses/seo', '/courses/seo/module-1#first', ...always]);
  setOverrides(new Map([[archiveMarkOf('seo'), 'since: 2026-11-28\n']]));
  expect(linksNow()).toEqual(always);
});
