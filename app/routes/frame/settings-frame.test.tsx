import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, it } from 'vitest';
import { SettingsNav } from '#app/routes/frame/settings-frame.tsx';

const links = [
  { to: '/profile', label: 'Profile' },
  { to: '/profile/billing', label: 'Billing' },
  { to: '/change-password', label: 'Change Password' },
];

const currentAt = (pathname: string) => {
  const markup = renderToStaticMarkup(
    <MemoryRouter>
      <SettingsNav links={links} pathname={pathname} look="menu" />
    </MemoryRouter>,
  );
  return [...markup.matchAll(/aria-current="page"[^>]*>([^<]+)/g)].map(([, label]) => label);
};

it('the list of settings marks the one that a page belongs to, and no other', () => {
  expect(currentAt('/profile')).toEqual(['Profile']);
  expect(currentAt('/profile/billing/receipts/7')).toEqual(['Billing']);
  expect(currentAt('/profile/billings')).toEqual(['Profile']);
  expect(currentAt('/change-password')).toEqual(['Change Password']);
  expect(currentAt('/notifications')).toEqual([]);
});
