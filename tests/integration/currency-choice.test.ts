import { beforeAll, expect, it } from 'vitest';
import { cookieOf, get, port, postForm, sessionOf, withDemoSite } from '#tests/integration/running-site.ts';

withDemoSite();

const browser = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' };
const open = (path: string, cookies: string[] = []) =>
  get(path, cookies.length > 0 ? { ...browser, cookie: cookies.join('; ') } : browser);

let session: string;

beforeAll(async () => {
  session = await sessionOf('member');
  const saved = await postForm(
    port,
    '/admin/products/membership/currencies',
    { price: 'membership', eur: '45', gbp: '39', reason: 'For members in Europe' },
    { cookie: await sessionOf('admin') },
  );
  expect(saved.status).toBe(303);
});

/** The cookie of somebody who has pressed "Euros" on the pricing page. */
const chooseEuros = async () => cookieOf(await open('/pricing?currency=eur'), 'currency');

it('keeps the currency that a buyer chooses, whichever link leads to the checkout (P353)', async () => {
  const euros = await chooseEuros();
  for (const page of ['/pricing', '/', '/demo'])
    expect((await open(page, [euros])).text, page).toContain('€45 a month');
  const way = await open('/checkout', [session, euros]);
  expect(way.status).toBe(302);
  expect(way.headers.location).toBe('/checkout?currency=eur');
  // What else was asked for goes on with it.
  expect((await open('/checkout?code=SAVE', [session, euros])).headers.location).toBe(
    '/checkout?code=SAVE&currency=eur',
  );
  // So it does for somebody who has to register on the way.
  expect((await open('/checkout', [euros])).headers.location).toContain('/register?redirectTo=%2Fcheckout');
  for (const form of ['/register', '/login'])
    expect((await open(`${form}?redirectTo=%2Fcheckout`, [euros])).text, form).toContain('€45/month');
});

it('goes back to dollars, and follows no link of the admin area', async () => {
  const euros = await chooseEuros();
  const dollars = await open('/pricing?currency=usd', [euros]);
  expect(dollars.text).toContain('$47 a month');
  expect(dollars.headers['set-cookie']?.join('\n')).toMatch(/currency=; Max-Age=0/);
  const admin = await sessionOf('admin');
  const priceOfAdmin = await open('/admin/products/membership/move?price=membership&currency=gbp', [admin]);
  expect(priceOfAdmin.headers['set-cookie']?.join('\n') ?? '').not.toContain('currency=');
});

it('never shows it to anybody else: no page in memory is in a chosen currency', async () => {
  const euros = await chooseEuros();
  expect((await open('/pricing')).text).toContain('$47 a month');
  const own = await open('/pricing', [euros]);
  expect(own.text).toContain('€45 a month');
  expect(own.headers['cache-control']).toBe('private, no-store');
  const others = await open('/pricing');
  expect(others.text).toContain('$47 a month');
  expect(others.text).not.toContain('€45 a month');
  expect((await open('/pricing?currency=eur')).headers['cache-control']).toBe('private, no-store');
});

it('takes a choice from what somebody opens alone, and none that is no currency or was not signed', async () => {
  const ahead = await get('/pricing?currency=eur', { ...browser, 'sec-purpose': 'prefetch' });
  expect(ahead.status).toBe(503);
  const asPicture = await get('/pricing?currency=eur', { ...browser, 'sec-fetch-dest': 'image' });
  expect(asPicture.headers['set-cookie']?.join('\n') ?? '').not.toContain('currency=');
  const unknown = await open('/pricing?currency=constructor');
  expect(unknown.status).toBe(200);
  expect(unknown.headers['set-cookie']?.join('\n') ?? '').not.toContain('currency=');
  expect((await open('/pricing', ['currency=eur'])).text).toContain('$47 a month');
});

it('says at the checkout what is not sold in the currency that was chosen, and sells it in none but the one it names', async () => {
  const euros = await chooseEuros();
  const book = await open('/checkout?product=dmd', [session, euros]);
  expect(book.status).toBe(200);
  expect(book.text).toContain('in EUR: this is its price in US dollars.');
  // A form names its currency: another tab may have chosen another one since.
  const pounds = await open('/checkout?currency=gbp', [session, euros]);
  expect(pounds.text).toContain('£39');
});
