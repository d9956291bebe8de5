import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Course, findCourse, renderLesson } from '#app/domain/learning/courses/catalogue.server.ts';
import { plainText } from '#app/platform/content/plain-text.server.ts';
import {
  ask,
  databaseOfSite,
  get,
  port,
  postForm,
  sessionOf,
  withDemoSite,
} from '#tests/integration/running-site.ts';

withDemoSite();

const slug = 'geo-targeting';
const course = findCourse(slug) as Course;
const closed = course.modules[1];
if (!closed) throw new Error('The tests need a course of two modules.');
const base = `/courses/${slug}`;
const path = `${base}/module-2`;
/** A paragraph that only the lesson has. */
const secret = closed.lesson
  .split(/\n\s*\n/)
  .filter((block) => /^[A-Z]/.test(block))
  .map((block) => plainText(block).slice(0, 60))
  .at(1) as string;

let db: pg.Client;
let cookie: string;
let admin: string;

beforeAll(async () => {
  db = new pg.Client({ connectionString: databaseOfSite });
  await db.connect();
  [cookie, admin] = await Promise.all([sessionOf('member'), sessionOf('admin')]);
  await db.query('DELETE FROM user_module_completion WHERE course_id = $1', [slug]);
  await db.query('DELETE FROM user_progress WHERE course_id = $1', [slug]);
  await db.query('DELETE FROM course_enrollments WHERE course_id = $1', [slug]);
  await db.query(
    `INSERT INTO course_releases (course_id, mode, entries, checked_at, updated_at)
     VALUES ($1, 'weekly', '{"1": 0, "2": 1}', now(), now())`,
    [slug],
  );
});
afterAll(() => db?.end());

const read = (address: string, headers: Record<string, string> = {}) =>
  ask(port, address, { headers: { cookie, ...headers } });
const post = (address: string, fields: Record<string, string>) => postForm(port, address, fields, { cookie });

it('shows a closed lesson to nobody but admins, as a page and as data', async () => {
  for (const address of [path, `${path}.data`]) {
    const { status, text } = await read(address);
    expect(status).toBe(200);
    expect(text).not.toContain(secret);
    for (const { text: heading } of renderLesson(closed).headings.slice(1))
      expect(text).not.toContain(`>${heading}<`);
  }
  expect((await read(path)).text).toContain('This module isn&#x27;t open yet');
  expect((await ask(port, path, { headers: { cookie: admin } })).text).toContain(secret);
});

it('announces the schedule on the overview before anyone starts, and starts with the first lesson', async () => {
  const before = (await read(base)).text;
  expect(before).toContain('Modules open week by week');
  expect(before).toContain('Opens 1 week after you start');
  expect((await read(`${base}/schedule.ics`)).status).toBe(404);
  // A browser that fetches ahead starts nothing, nor does somebody who looks at the overview.
  await read(`${base}/module-1`, { 'sec-purpose': 'prefetch' });
  const count = async () =>
    (await db.query('SELECT count(*)::int AS n FROM course_enrollments WHERE course_id = $1', [slug])).rows[0]
      .n;
  expect(await count()).toBe(0);
  expect((await read(`${base}/module-1`)).status).toBe(200);
  expect(await count()).toBe(1);
  const calendar = await read(`${base}/schedule.ics`);
  expect(calendar.headers['content-type']).toBe('text/calendar; charset=utf-8');
  expect(calendar.text).toContain(`UID:course-${slug}-module-2@`);
  expect(calendar.text).not.toContain(secret);
  expect((await read(base)).text).toMatch(/Opens(?: |<!-- -->)*<time/);
});

it('leads on to no closed module, and says when it opens', async () => {
  expect((await post(`${base}/complete`, { moduleId: '1' })).status).toBe(303);
  for (const address of [base, `${base}/module-1`, '/dashboard']) {
    const { text } = await read(address);
    expect(text.replaceAll('<!-- -->', ''), address).toMatch(/Opens\s*<time/);
  }
  for (const address of [`${base}/module-1`, '/dashboard'])
    expect((await read(address)).text, address).toContain('See the schedule');
  expect((await read('/dashboard')).text).not.toContain(path);
  expect((await read(base)).text).not.toContain('Continue with module');
});

it('refuses everything that is done in a closed module', async () => {
  expect((await post(`${base}/complete`, { moduleId: '2' })).status).toBe(403);
  expect((await post(`${path}/checklist`, {})).status).toBe(403);
  expect((await post('/watching', { deck: `courses/${slug}/module-2`, slide: '1' })).status).toBe(403);
  const heading = renderLesson(closed).headings[0]?.id ?? '';
  expect((await post('/reading', { piece: `courses/${slug}/module-2`, heading })).status).toBe(403);
  const { rows } = await db.query(
    'SELECT module_id FROM user_module_completion WHERE course_id = $1 AND module_id = 2',
    [slug],
  );
  expect(rows).toEqual([]);
});

it('keeps slides, quiz and search of it closed', async () => {
  expect((await read(`${path}/watch.data`)).status).toBe(404);
  expect((await read(`${base}/module-1/watch.data`)).status).toBe(200);
  const quiz = (await read(`${base}/quiz`)).text;
  expect(quiz).toContain('The quiz isn&#x27;t open yet');
  expect(quiz).not.toContain('<fieldset');
  const found = (await read(`/search?q=${encodeURIComponent(closed.title)}`)).text;
  expect(found).toContain('Not open yet');
  expect(found).not.toContain(secret);
});

it('says nothing of it where anyone may read', async () => {
  for (const address of ['/sitemap.xml', '/feed.xml', '/whats-new.xml', '/speculation-rules.json'])
    expect((await get(address)).text).not.toContain(secret);
});
