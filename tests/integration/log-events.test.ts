import { RouterContextProvider } from 'react-router';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { accountLimits, admit } from '#app/domain/people/accounts/attempts.server.ts';
import { log } from '#app/platform/log.server.ts';
import { consumeRateLimit } from '#app/platform/rate-limit.server.ts';
import { action as stripeWebhook } from '#app/routes/api/stripe-webhook.ts';
import { requestInfoContext } from '#app/routes/http/context.server.ts';
import { refuseCrossSitePosts } from '#app/routes/http/same-origin.server.ts';
import { newAddress } from '#tests/integration/joining.ts';
import { newEmail } from '#tests/integration/people.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

/** The named events that `work` leaves in the log. */
async function eventsOf(work: () => unknown): Promise<object[]> {
  const warn = vi.spyOn(log(), 'warn').mockImplementation(() => undefined);
  await work();
  return warn.mock.calls.map(([event]) => event as object);
}

describe('the log', () => {
  it('names a limit that is used up, and not whose it is', async () => {
    const [address, email] = [newAddress(), newEmail()];
    const events = await eventsOf(async () => {
      for (let time = 0; time < 31; time += 1) await admit('sign_in', address).catch(() => null);
      for (let time = 0; time < 11; time += 1)
        await consumeRateLimit(accountLimits.signInFromAddress, [email, address]).catch(() => null);
    });
    expect(events).toMatchObject([
      { event: 'limit_used_up', limit: 'sign-in-address' },
      { event: 'limit_used_up', limit: 'sign-in-account-address' },
    ]);
    expect(JSON.stringify(events)).not.toContain(address);
    expect(JSON.stringify(events)).not.toContain(email);
  });

  it('names a post that another site made a browser send', async () => {
    const request = new Request('http://localhost/login', {
      method: 'POST',
      headers: { 'Sec-Fetch-Site': 'cross-site' },
    });
    const context = new RouterContextProvider();
    const info = { requestId: 'one', nonce: '', clientAddress: newAddress(), isOutage: false };
    context.set(requestInfoContext, info);
    const args = { request, context, params: {}, url: new URL(request.url), pattern: '/login' };
    const events = await eventsOf(() =>
      expect(() =>
        refuseCrossSitePosts(args as Parameters<typeof refuseCrossSitePosts>[0], async () => new Response()),
      ).toThrow(),
    );
    expect(events).toEqual([{ event: 'cross_site_post_refused', requestId: 'one' }]);
  });

  it('names a webhook whose signature is wrong', async () => {
    const request = new Request('http://localhost/webhooks/stripe', {
      method: 'POST',
      headers: { 'Stripe-Signature': 't=1,v1=no' },
      body: '{}',
    });
    const events = await eventsOf(() => stripeWebhook({ request }));
    expect(events).toEqual([{ event: 'webhook_signature_refused', provider: 'stripe' }]);
  });
});
