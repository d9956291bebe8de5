import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  ask,
  databaseOfSite,
  port,
  postForm,
  sessionOf,
  withDemoSite,
} from '#tests/integration/running-site.ts';

withDemoSite();

const slug = 'outsourcing';
const outline = `/admin/content/courses/${slug}`;
let db: pg.Client;
let admin: string;

beforeAll(async () => {
  db = new pg.Client({ connectionString: databaseOfSite });
  await db.connect();
  admin = await sessionOf('admin');
  await db.query(
    `INSERT INTO course_releases (course_id, mode, entries, checked_at, updated_at) VALUES ($1, 'in_order', '{}', now(), now())`,
    [slug],
  );
  const saved = await postForm(
    port,
    outline,
    { intent: 'rename-module', module: '1', title: 'A title of the draft' },
    { cookie: admin },
  );
  expect(saved.status).toBe(303);
});
afterAll(() => db?.end());

const preview = (query: string, cookie = admin) =>
  ask(port, `${outline}/preview?${query}`, { headers: { cookie } });
const rows = async () =>
  (
    await db.query(
      `SELECT (SELECT count(*) FROM course_enrollments) AS opened, (SELECT count(*) FROM activity_log) AS log`,
    )
  ).rows[0];

it('shows a page of a course as each kind of person gets it, with its drafts or without, and records nothing (P317)', async () => {
  const before = await rows();
  const member = await preview('as=member&page=module-1');
  expect(member.status).toBe(200);
  expect(member.text).toContain('Preview as a member, with the drafts.');
  expect(member.text).toContain('A title of the draft');
  expect(member.text).toContain('Mark as Complete');
  expect(member.text).not.toContain('<script');
  expect(member.headers['set-cookie']).toBeUndefined();
  // What its forms do would be done in the author's own name.
  expect(member.text).toMatch(/<button disabled/);
  expect(member.text).not.toMatch(/<button(?! disabled)/);
  expect(member.headers['content-security-policy']).toContain("form-action 'none'");
  // As the schedule has it for somebody who has begun nothing.
  expect((await preview('as=reseller&page=module-2')).text).toContain('Preview as a reseller');
  expect((await preview('as=member&page=module-2')).text).not.toContain('Mark as Complete');
  const published = await preview('as=pro_reseller&page=module-1&version=published');
  expect(published.text).toContain('as published.');
  expect(published.text).not.toContain('A title of the draft');
  // A visitor is led to sign in, and the page says so.
  const visitor = await preview('as=visitor');
  expect(visitor.text).toContain(`/courses/${slug} redirects them to /login.`);
  expect(visitor.text).toContain('Sign in to your account');
  // What is asked in another way is the course as a visitor gets it; a page that is not there, as they would see that.
  expect((await preview('as=admin&page=../../admin&version=x')).text).toContain('Preview as a visitor');
  expect((await preview('as=member&page=module-77')).text).toContain('Module not found');
  expect(await rows()).toEqual(before);
});

it('is for authors alone, and of courses that there are', async () => {
  expect((await preview('as=member', await sessionOf('member'))).status).toBe(403);
  const nowhere = await ask(port, '/admin/content/courses/nowhere/preview', { headers: { cookie: admin } });
  expect(nowhere.status).toBe(404);
});
