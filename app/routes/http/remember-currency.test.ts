import { RouterContextProvider } from 'react-router';
import { describe, expect, it } from 'vitest';
import { currencyContext } from '#app/routes/http/context.server.ts';
import { currencyCookie } from '#app/routes/http/cookies.server.ts';
import { rememberCurrency } from '#app/routes/http/remember-currency.server.ts';

const browser = { 'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' };

/** Opens a page; `remembered` is the currency that the browser keeps. */
async function open(
  path: string,
  {
    remembered,
    pattern = 'pricing',
    headers = {},
  }: { remembered?: string; pattern?: string; headers?: HeadersInit } = {},
) {
  const url = new URL(path, 'http://localhost');
  const cookie: Record<string, string> = remembered
    ? { Cookie: currencyCookie().serialize(remembered).split(';', 1)[0] ?? '' }
    : {};
  const request = new Request(url, { headers: { ...browser, ...cookie, ...headers } });
  const context = new RouterContextProvider();
  const args = { request, url, pattern, params: {}, context } as unknown as Parameters<
    typeof rememberCurrency
  >[0];
  const page = async () => new Response('page', { headers: { 'Cache-Control': 'public, no-cache' } });
  const response = (await rememberCurrency(args, page)) as Response;
  return { response, shown: context.get(currencyContext), cookie: response.headers.get('Set-Cookie') };
}

describe('the currency that a buyer has chosen (P353)', () => {
  it('is kept from the page it was chosen on, which nobody else is shown', async () => {
    const { response, shown, cookie } = await open('/pricing?currency=EUR');
    expect(shown).toBe('eur');
    expect(response.headers.get('Cache-Control')).toBe('private, no-store');
    const kept = currencyCookie().parse(cookie?.split(';', 1)[0] ?? null);
    expect(kept).toBe('eur');
    expect(cookie).toMatch(/Max-Age=31536000; Path=\/; HttpOnly; .*SameSite=Lax/);
  });

  it('is shown on every other page, and set once', async () => {
    expect(await open('/pricing', { remembered: 'eur' })).toMatchObject({ shown: 'eur', cookie: null });
    expect(await open('/pricing?currency=eur', { remembered: 'eur' })).toMatchObject({
      shown: 'eur',
      cookie: null,
    });
  });

  it('is forgotten for dollars', async () => {
    const { shown, cookie } = await open('/pricing?currency=usd', { remembered: 'eur' });
    expect(shown).toBe('usd');
    expect(cookie).toMatch(/currency=; Max-Age=0/);
    expect((await open('/pricing?currency=usd')).cookie).toBeNull();
  });

  it('is none that nothing is sold in, and none that was not signed', async () => {
    for (const path of ['/pricing?currency=xyz', '/pricing?currency=constructor', '/pricing?currency='])
      expect(await open(path)).toMatchObject({ shown: 'usd', cookie: null });
    expect(await open('/pricing', { headers: { Cookie: 'currency=eur' } })).toMatchObject({ shown: 'usd' });
  });

  it('is taken from what somebody opens alone, and not from the admin area', async () => {
    const ahead = await open('/pricing?currency=eur', { headers: { 'Sec-Purpose': 'prefetch' } });
    expect(ahead.response.status).toBe(503);
    const picture = await open('/pricing?currency=eur', { headers: { 'Sec-Fetch-Dest': 'image' } });
    expect(picture.cookie).toBeNull();
    const admin = await open('/admin/products/a/move?currency=eur', {
      pattern: 'admin/products/:productKey/move',
    });
    expect(admin).toMatchObject({ shown: 'usd', cookie: null });
  });
});
