import { RouterContextProvider } from 'react-router';
import { expect, it } from 'vitest';
import { loader } from '#app/routes/checkout/paypal-return.ts';

const url = new URL('http://localhost/checkout/paypal/return');
const open = (headers: Record<string, string>, method = 'GET') =>
  loader({ request: new Request(url, { method, headers }), url, context: new RouterContextProvider() });

it('is for whoever PayPal leads there, and for nothing that a page fetches', async () => {
  const visit = { 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'document' };
  const others = [
    { ...visit, 'Sec-Fetch-Dest': 'iframe' },
    { ...visit, 'Sec-Fetch-Dest': 'image', 'Sec-Fetch-Mode': 'no-cors' },
    { ...visit, 'Sec-Fetch-Dest': 'empty', 'Sec-Fetch-Mode': 'cors' },
    { ...visit, 'Sec-Purpose': 'prefetch;prerender' },
  ];
  for (const headers of others) await expect(open(headers)).rejects.toMatchObject({ init: { status: 403 } });
  await expect(open(visit, 'HEAD')).rejects.toMatchObject({ init: { status: 403 } });
  // Without a payment it leads back to the checkout.
  for (const headers of [{ ...visit, 'Sec-Fetch-Site': 'cross-site' }, {}])
    expect((await open(headers)).headers.get('Location')).toBe('/checkout');
});
