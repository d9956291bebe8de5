import { describe, expect, it } from 'vitest';
import { coursesCopy } from '#app/domain/learning/facts/copy.server.ts';
import { dmdCopy, specialCopy, upsellsCopy } from '#app/domain/site/site-copy/funnels.server.ts';
import { trainingCopy } from '#app/domain/site/site-copy/pages.server.ts';
import { strings, textOf } from '#tests/content/files.ts';

describe('pages that sell', () => {
  const pages = { dmd: dmdCopy, special: specialCopy, upsells: upsellsCopy };

  it('name the amount and the interval on each button that buys (P37)', () => {
    const buttons = Object.values(pages)
      .flatMap((read) => strings(read()))
      .filter(({ keys }) => ['buy', 'claim'].includes(keys.at(-1) ?? ''))
      .map(({ text }) => text);
    expect(buttons.length).toBeGreaterThanOrEqual(8);
    expect(buttons.filter((text) => !/\$[\d,.]+( once|\/month)$/.test(text))).toEqual([]);
  });

  it('hold no typed price or percentage (P31)', () => {
    const typed = Object.keys(pages).flatMap((name) =>
      [...textOf(`site/${name}.yaml`).matchAll(/\$\d[\d,.]*|\d+(?: ?%| percent)/g)].map(([text]) => text),
    );
    expect(typed).toEqual([]);
  });

  it('keep their words and ways (P72 to P74)', () => {
    const { thankYou, welcome, proUpsell, threeMonthsFree, specialInvite, resellerTrial, rooms } =
      upsellsCopy();
    expect(thankYou.title).toBe('Thank You!');
    expect([thankYou.dashboard.to, thankYou.home.to]).toEqual(['/dashboard', '/']);
    expect(rooms.links.map(({ to }) => to).sort()).toEqual([
      '/affiliate-centre',
      '/community',
      '/funnel-setup',
      '/marketing-materials',
      '/training',
    ]);
    expect(welcome.countdown).toMatchObject({ stay: 'Stay on this page', to: '/pro-reseller-upsell' });
    expect(proUpsell.countdown).toMatchObject({ stay: 'Stay on this page', to: '/three-months-free-upsell' });
    expect(proUpsell.decline).toEqual({ label: 'No thanks', to: '/reseller-success' });
    expect(threeMonthsFree.decline).toEqual({ label: 'No thanks', to: '/affiliate-centre' });
    expect(threeMonthsFree.lead).toContain('$291');
    expect(specialInvite.accept).toMatchObject({ label: "Yes, I'm Interested", to: '/reseller-checkout' });
    expect(specialInvite.decline).toMatchObject({ label: 'Not Right Now', to: '/reseller-trial' });
    expect(resellerTrial.start).toBe('Start 7-Day Free Trial');
    expect(resellerTrial.later).toEqual({ label: 'Maybe Later', to: '/affiliate-centre' });
    expect(resellerTrial.centre).toEqual({ label: 'Go to Affiliate Centre', to: '/affiliate-centre' });

    expect(specialCopy().hero.pending).toBe('Redirecting…');
    expect(specialCopy().hero.register.to).toBe('/register');

    const ebook = dmdCopy();
    expect(ebook.offer.price).toBe('$7');
    expect(ebook.hero.buyTo).toBe('/checkout?product=dmd');
    expect(ebook.thankYou.next.links.map(({ to }) => to)).toEqual(['/guides/getting-started', '/tutorials']);
    expect(ebook.thankYou.upgrade.button).toBe('Upgrade to Full Membership');
  });
});

describe("the owner's message", () => {
  it('is on the pages of P62 and P66', () => {
    for (const message of [coursesCopy().ownerMessage, trainingCopy().training.ownerMessage])
      expect(message.title).toBe('Message from the owner');
  });
});
