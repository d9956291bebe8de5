import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router';
import { describe, expect, it } from 'vitest';
import { createSiteHandler } from '#app/program/request-handler.server.ts';

/** Routes that answer with their own id and what their address says. */
function buildOf(paths: Record<string, string | null>): ServerBuild {
  const root = { id: 'root', path: '', module: {} };
  const layout = { id: 'layout', parentId: 'root', module: {} };
  const routes = Object.entries(paths).map(([id, path]) => {
    const loader = ({ params }: { params: object }) => Response.json({ id, params });
    return [
      id,
      { id, parentId: 'layout', ...(path === null ? { index: true } : { path }), module: { loader } },
    ];
  });
  const all = { root, layout, ...Object.fromEntries(routes) };
  return {
    entry: { module: { default: () => new Response('page'), handleError: () => undefined } },
    routes: all,
    assets: { entry: { imports: [], module: '' }, routes: all, url: '', version: '1' },
    assetsBuildDirectory: '',
    publicPath: '/',
    future: {},
    isSpaMode: false,
    ssr: true,
    prerender: [],
    routeDiscovery: { mode: 'lazy', manifestPath: '/assets/manifest' },
  } as unknown as ServerBuild;
}

const build = buildOf({
  home: null,
  dashboard: 'dashboard',
  courses: 'courses',
  course: 'courses/:course',
  module: 'courses/:course/:module',
  step: 'courses/:course/:module/step?/:number',
  help: 'courses/help/*',
  big: 'DMD',
  file: 'sitemap.xml',
  picture: 'og/*',
  asset: 'assets/*',
  any: '*',
});

const addresses = [
  '/',
  '/?x=/courses',
  '/dashboard',
  '/dashboard/',
  '/dashboard?a=b',
  '/Dashboard',
  '/dashboards',
  '/dashboard/x',
  '/courses',
  '/courses/seo',
  '/courses/seo/',
  '/courses/seo/module-1',
  '/courses/seo/module-1/x',
  '/courses/seo/module-1/3',
  '/courses/seo/module-1/step/3',
  '/courses/seo/module-1/step/3/x',
  '/courses//seo',
  '/courses/seo//module-1/',
  '/courses/a%2Fb',
  '/courses/a%2Fb/c',
  '/courses/help',
  '/courses/help/',
  '/courses/help/a/b/c/d/e',
  '/courses/%64ashboard',
  '/%64ashboard',
  '/dash%62oard/x',
  '//dashboard',
  '//courses/seo',
  '/./courses/seo',
  '/dmd',
  '/DMD',
  '/sitemap.xml',
  '/og/a/b.png',
  '/assets/x.js',
  '/assets/manifest',
  '/assets/manifest?paths=%2Fcourses%2Cdashboard&version=1',
  '/unknown',
  '/__proto__',
  '/constructor/x',
  '/:course',
  '/*',
];

const answerOf = async (
  handler: (request: Request, context: RouterContextProvider) => Promise<Response>,
  path: string,
) => {
  const answer = await handler(new Request(`http://site.invalid${path}`), new RouterContextProvider());
  return [answer.status, await answer.text()];
};

describe('the handlers of addresses', () => {
  const whole = createRequestHandler(build, 'production');
  const split = createSiteHandler(build, 'production');

  it.each(addresses)('answer as one that knows all routes: %s', async (path) => {
    expect(await answerOf(split, path)).toEqual(await answerOf(whole, path));
  });

  it.each([
    '/_.data',
    '/dashboard.data',
    '/courses.data?_routes=courses',
    '/courses/seo.data',
    '/courses/seo/_.data',
    '/courses/seo/module-1.data?_routes=module',
    '/courses/seo/module-1/step/3.data',
    '/x.data',
    '/.data',
  ])('answer scripts that ask for data as well: %s', async (path) => {
    expect(await answerOf(split, path)).toEqual(await answerOf(whole, path));
  });
});
