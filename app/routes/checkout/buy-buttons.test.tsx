import { renderToStaticMarkup } from 'react-dom/server';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, it } from 'vitest';
import { BuyButtons } from '#app/routes/checkout/buy-buttons.tsx';

it('the buttons of an offer name beside them what is accepted, and kept as accepted, by a press', () => {
  const offer = {
    action: '/create-reseller-session',
    label: 'Buy',
    pendingLabel: 'Redirecting',
    wallet: null,
  };
  const element = <BuyButtons {...offer} />;
  const shown = renderToStaticMarkup(
    <RouterProvider router={createMemoryRouter([{ path: '/', element }])} />,
  );
  for (const to of ['/legal/terms', '/legal/refund-policy']) expect(shown).toContain(`href="${to}"`);
});
