import { isValidElement, type ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { createMemoryRouter, Link as RouterLink, RouterProvider } from 'react-router';
import { describe, expect, it } from 'vitest';
import { Link, type LinkProps } from '#app/ui/link.tsx';

// What the browser hydrates is the router's own link: the server's markup has to be the same, byte for byte.

/** The markup of a link on a page at this address. */
function markupAt(address: string, link: ReactElement): string {
  const router = createMemoryRouter([{ path: '*', element: link }], { initialEntries: [address] });
  return renderToStaticMarkup(<RouterProvider router={router} />);
}

/** The part of link.tsx that the server has, called for an element of its own. */
const rendersAnchor = (link: (props: LinkProps) => unknown, props: LinkProps) => {
  const element = link(props);
  return isValidElement(element) && element.type === 'a';
};

const looks: Omit<LinkProps, 'to'>[] = [
  {},
  { className: 'link', rel: 'next', 'aria-current': 'true', onClick: () => undefined },
  { target: '_blank', title: '"Quoted" & more' },
  { preventScrollReset: true },
  { reloadDocument: true, className: '' },
];

const plain = [
  '/',
  '/courses',
  '/courses/',
  '/courses/email-marketing/module-1',
  '/search?q=a+b&kind=guide',
  '/training/videos/entrepreneurial?module=3#modules',
  '/legal/terms#section-2',
  '/a.b/c.d?x=../y#/../z',
  '/100%25/%C3%A9/é',
];

const odd = [
  '',
  '.',
  '..',
  '?module=3#modules',
  '#top',
  'courses',
  '../courses',
  '/../courses',
  '/courses/./x',
  '/courses/..',
  '/courses//x',
  '//evil.example/x',
  '/courses?',
  '/courses#',
  'https://example.com/x',
  'mailto:someone@example.com',
];

describe('a link on the server', () => {
  it.each([...plain, ...odd])('has the markup of the router’s: %j', (to) => {
    for (const address of ['/', '/courses/email-marketing?x=1'])
      for (const look of looks)
        expect(
          markupAt(
            address,
            <Link {...look} to={to}>
              text
            </Link>,
          ),
        ).toBe(
          markupAt(
            address,
            <RouterLink {...look} to={to}>
              text
            </RouterLink>,
          ),
        );
  });

  it.each(plain)('is a plain anchor: %s', (to) => {
    expect(rendersAnchor(Link as (props: LinkProps) => unknown, { to })).toBe(true);
  });

  it('takes no longer for an odd address than for another', () => {
    expect(rendersAnchor(Link as (props: LinkProps) => unknown, { to: `/${'a/'.repeat(50_000)}..` })).toBe(
      false,
    );
  });
});
