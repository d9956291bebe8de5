import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { faceHtml } from '#app/routes/frame/menu-avatar.server.ts';
import { SiteHeader } from '#app/routes/frame/site-header.tsx';
import { unreadHtml } from '#app/routes/frame/unread-count.server.ts';
import { waitingHtml } from '#app/routes/frame/waiting-count.server.ts';
import { PageContext } from '#app/ui/page-context.ts';

const unread = '<b id="unread">3</b>';
const member = {
  face: faceHtml({ email: 'ada@example.com', pictureId: null }),
  unread,
  waiting: null as string | null,
  role: 'member',
};

/** Headers of several pages, made by one process: what is the same is rendered once. */
function headers(...pages: { viewer: typeof member | null; pathname: string }[]) {
  const kept = new Map<string, string>();
  const renderOnce = (name: string, children: () => ReactNode) => {
    const markup = kept.get(name) ?? renderToString(children());
    kept.set(name, markup);
    return markup;
  };
  const markups = pages.map((page) =>
    renderToString(
      <PageContext value={{ runsReact: true, renderOnce }}>
        <SiteHeader brandName="A & B" {...page} />
      </PageContext>,
    ),
  );
  return { markups, renderings: kept.size };
}

/** Where the current link leads. */
const currentIn = (markup: string) =>
  [...markup.matchAll(/<a [^>]*aria-current="page"[^>]*>/g)].map(
    ([link]) => /href="([^"]*)"/.exec(link)?.[1],
  );

describe('the header', () => {
  it('says which section is current, of members and of visitors', () => {
    const { markups, renderings } = headers(
      { viewer: member, pathname: '/dashboard' },
      { viewer: member, pathname: '/courses/seo' },
      { viewer: member, pathname: '/courses' },
      { viewer: member, pathname: '/courses-else' },
      { viewer: null, pathname: '/pricing' },
      { viewer: null, pathname: '/' },
    );
    expect(markups.map(currentIn)).toEqual([
      ['/dashboard'],
      ['/courses'],
      ['/courses'],
      [],
      ['/pricing'],
      [],
    ]);
    expect(renderings).toBe(5);
  });

  it('shows each who looks, and the admin area to admins alone', () => {
    const pathname = '/dashboard';
    const pictured = { ...member, face: faceHtml({ email: 'eve@example.com', pictureId: 'some-id' }) };
    const { markups, renderings } = headers(
      { viewer: member, pathname },
      { viewer: pictured, pathname },
      { viewer: { ...member, role: 'admin' }, pathname },
      { viewer: null, pathname },
    );
    expect(markups.map((markup) => markup.includes('>ADA</span>'))).toEqual([true, false, true, false]);
    expect(markups.map((markup) => markup.includes('src="/pictures/some-id"'))).toEqual([
      false,
      true,
      false,
      false,
    ]);
    expect(markups.map((markup) => markup.includes('href="/admin"'))).toEqual([false, false, true, false]);
    expect(markups.map((markup) => markup.includes(unread))).toEqual([true, true, true, false]);
    expect(markups.map((markup) => markup.includes('action="/logout"'))).toEqual([true, true, true, false]);
    expect(renderings).toBe(3);
  });

  it('leads whoever answers assignments to those that wait, and nobody else', () => {
    const pathname = '/dashboard';
    const { markups, renderings } = headers(
      { viewer: member, pathname },
      { viewer: { ...member, waiting: waitingHtml(3) }, pathname },
      { viewer: { ...member, waiting: waitingHtml(0) }, pathname },
      { viewer: { ...member, waiting: waitingHtml(100), role: 'admin' }, pathname },
    );
    expect(markups.map((markup) => markup.includes('href="/teaching"'))).toEqual([false, true, true, true]);
    expect(markups.map((markup) => />(\d+\+?)<span class="sr-only"> waiting/.exec(markup)?.[1])).toEqual([
      undefined,
      '3',
      undefined,
      '99+',
    ]);
    expect(renderings).toBe(3);
  });

  it('says of counts that cannot be read that they are unknown', () => {
    const unknown = unreadHtml(null);
    expect(unknown).toContain('>?</span>');
    expect(unknown).toContain('unread count unavailable');
    expect(unknown).not.toContain(' hidden');
    expect(unreadHtml(0)).toContain(' hidden');
    const viewer = { ...member, waiting: waitingHtml('unknown') };
    const [markup = ''] = headers({ viewer, pathname: '/dashboard' }).markups;
    expect(markup).toContain('href="/teaching"');
    expect(markup).not.toContain(' waiting</span>');
  });

  it('takes a name for a name, whatever it reads', () => {
    for (const name of ['<i>x</i>', '<!--unread-->', '$&', "a'b"]) {
      const viewer = { ...member, face: faceHtml({ email: `${name}@example.com`, pictureId: null }) };
      const [markup = ''] = headers({ viewer, pathname: '/courses' }).markups;
      const shown = name
        .toUpperCase()
        .replaceAll('&', '&amp;')
        .replaceAll('<', '&lt;')
        .replaceAll('>', '&gt;');
      expect(markup).toContain(`>${shown}</span>`);
      expect(markup.split(unread)).toHaveLength(2);
    }
  });

  it('is the same where nothing is kept', () => {
    const page = { viewer: member, pathname: '/courses' };
    const [kept] = headers(page).markups;
    expect(renderToString(<SiteHeader brandName="A & B" {...page} />)).toBe(kept);
  });
});
