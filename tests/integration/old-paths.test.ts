import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Actor } from '#app/domain/core/audit/record.server.ts';
import { connectAnsweredPaths } from '#app/domain/operating/old-paths/answered-paths.server.ts';
import {
  isMachineRedirect,
  loadMachineRedirects,
} from '#app/domain/operating/old-paths/machine-redirects.server.ts';
import {
  countRedirectHit,
  countUnknownPath,
  deleteOldUnknownPaths,
  listUnknownPaths,
  writePathHits,
} from '#app/domain/operating/old-paths/path-hits.server.ts';
import {
  addRedirects,
  deleteRedirect,
  findRedirect,
  listRedirects,
} from '#app/domain/operating/old-paths/redirects.server.ts';
import { withClock } from '#app/platform/clock.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { auditOf, newActor } from '#tests/integration/admins.ts';
import { ask, get, port, postForm, sessionOf, withDemoSite } from '#tests/integration/running-site.ts';

const dayMs = 24 * 3600_000;
let actor: Actor;
beforeAll(async () => {
  actor = (await newActor('manager')).actor;
  connectAnsweredPaths((path) => ['/pricing', '/demo', '/now-a-page'].includes(path));
});
afterEach(async () => {
  await prisma().pathRedirect.deleteMany();
  await prisma().unknownPath.deleteMany();
});

const add = (redirects: string) => addRedirects(actor, { redirects });

