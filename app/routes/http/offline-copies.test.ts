import { RouterContextProvider } from 'react-router';
import { expect, it } from 'vitest';
import { plainViewer, type Viewer } from '#app/domain/core/access/viewer.ts';
import { now, withClock } from '#app/platform/clock.server.ts';
import { dayMs } from '#app/platform/durations.ts';
import {
  adminBehindContext,
  requestInfoContext,
  sessionContext,
  viewerContext,
} from '#app/routes/http/context.server.ts';
import { markOfflineCopies, offlineHeader } from '#app/routes/http/offline-copies.server.ts';

const ada: Viewer = {
  ...plainViewer,
  id: 'ada',
  sessionId: 'session',
  email: 'ada@example.com',
  name: 'Ada',
  role: 'member',
  hasMembership: true,
};
const at = new Date('2026-03-01T12:00:00Z');
const lesson = 'courses/:courseSlug/:moduleSegment';

interface Case {
  viewer?: Viewer | null;
  /** When the session began, in days before. */
  sessionDays?: number;
  staysSignedIn?: boolean;
  pattern?: string;
  path?: string;
  method?: string;
  cookie?: string;
  info?: object;
  isView?: boolean;
  /** The account that a browser has kept a form for. */
  sender?: string;
}

/** What the browser's worker is told with a page. */
async function headersOf({
  viewer = ada,
  sessionDays = 0,
  staysSignedIn = true,
  pattern = lesson,
  path = '/courses/seo/module-1',
  method = 'GET',
  cookie = '',
  info = {},
  isView = false,
  sender,
}: Case) {
  return withClock(
    () => at,
    async () => {
      const context = new RouterContextProvider();
      context.set(requestInfoContext, info as never);
      context.set(viewerContext, viewer);
      if (viewer)
        context.set(sessionContext, {
          begunAt: new Date(now().getTime() - sessionDays * dayMs),
          staysSignedIn,
        });
      if (isView) context.set(adminBehindContext, ada);
      const url = new URL(path, 'http://localhost');
      const request = new Request(url, {
        method,
        headers: { Cookie: cookie, ...(sender ? { 'Offline-Account': sender } : {}) },
      });
      const response = await markOfflineCopies(
        { request, url, pattern, context, params: {} } as never,
        async () => new Response('page'),
      );
      const { headers, status } = response as Response;
      return { status, reader: headers.get('Offline-Reader'), until: headers.get('Offline-Copy') };
    },
  );
}

it('lets a browser keep a lesson for two weeks', async () => {
  const { reader, until } = await headersOf({});
  expect(reader).toMatch(/^[\w-]{22} member$/);
  expect(reader).not.toContain('ada');
  expect(until).toBe('2026-03-15T12:00:00.000Z');
});

it('lets none be read after the end of its session', async () => {
  expect((await headersOf({ sessionDays: 80 })).until).toBe('2026-03-11T12:00:00.000Z');
});

it.each<[string, Case]>([
  ['a page that is not taught', { pattern: 'profile/billing' }],
  ['a page at a secret address', { pattern: 'redeem/:token' }],
  ['a page of a search', { path: '/courses/seo/module-1?x=1' }],
  ['the answer to a form', { method: 'POST' }],
  ['a session that ends with the browser', { staysSignedIn: false }],
  ['an admin', { viewer: { ...ada, role: 'admin', adminLevel: 'owner' } }],
  ['a browser in which it is turned off', { cookie: offlineHeader(false).split(';')[0] ?? '' }],
  ['what an admin sees as somebody', { isView: true }],
  ['a visitor', { viewer: null }],
  ['a visitor’s page during an outage', { viewer: null, info: { isWithoutAccount: true } }],
])('lets a browser keep nothing of %s', async (_, what) => {
  expect((await headersOf(what)).until).toBeNull();
});

it('says whose the browser is, with all pages', async () => {
  const { reader } = await headersOf({});
  const account = reader?.split(' ')[0];
  const billing = { pattern: 'profile/billing', path: '/profile/billing' };
  expect((await headersOf(billing)).reader).toBe(reader);
  expect((await headersOf({ viewer: { ...ada, hasMembership: false } })).reader).toBe(
    `${account} registered`,
  );
  expect((await headersOf({ staysSignedIn: false })).reader).toBe(`${account} off`);
  expect((await headersOf({ viewer: { ...ada, id: 'ben' } })).reader).not.toContain(account);
  expect((await headersOf({ viewer: null })).reader).toBe('none');
});

it('says nothing where it is not known who reads, or the page is somebody else’s', async () => {
  expect((await headersOf({ isView: true })).reader).toBeNull();
  expect((await headersOf({ viewer: null, info: { isWithoutAccount: true } })).reader).toBeNull();
  expect((await headersOf({ info: { isOutage: true } })).reader).toBeNull();
});

it('takes what was kept for an account from nobody else', async () => {
  const account = (await headersOf({})).reader?.split(' ')[0] ?? '';
  expect((await headersOf({ method: 'POST', sender: account })).status).toBe(200);
  expect((await headersOf({ method: 'POST', sender: 'another' })).status).toBe(412);
  // Nobody is led to sign in as always, and it waits.
  expect((await headersOf({ method: 'POST', viewer: null, sender: account })).status).toBe(200);
});
