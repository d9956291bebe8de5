import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { RouterContextProvider } from 'react-router';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { recordActivity } from '#app/domain/core/activity/record.server.ts';
import { accountLimits, admit } from '#app/domain/people/accounts/attempts.server.ts';
import { transaction } from '#app/platform/database/client.server.ts';
import { createListener } from '#app/platform/http/listener.server.ts';
import { log } from '#app/platform/log.server.ts';
import { consumeRateLimit } from '#app/platform/rate-limit.server.ts';
import { action as stripeWebhook } from '#app/routes/api/stripe-webhook.ts';
import { requestInfoContext } from '#app/routes/http/context.server.ts';
import { sessionCookie } from '#app/routes/http/cookies.server.ts';
import { identifyViewer } from '#app/routes/http/identify-viewer.server.ts';
import { refuseCrossSitePosts } from '#app/routes/http/same-origin.server.ts';
import { newAddress } from '#tests/integration/joining.ts';
import { newEmail, newSession, newUser } from '#tests/integration/people.ts';

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

describe('the line of a request', () => {
  /** The lines that one request with this cookie leaves; `work` is what the site does for it. */
  async function linesOf(token: string | null, work: () => Promise<unknown> = async () => undefined) {
    const info = vi.spyOn(log(), 'info').mockImplementation(() => undefined);
    info.mockClear();
    const site = createListener({
      handle: async (request) => {
        const context = new RouterContextProvider();
        const args = { request, context, params: {}, url: new URL(request.url), pattern: '/dashboard' };
        const next = async () => {
          await work();
          return new Response('page');
        };
        const answered = await identifyViewer(args as Parameters<typeof identifyViewer>[0], next);
        return answered as Response;
      },
    });
    const server = createServer(site).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const headers: HeadersInit = token
      ? { Cookie: sessionCookie().serialize(token).split(';')[0] ?? '' }
      : {};
    await (await fetch(`http://127.0.0.1:${port}/dashboard`, { headers })).text();
    server.close();
    await once(server, 'close');
    return info.mock.calls as unknown as [Record<string, unknown>, string][];
  }

  it('has the id of the account that asked, and nothing where nobody is signed in (ASVS 16.2.1)', async () => {
    const user = await newUser();
    const [line] = await linesOf(await newSession(user.id));
    expect(line).toMatchObject([{ accountId: user.id, path: '/dashboard' }, 'request']);
    expect(JSON.stringify(line)).not.toContain(user.email);
    const [other] = await linesOf(null);
    expect(other?.[0]).not.toHaveProperty('accountId');
  });

  it('has its id in common with what was done, once that is committed', async () => {
    const user = await newUser();
    const record = (fails: boolean) =>
      transaction(async (tx) => {
        await recordActivity(tx, { kind: 'signed_out', userId: user.id, actorId: user.id });
        if (fails) throw new Error('undone');
      });
    const lines = await linesOf(null, async () => {
      await record(true).catch(() => null);
      await record(false);
    });
    expect(lines.map(([, message]) => message)).toEqual(['activity', 'request']);
    const [activity, request] = lines.map(([fields]) => fields);
    expect(activity).toEqual({
      requestId: request?.requestId,
      event: 'signed_out',
      userId: user.id,
      actorId: user.id,
    });
  });
});