describe('redirects (P233)', () => {
  it('are added by managers, all or none, with a line in the audit log', async () => {
    const { actor: support } = await newActor('support');
    await expect(addRedirects(support, { redirects: '/a /demo' })).rejects.toThrow('privileges');
    await expect(add('/a /demo\n/b /nowhere')).rejects.toThrow('Line 2');
    expect(await prisma().pathRedirect.count()).toBe(0);
    expect(await add('/a /demo\n/b /pricing')).toBe(2);
    expect(await add('/A/ /demo\n/c /pricing')).toBe(1);
    expect(await add('/a /demo')).toBe(0);
    await expect(add('/a /pricing')).rejects.toThrow('“/a” already leads to /demo');
    expect((await auditOf('redirects')).map(({ action, after }) => [action, after])).toEqual([
      ['redirects_added', { redirects: 2 }],
      ['redirects_added', { redirects: 1, oldPath: '/c', newPath: '/pricing' }],
    ]);
    expect(await findRedirect('/A%2F')).toBe(null);
    expect(await findRedirect('/A/')).toMatchObject({ newPath: '/demo' });
    expect(await findRedirect('/a%00')).toBe(null);
    expect(await deleteRedirect(actor, '/a')).toBe(true);
    expect(await deleteRedirect(actor, '/a')).toBe(false);
    expect(await findRedirect('/a')).toBe(null);
  });

  it('lets one of two who name the same old path at once have it', async () => {
    const both = await Promise.allSettled([add('/twice /demo'), add('/twice /pricing')]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });

  it('are listed by page, there and back', async () => {
    const paths = Array.from({ length: 120 }, (_, index) => `/old-${String(index).padStart(3, '0')}`);
    await add(paths.map((path) => `${path} /demo`).join('\n'));
    const first = await listRedirects(null);
    const second = await listRedirects({ oldPath: first.next ?? '' });
    const third = await listRedirects({ oldPath: second.next ?? '' });
    expect([...first.rows, ...second.rows, ...third.rows].map(({ oldPath }) => oldPath)).toEqual(paths);
    expect([first.previous, third.next]).toEqual([null, null]);
    expect((await listRedirects({ oldPath: third.previous ?? '', isBack: true })).rows).toEqual(second.rows);
  });
});

it('a redirect saved before its old address counted as another program’s still leads on (P233)', async () => {
  await expect(add('/sdk /demo')).rejects.toThrow('another program’s address');
  const rows = ['/sdk', '/v1/chat', '/old'].map((oldPath) => ({
    ...{ oldPath, newPath: '/demo', createdAt: new Date() },
  }));
  await prisma().pathRedirect.createMany({ data: rows });
  expect(isMachineRedirect('/sdk')).toBe(false);
  await loadMachineRedirects();
  for (const path of ['/sdk', '/SDK/', '/v1/chat']) expect(isMachineRedirect(path)).toBe(true);
  for (const path of ['/old', '/version', '/sdk%00']) expect(isMachineRedirect(path)).toBe(false);
  await prisma().pathRedirect.deleteMany();
  await loadMachineRedirects();
  expect(isMachineRedirect('/sdk')).toBe(false);
});

describe('visits', () => {
  it('of redirects and of unknown paths are counted together, when they are written', async () => {
    await add('/a /demo');
    for (let times = 0; times < 3; times += 1) countRedirectHit('/a');
    countRedirectHit('/deleted-meanwhile');
    for (const path of ['/gone', '/Gone/', '/other', '/now-a-page']) countUnknownPath(path);
    expect(await listUnknownPaths()).toEqual([]);
    await writePathHits();
    expect((await listRedirects(null)).rows).toMatchObject([{ oldPath: '/a', hits: 3 }]);
    countUnknownPath('/gone');
    await writePathHits();
    expect((await listUnknownPaths()).map(({ path, times }) => [path, times])).toEqual([
      ['/gone', 3],
      ['/other', 1],
    ]);
  });

  it('to what could say who somebody is are not kept', async () => {
    for (const path of [
      '/u/jane@example.com',
      '/u/jane%40example.com',
      '/orders/100023456',
      '/x/01890a5d-ac96-774b-bcce-b302099a8057',
      `/reset/${'aB3'.repeat(12)}`,
      `/${'x'.repeat(400)}`,
      '/nul%00',
    ])
      countUnknownPath(path);
    await writePathHits();
    expect(await prisma().unknownPath.count()).toBe(0);
  });

  it('to unknown paths are bounded, and forgotten', async () => {
    const rows = Array.from({ length: 4_999 }, (_, index) => ({
      path: `/p-${index}`,
      times: 2,
      firstAt: new Date(),
      lastAt: new Date(),
    }));
    await prisma().unknownPath.createMany({ data: rows });
    for (const path of ['/aa', '/ab', '/ac', '/p-7']) countUnknownPath(path);
    await writePathHits();
    expect(await prisma().unknownPath.count()).toBe(5_000);
    expect(await prisma().unknownPath.findUnique({ where: { path: '/p-7' } })).toMatchObject({ times: 3 });
    const later = (days: number) =>
      withClock(() => new Date(Date.now() + days * dayMs), deleteOldUnknownPaths);
    await later(8);
    expect(await prisma().unknownPath.count()).toBe(4_999);
    await later(91);
    expect(await prisma().unknownPath.count()).toBe(0);
  });
});

describe('on the site', () => {
  withDemoSite();
  const browser = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Gecko/20100101 Firefox/140.0' };

  it('an admin adds a redirect; visitors are led there with their query, a referral counts, and no page is hidden', async () => {
    const cookie = await sessionOf('admin');
    const headers = { cookie };
    const path = '/admin/settings/redirects';
    expect((await get(path, headers)).text).toContain('No redirects yet');
    const send = (redirects: string) => postForm(port, path, { intent: 'add', redirects }, headers);
    for (const own of [
      '/pricing /demo',
      '/courses/seo /demo',
      '/r/abc /demo',
      '/admin/x /demo',
      '/api/x /demo',
      '/legal/terms /demo',
    ]) {
      const refused = await send(own);
      expect([own, refused.status]).toEqual([own, 422]);
      expect(refused.text).toContain('is an address of this site');
    }
    expect((await send('/old-prices /pricing?from=old#faq\n/old-demo /demo')).status).toBe(303);
    const led = await ask(port, '/Old-Prices/?ref=demo-affiliate&utm_source=fb', { headers: browser });
    expect([led.status, led.headers.location]).toEqual([
      301,
      '/pricing?from=old&ref=demo-affiliate&utm_source=fb#faq',
    ]);
    expect(led.headers['set-cookie']?.some((line) => line.startsWith('referral='))).toBe(true);
    const plain = await ask(port, '/old-demo', { headers: browser });
    expect([plain.status, plain.headers.location, plain.headers['cache-control']]).toEqual([
      301,
      '/demo',
      'private, max-age=3600',
    ]);
    expect((await get('/admin/old-demo', headers)).headers.location).toBe('/admin');
    expect((await postForm(port, '/old-demo', {}, {})).status).toBe(303);
    expect((await get('/never-there', browser)).headers.location).toBe('/');
    expect((await get('/never%00there', browser)).headers.location).toBe('/');
    const page = await get(path, headers);
    expect(page.text).toContain('/old-prices');
    const deleted = await postForm(port, path, { intent: 'delete', oldPath: '/old-demo' }, headers);
    expect(deleted.status).toBe(303);
    expect((await get('/old-demo', browser)).headers.location).toBe('/');
    expect((await postForm(port, path, { intent: 'other' }, headers)).status).toBe(400);
  });

  it('a parameter that is set counts as ref does (P232)', async () => {
    const headers = { cookie: await sessionOf('admin') };
    const visit = async (path: string) =>
      (await ask(port, path, { headers: browser })).headers['set-cookie']?.some((line) =>
        line.startsWith('referral='),
      ) ?? false;
    expect(await visit('/pricing?via=demo-affiliate')).toBe(false);
    const settings = '/admin/settings/oldLinks';
    const { text } = await get(settings, headers);
    const version = /name="version" value="(\d+)"/.exec(text)?.[1] ?? '0';
    const send = (parameters: string) =>
      postForm(port, settings, { version, parameters, reason: 'moving in' }, headers);
    expect((await send('ref')).status).toBe(422);
    expect((await send('VIA\nfpr')).status).toBe(303);
    expect(await visit('/pricing?via=demo-affiliate')).toBe(true);
    expect(await visit('/pricing?FPR=Demo-Affiliate)')).toBe(true);
    expect(await visit('/pricing?aff=demo-affiliate')).toBe(false);
  });
});
