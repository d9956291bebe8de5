import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, it } from 'vitest';
import { AdminNavigation } from '#app/routes/admin/navigation.tsx';

it('can be skipped by keyboard before any of its links', () => {
  const groups = [{ title: 'Business', sections: [{ to: '/admin', label: 'Dashboard' }] }];
  const html = renderToStaticMarkup(
    <MemoryRouter>
      <AdminNavigation groups={groups} />
    </MemoryRouter>,
  );
  expect(html.match(/<a [^>]*href="([^"]*)"/)?.[1]).toBe('#page');
});
