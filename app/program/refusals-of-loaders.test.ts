import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router';
import { describe, expect, it } from 'vitest';
import { Refusal } from '#app/domain/core/values/errors.ts';
import { RateLimitExceeded } from '#app/platform/rate-limit.server.ts';
import { answerRefusals } from '#app/program/refusals-of-loaders.server.ts';

/** A page and a program's address, whose loaders throw what is given. */
function buildOf(error: unknown): ServerBuild {
  const loader = () => {
    throw error;
  };
  const routes = {
    root: { id: 'root', path: '', module: {} },
    layout: { id: 'layout', parentId: 'root', module: {} },
    page: { id: 'page', parentId: 'layout', path: 'page', module: { loader } },
    program: { id: 'program', parentId: 'root', path: 'program', module: { loader } },
  };
  return {
    entry: { module: { default: () => new Response('page'), handleError: () => undefined } },
    routes,
    assets: { entry: { imports: [], module: '' }, routes, url: '', version: '1' },
    assetsBuildDirectory: '',
    publicPath: '/',
    future: {},
    isSpaMode: false,
    ssr: true,
    prerender: [],
    routeDiscovery: { mode: 'lazy', manifestPath: '/assets/manifest' },
  } as unknown as ServerBuild;
}

const open = (error: unknown, path: string) =>
  createRequestHandler(answerRefusals(buildOf(error), 'layout'), 'production')(
    new Request(`http://localhost:3000${path}`),
    new RouterContextProvider(),
  );

describe('a page whose loader refuses', () => {
  it.each([
    [new RateLimitExceeded(60), 429, 'Too many attempts. Please try again in 60 seconds.'],
    [new Refusal('not_found', 'There is no such gift.'), 404, 'There is no such gift.'],
  ])('is answered with the status and words of %s', async (error, status, words) => {
    const answer = await open(error, '/page');
    expect(answer.status).toBe(status);
    expect(await answer.text()).toContain(words);
  });

  it('fails with what nobody expected, and leaves programs to the layout of programs', async () => {
    expect((await open(new Error('broken'), '/page')).status).toBe(500);
    expect((await open(new RateLimitExceeded(60), '/program')).status).toBe(500);
  });
});
