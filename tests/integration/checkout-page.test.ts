import { RouterContextProvider } from 'react-router';
import { describe, expect, it } from 'vitest';
import { membership, resellerProFree3, resellerProgramme } from '#app/domain/core/catalogue/products.ts';
import { loader } from '#app/routes/checkout/checkout.tsx';
import { checkoutOf } from '#app/routes/checkout/product-address.server.ts';
import { memberContext } from '#app/routes/http/context.server.ts';
import { at, newViewer } from '#tests/integration/people.ts';

async function open(query: string, viewer?: Awaited<ReturnType<typeof newViewer>>) {
  const context = new RouterContextProvider();
  context.set(memberContext, viewer ?? (await newViewer()));
  const url = new URL(`/checkout${query}`, 'http://localhost:3000');
  const { data } = await loader({
    request: new Request(url),
    context,
    url,
    params: {},
    pattern: '/checkout',
  } as never);
  return data;
}

describe('the checkout', () => {
  it.each(['?product=unknown', '?product=', '?product=constructor', '?product=DMD', '?product=membership'])(
    'says in words that it sells nothing by the name in %s',
    async (query) => {
      const answer = await open(query).catch((thrown: unknown) => thrown);
      expect(answer).toBeInstanceOf(Response);
      const { status, headers } = answer as Response;
      expect([status, headers.get('Location')]).toEqual([303, '/checkout']);
      expect(headers.get('Set-Cookie')).toContain('flash=');
    },
  );

  it.each([
    ['?product=reseller', '/reseller-checkout'],
    ['?product=pro', '/pro-reseller-upsell'],
    ['?product=pro-free', '/three-months-free-upsell'],
  ])('leads to the page on which %s is sold', async (query, to) => {
    const answer = (await open(query).catch((thrown: unknown) => thrown)) as Response;
    expect([answer.status, answer.headers.get('Location')]).toEqual([302, to]);
  });

  it('sells no second membership to whoever has paused, and leads them to resuming', async () => {
    const pausedUntil = new Date('2027-01-31T10:00:00Z');
    const viewer = { ...(await newViewer()), pausedUntil };
    expect((await open('', viewer)).has).toMatchObject({
      title: 'Your membership is paused',
      text: expect.stringContaining('January 31, 2027'),
      to: '/profile/billing',
    });
    expect((await open('?product=dmd', viewer)).has).toBeNull();
  });

  it('says who pays, what is charged today, and what next and when', async () => {
    const viewer = await newViewer();
    const wordsOf = ({ parts }: Awaited<ReturnType<typeof open>>) =>
      parts.summary.html?.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ');
    const words = wordsOf(await at(new Date('2027-01-31T10:00:00Z'), () => open('', viewer)));
    expect(words).toContain(`Paying as ${viewer.email} Total today $47 Next charge $47 on February 28, 2027`);
    const ebook = wordsOf(await open('?product=dmd', viewer));
    expect(ebook).toContain('Total today $7');
    expect(ebook).not.toContain('Next charge');
  });

  it('names on buttons what is charged, and what comes after it', () => {
    expect(
      [membership, resellerProgramme, resellerProFree3].map((sold) => checkoutOf(sold).priceLabel),
    ).toEqual(['$47/month', '$997', '3 months free, then $97/month']);
  });
});
