import { renderToStaticMarkup } from 'react-dom/server';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { describe, expect, it } from 'vitest';
import { resellerPro } from '#app/domain/core/catalogue/products.ts';
import type { MembershipState } from '#app/domain/selling/billing/membership-state.ts';
import { proWords } from '#app/routes/member/billing/pro-words.server.ts';
import { SubscriptionCard } from '#app/routes/member/billing/subscription-card.tsx';

const endedAt = new Date('2026-11-20T10:00:00Z');

const shown = (pro: MembershipState) =>
  renderToStaticMarkup(
    <RouterProvider
      router={createMemoryRouter([
        {
          path: '/',
          element: (
            <SubscriptionCard
              id="pro"
              of="reseller_pro"
              product={resellerPro}
              state={pro}
              words={proWords(pro)}
              keepLabel={`Keep ${resellerPro.name}`}
            />
          ),
        },
      ])}
    />,
  ).replace(/<[^>]*>/g, ' ');

describe('what billing says of Reseller PRO', () => {
  it('is that it has ended, also where the bank has kept its payment', () => {
    for (const kind of ['ended', 'charged_back'] as const) {
      const text = shown({ kind, provider: 'stripe', endedAt });
      expect(text).toContain('Ended');
      expect(text).toContain('November 20, 2026');
      expect(text).not.toContain('Ending');
    }
    expect(shown({ kind: 'charged_back', provider: 'stripe', endedAt: null })).toContain('Ending');
  });

  it('is why it rests, and by whom it goes on', () => {
    expect(shown({ kind: 'stopped', provider: 'stripe' })).toContain('Support can take it up again');
    expect(shown({ kind: 'stopped', provider: 'paypal' })).toContain('in your PayPal account');
    const disputed = { kind: 'disputed', provider: 'stripe', isCanceled: false, until: null } as const;
    expect(shown(disputed)).toContain('in dispute');
  });

  it('asks for no money any more once a missing payment was waited for in vain', () => {
    const missing = {
      kind: 'past_due',
      provider: 'stripe',
      card: null,
      amountCents: 9_700,
      currency: 'usd',
    } as const;
    const waited = shown({ ...missing, until: endedAt });
    expect(waited).toContain('Payment failed');
    expect(waited).toContain('Pay $97 now');
    const over = shown({ ...missing, until: null });
    expect(over).toContain('Ending');
    expect(over).not.toMatch(/Pay|card|Cancel/);
  });

  it('is what it costs, also to who has no membership', () => {
    const text = shown({
      kind: 'active',
      provider: 'stripe',
      card: null,
      nextPayment: { at: endedAt, amountCents: 9_700, currency: 'usd', interval: 'month' },
    });
    expect(text).toContain('It renews every month until you cancel.');
    expect(text).not.toContain('membership');
  });

  it('is nothing to who never had it', () => {
    expect(shown({ kind: 'none' })).toBe('');
  });
});
