import { RouterContextProvider } from 'react-router';
import { describe, expect, it } from 'vitest';
import { hasConfirmed } from '#app/domain/core/access/confirmation.server.ts';
import { findViewer } from '#app/domain/core/access/find-viewer.server.ts';
import { formerTokenMs } from '#app/domain/core/access/session-lifetime.ts';
import { admit } from '#app/domain/people/accounts/attempts.server.ts';
import { confirmIdentity } from '#app/domain/people/accounts/confirm-identity.server.ts';
import { createSession, renewSessionToken, signOut } from '#app/domain/people/accounts/sessions.server.ts';
import { signIn } from '#app/domain/people/accounts/sign-in.server.ts';
import { prisma, transaction } from '#app/platform/database/client.server.ts';
import type { RequestInfo } from '#app/platform/http/listener.server.ts';
import { action as confirmAction } from '#app/routes/auth/confirm-identity.tsx';
import { readBrowser } from '#app/routes/auth/session-answer.server.ts';
import { memberContext, requestInfoContext } from '#app/routes/http/context.server.ts';
import { sessionCookie } from '#app/routes/http/cookies.server.ts';
import { identifyViewer } from '#app/routes/http/identify-viewer.server.ts';
import { browser, newAddress } from '#tests/integration/joining.ts';
import { at, knownPassword, newSession, newUser } from '#tests/integration/people.ts';
import { codeNow, newGuarded, signInToStep, takeStep, viewerOf } from '#tests/integration/second-factors.ts';

const minuteMs = 60_000;
const time = Date.UTC(2030, 0, 15, 12);

/** Proves again who a session's owner is, with the known password, and returns the new secret. */
async function stepUp(token: string): Promise<string> {
  const viewer = await viewerOf(token);
  const attempt = await admit('identity_confirmation', viewer.id);
  return (await confirmIdentity(attempt, viewer, { password: knownPassword }, newAddress())).token;
}

const cookieOf = (token: string) => sessionCookie().serialize(token).split(';', 1)[0] ?? '';

