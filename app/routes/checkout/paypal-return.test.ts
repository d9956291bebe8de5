import { RouterContextProvider } from 'react-router';
import { expect, it } from 'vitest';
import { loader } from '#app/routes/checkout/paypal-return.ts';

const url = new URL('http://localhost/checkout/paypal/return');
const open = (headers: Record<string, string>, method = 'GET') =>
  loader({ request: new Request(url, { method, headers }), url, context: new RouterContextProvider() });

it('is for whoever is led there, by PayPal or after signing in, and for nothing else that fetches it', async () => {
  const visit = { 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'document' };
  const script = { 'Sec-Fetch-Mode': 'cors', 'Sec-Fetch-Dest': 'empty', 'Sec-Fetch-Site': 'same-origin' };
  const others = [
    { ...visit, 'Sec-Fetch-Dest': 'iframe' },
    { ...visit, 'Sec-Fetch-Dest': 'image', 'Sec-Fetch-Mode': 'no-cors' },
    { ...script, 'Sec-Fetch-Site': 'cross-site' },
    { ...script, 'Sec-Fetch-Site': 'same-site' },
    { ...script, 'Sec-Purpose': 'prefetch' },
    { ...visit, 'Sec-Purpose': 'prefetch;prerender' },
  ];
  for (const headers of others) await expect(open(headers)).rejects.toMatchObject({ init: { status: 403 } });
  await expect(open(visit, 'HEAD')).rejects.toMatchObject({ init: { status: 403 } });
  // Without a payment it leads back to the checkout.
  for (const headers of [{ ...visit, 'Sec-Fetch-Site': 'cross-site' }, script, {}])
    expect((await open(headers)).headers.get('Location')).toBe('/checkout');
});
