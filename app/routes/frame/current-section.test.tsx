import { renderToStaticMarkup } from 'react-dom/server';
import { createMemoryRouter, NavLink, RouterProvider } from 'react-router';
import { expect, it } from 'vitest';
import { isWithin } from '#app/routes/frame/current-section.ts';

const addresses = [
  '/',
  '/courses',
  '/Courses/',
  '/courses/seo',
  '/courses-else',
  '/dashboard?x=/courses',
  '/training/guides',
];

it.each(addresses)('the current section is that of the router’s links: %s', (address) => {
  for (const to of ['/courses', '/dashboard', '/training']) {
    const router = createMemoryRouter([{ path: '*', element: <NavLink to={to} /> }], {
      initialEntries: [address],
    });
    const markup = renderToStaticMarkup(<RouterProvider router={router} />);
    const { pathname } = new URL(address, 'http://site.invalid');
    expect([to, isWithin(pathname, to)]).toEqual([to, markup.includes('aria-current="page"')]);
  }
});