describe('proving again who one is', () => {
  it('gives the session another secret, and the one before works a minute longer', async () => {
    const { id } = await newUser();
    const former = await at(time, () => newSession(id));
    const { sessionId } = await at(time, () => viewerOf(former));
    const provenAt = time + 20 * minuteMs;
    const token = await at(provenAt, () => stepUp(former));
    expect(token).not.toBe(former);
    expect(await at(provenAt, async () => hasConfirmed(await viewerOf(token)))).toBe(true);
    expect(formerTokenMs).toBe(60_000);
    const during = await at(provenAt + formerTokenMs - 1, () => viewerOf(former));
    expect([during.sessionId, during.confirmedAt]).toEqual([sessionId, null]);
    expect(await at(provenAt + formerTokenMs, () => findViewer(former))).toBeNull();
    expect((await at(provenAt + formerTokenMs, () => viewerOf(token))).sessionId).toBe(sessionId);
  });

  it('never lets the secret from before prolong itself', async () => {
    const { id } = await newUser();
    const former = await at(time, () => newSession(id));
    const provenAt = time + 20 * minuteMs;
    const token = await at(provenAt, () => stepUp(former));
    // As if a month had passed since it was last used: the next use would be written down, and the cookie sent anew.
    await prisma().session.updateMany({ where: { userId: id }, data: { lastUsedAt: new Date(time) } });
    const visit = (secret: string, page = async () => new Response('page')) =>
      at(provenAt + minuteMs / 2, async () => {
        const request = new Request('http://localhost/dashboard', { headers: { Cookie: cookieOf(secret) } });
        const context = new RouterContextProvider();
        const args = { request, context, params: {}, url: new URL(request.url), pattern: '/dashboard' };
        const answer = await identifyViewer(args as Parameters<typeof identifyViewer>[0], page);
        return (answer as Response).headers.getSetCookie();
      });
    expect(await visit(former)).toEqual([]);
    expect(await visit(token)).toEqual([sessionCookie().serialize(token)]);
    // A page that is still being made while its owner steps up in another tab leaves the new secret in the browser.
    await prisma().session.updateMany({ where: { userId: id }, data: { lastUsedAt: new Date(time) } });
    const slowPage = async () => {
      await at(provenAt + 2 * minuteMs, () => stepUp(token));
      return new Response('page');
    };
    expect(await visit(token, slowPage)).toEqual([]);
  });

  it('gives another secret each time, and within a minute the same', async () => {
    const { id } = await newUser();
    const tokens = [await at(time, () => newSession(id))];
    for (const minute of [10, 20])
      tokens.push(await at(time + minute * minuteMs, () => stepUp(tokens.at(-1) ?? '')));
    expect(new Set(tokens).size).toBe(3);
    const now = time + 20 * minuteMs + 30_000;
    const found = await at(now, () => Promise.all(tokens.map((token) => findViewer(token))));
    expect(found.map((one) => one !== null)).toEqual([false, true, true]);
    for (const token of tokens.slice(1)) expect(await at(now, () => stepUp(token))).toBe(tokens[2]);
    expect(await at(now, async () => hasConfirmed(await viewerOf(tokens[2] ?? '')))).toBe(true);
    // The minute is not prolonged by it.
    expect(await at(now + 30_000, () => findViewer(tokens[1] ?? ''))).toBeNull();
  });

  it('pressed several times at once gives one secret, whichever answer the browser keeps', async () => {
    const { id } = await newUser();
    const former = await newSession(id);
    const given = await Promise.all(Array.from({ length: 5 }, () => stepUp(former)));
    expect(new Set(given).size).toBe(1);
    expect((await viewerOf(given[0] ?? '')).id).toBe(id);
    expect((await viewerOf(former)).id).toBe(id);
    expect(await prisma().session.count({ where: { userId: id } })).toBe(1);
  });

  it('does nothing for a session that has ended, and ending one ends both of its secrets', async () => {
    const { id } = await newUser();
    const former = await newSession(id);
    const token = await stepUp(former);
    const viewer = await viewerOf(token);
    await signOut(viewer);
    expect([await findViewer(former), await findViewer(token)]).toEqual([null, null]);
    expect(await transaction((tx) => renewSessionToken(tx, viewer))).toBeNull();
  });

  it('sends the new secret as the cookie, which ends with the browser if the old one did', async () => {
    for (const staysSignedIn of [true, false]) {
      const { id } = await newUser();
      const former = await transaction((tx) => createSession(tx, id, null, { staysSignedIn }));
      const context = new RouterContextProvider();
      context.set(memberContext, await viewerOf(former));
      context.set(requestInfoContext, { clientAddress: newAddress() } as RequestInfo);
      const url = new URL('/confirm-identity', 'http://localhost:3000');
      const request = new Request(url, {
        method: 'POST',
        headers: { Cookie: cookieOf(former) },
        body: new URLSearchParams({ password: knownPassword }),
      });
      const answer = await confirmAction({
        request,
        context,
        url,
        params: {},
        pattern: '/confirm-identity',
      } as Parameters<typeof confirmAction>[0]);
      const [cookie = ''] = (answer as Response).headers.getSetCookie();
      const token = sessionCookie().parse(cookie);
      expect([typeof token, token === former]).toEqual(['string', false]);
      expect(hasConfirmed(await viewerOf(String(token)))).toBe(true);
      expect(cookie.includes('Max-Age')).toBe(staysSignedIn);
    }
  });
});

describe('a sign-in in a browser that is signed in already', () => {
  const browserOf = (token: string) => {
    const request = new Request('http://localhost/login', { headers: { Cookie: cookieOf(token) } });
    return { ...browser, ...readBrowser(request) };
  };

  it("ends the session the browser had, whoever's it was, and no other", async () => {
    const [one, other] = [await newUser(), await newUser()];
    const elsewhere = await newSession(one.id);
    let token = await newSession(one.id);
    for (const { email } of [one, other]) {
      const before = token;
      const attempt = await admit('sign_in', newAddress());
      const begun = await signIn(attempt, { email, password: knownPassword }, browserOf(before));
      if (begun.kind !== 'session') throw new Error('no session');
      token = begun.token;
      expect(await findViewer(before)).toBeNull();
      expect(await findViewer(token)).not.toBeNull();
    }
    expect(await findViewer(elsewhere)).not.toBeNull();
  });

  it('ends it by its former secret too, and after a second step', async () => {
    const { user, secret } = await newGuarded();
    const plain = await newUser();
    const former = await newSession(plain.id);
    const renewed = await stepUp(former);
    const step = await signInToStep(user.email);
    const begun = await takeStep(step, codeNow(secret), { sessionToken: former });
    expect(await findViewer(renewed)).toBeNull();
    expect(await findViewer(begun.token)).not.toBeNull();
  });
});
