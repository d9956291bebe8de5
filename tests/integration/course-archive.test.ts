import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { allProducts, ebook, setCatalogue } from '#app/domain/core/catalogue/products.ts';
import { type Course, findCourse } from '#app/domain/learning/courses/catalogue.server.ts';
import { archiveCourse, unarchiveCourse } from '#app/domain/publishing/course-archive.server.ts';
import { newActor } from '#tests/integration/admins.ts';
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
const { title, modules } = findCourse(slug) as Course;
const base = `/courses/${slug}`;
const notice = 'It takes no new learners.';

let db: pg.Client;
let newcomer: string;
let learner: string;
let admin: string;

beforeAll(async () => {
  db = new pg.Client({ connectionString: databaseOfSite });
  await db.connect();
  [newcomer, learner, admin] = await Promise.all([
    sessionOf('member'),
    sessionOf('affiliate'),
    sessionOf('admin'),
  ]);
  for (const table of ['user_module_completion', 'user_progress', 'course_enrollments'])
    await db.query(`DELETE FROM ${table} WHERE course_id = $1`, [slug]);
  await read(`${base}/module-1`, learner);
});
afterAll(() => db?.end());

const read = (address: string, cookie: string) => ask(port, address, { headers: { cookie } });
const press = (intent: string, fields: Record<string, string> = {}, cookie = admin) =>
  postForm(port, `/admin/content${base}/archive`, { intent, ...fields }, { cookie });
const count = async (sql: string) => Number((await db.query(`SELECT count(*) FROM ${sql}`)).rows[0].count);
const isIndexed = () => count(`search_documents WHERE path LIKE '${base}%'`);

it('takes no new learners and is in no list once it is archived, and stays with whoever has started it (P310)', async () => {
  expect((await read(base, newcomer)).status).toBe(200);
  expect(await isIndexed()).toBeGreaterThan(modules.length);
  const page = await read(`/admin/content${base}/archive`, admin);
  expect(page.text).toContain('1 person who started it keeps its lessons and progress.');
  // Twice at once is once.
  const answers = await Promise.all([press('archive', { note: 'Out of date' }), press('archive')]);
  expect(answers.map(({ status }) => status)).toEqual([303, 303]);
  expect(await count(`content_versions WHERE path = 'courses/${slug}/archived.yaml'`)).toBe(1);

  // The team is told, on the outline and in the list.
  expect((await read(`/admin/content${base}`, admin)).text).toContain('Archived since ');
  expect((await read('/admin/content?kind=courses&q=geo', admin)).text).toContain('>Archived<');
  expect((await read(base, admin)).status).toBe(200);

  // A newcomer is told, on every page of it, and can do nothing in it.
  for (const address of [base, `${base}/module-1`, `${base}/quiz`, `${base}/module-1.data`]) {
    const answer = await read(address, newcomer);
    expect([address, answer.status]).toEqual([address, 404]);
    expect(answer.text).toContain('This course is archived');
  }
  for (const address of [`${base}/slides.pdf`, `${base}/schedule.ics`])
    expect((await read(address, newcomer)).status).toBe(404);
  const completed = await postForm(port, `${base}/complete`, { moduleId: '1' }, { cookie: newcomer });
  expect(completed.status).toBe(403);
  expect(await count(`course_enrollments WHERE course_id = '${slug}'`)).toBe(1);

  // No list, search or page for visitors leads to it.
  for (const address of ['/courses', '/dashboard'])
    expect((await read(address, newcomer)).text).not.toContain(`${base}"`);
  for (const address of ['/', '/sitemap.xml']) expect((await get(address)).text).not.toContain(base);
  expect((await get('/')).text).not.toContain(`>${title}<`);
  expect(await isIndexed()).toBe(0);

  // Whoever has started goes on.
  const own = await read(base, learner);
  expect(own.status).toBe(200);
  expect(own.text).toContain(notice);
  for (const { id } of modules)
    expect(
      (await postForm(port, `${base}/complete`, { moduleId: String(id) }, { cookie: learner })).status,
    ).toBe(303);
  const list = await read('/courses', learner);
  expect(list.text).toContain(`${base}"`);
  expect(list.text).toContain('archived');
  expect((await read(`${base}/quiz`, learner)).status).toBe(200);

  // And back.
  expect((await press('unarchive')).status).toBe(303);
  expect((await press('unarchive')).status).toBe(303);
  expect((await read(base, newcomer)).status).toBe(200);
  expect((await read('/courses', newcomer)).text).toContain(`${base}"`);
  expect((await read(base, learner)).text).not.toContain(notice);
  expect(await isIndexed()).toBeGreaterThan(modules.length);
});

it('is refused for what is no course, an unknown button and a long reason, and keeps what was typed', async () => {
  const nowhere = await postForm(
    port,
    '/admin/content/courses/nowhere/archive',
    { intent: 'archive' },
    { cookie: admin },
  );
  expect(nowhere.status).toBe(404);
  expect((await press('delete')).status).toBe(400);
  const note = 'x'.repeat(201);
  const long = await press('archive', { note });
  expect(long.status).toBe(422);
  expect(long.text).toContain('Please use at most 200 characters');
  expect(long.text).toContain(note);
});

it('is refused to whoever may not archive, and while a product on sale unlocks the course by itself', async () => {
  const [manager, support] = await Promise.all([newActor('manager'), newActor('support')]);
  await expect(archiveCourse(support.actor, slug, '')).rejects.toMatchObject({ kind: 'not_allowed' });
  await expect(unarchiveCourse(support.actor, slug, '')).rejects.toMatchObject({ kind: 'not_allowed' });
  const before = allProducts();
  const pack = { ...ebook, key: 'pack', name: 'Maps pack', unlocks: [`course:${slug}`] };
  setCatalogue([...before, pack]);
  await expect(archiveCourse(manager.actor, slug, '')).rejects.toMatchObject({
    kind: 'conflict',
    message: expect.stringContaining('Maps pack is on sale'),
  });
  // What is not sold any more keeps nothing from it.
  setCatalogue([...before, { ...pack, isArchived: true }]);
  await archiveCourse(manager.actor, slug, '');
  await unarchiveCourse(manager.actor, slug, '');
  setCatalogue(before);
});
