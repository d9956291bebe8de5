import { createHash } from 'node:crypto';
import { RouterContextProvider } from 'react-router';
import { describe, expect, it, vi } from 'vitest';
import { createSession } from '#app/domain/people/accounts/sessions.server.ts';
import { prisma, transaction } from '#app/platform/database/client.server.ts';
import { consumeRateLimit } from '#app/platform/rate-limit.server.ts';
import { viewerContext } from '#app/routes/http/context.server.ts';
import { sessionCookie, sessionHeader } from '#app/routes/http/cookies.server.ts';
import { identifyViewer } from '#app/routes/http/identify-viewer.server.ts';
import { newSession, newUser } from '#tests/integration/people.ts';

/** Asks for a page with a session's cookie; `answer` is what the page itself would send. */
async function visit(token: string, answer = new Response('page')) {
  const cookie = (await sessionCookie().serialize(token)).split(';', 1)[0] ?? '';
  const context = new RouterContextProvider();
  const request = new Request('http://localhost/dashboard', { headers: { Cookie: cookie } });
  const args = { request, context, params: {}, url: new URL(request.url), pattern: '/dashboard' };
  const response = await identifyViewer(args as Parameters<typeof identifyViewer>[0], async () => answer);
  return { viewer: context.get(viewerContext), cookies: (response as Response).headers.getSetCookie() };
}

const lastUsed = (userId: string, hoursAgo: number) =>
  prisma().session.updateMany({
    where: { userId },
    data: { lastUsedAt: new Date(Date.now() - hoursAgo * 3600 * 1000) },
  });

describe('the session cookie', () => {
  it('goes on with the session, and is not sent anew at every page', async () => {
    const user = await newUser();
    const token = await newSession(user.id);
    expect((await visit(token)).cookies).toEqual([]);
    await lastUsed(user.id, 24);
    const { viewer, cookies } = await visit(token);
    expect(viewer?.id).toBe(user.id);
    expect(cookies).toHaveLength(1);
    expect(cookies[0]).toMatch(/^session=.*Max-Age=2592000.*HttpOnly/);
    expect((await visit(token)).cookies).toEqual([]);
  });

  it('ends with the browser where its owner wants no more, and is not sent anew', async () => {
    expect(sessionHeader({ token: 'x', staysSignedIn: false })).not.toContain('Max-Age');
    expect(sessionHeader({ token: 'x', staysSignedIn: true })).toContain('Max-Age=2592000');
    const user = await newUser();
    const token = await transaction((tx) => createSession(tx, user.id, null, { staysSignedIn: false }));
    await lastUsed(user.id, 20);
    const { viewer, cookies } = await visit(token);
    expect(viewer?.id).toBe(user.id);
    expect(cookies).toEqual([]);
  });

  it('is left alone by a page that sets it itself, as signing out does', async () => {
    const user = await newUser();
    const token = await newSession(user.id);
    await lastUsed(user.id, 24);
    const signedOut = new Response(null, { headers: { 'Set-Cookie': 'session=; Max-Age=0' } });
    expect((await visit(token, signedOut)).cookies).toEqual(['session=; Max-Age=0']);
  });
});

describe('a counter of attempts', () => {
  it('names nobody, not even to who tries every address', async () => {
    const subject = '192.0.2.77';
    await consumeRateLimit({ name: 'naming', points: 5, seconds: 60 }, subject);
    const plain = createHash('sha256').update(subject).digest('base64url').slice(0, 32);
    const keys = await prisma().rateLimit.findMany({ where: { key: { startsWith: 'naming' } } });
    expect(keys).toHaveLength(1);
    expect(keys[0]?.key).not.toContain(plain);
    expect(keys[0]?.key).not.toContain(subject);
  });
});

describe('cookies where the site is secure', () => {
  it('are taken by browsers from this very host alone', async () => {
    const real = await import('#app/platform/config.server.ts');
    vi.doMock('#app/platform/config.server.ts', () => ({
      ...real,
      config: () => ({ ...real.config(), isSecure: true }),
    }));
    vi.resetModules();
    const cookies = await import('#app/routes/http/cookies.server.ts');
    for (const [name, cookie] of [
      ['session', cookies.sessionCookie()],
      ['device', cookies.deviceCookie()],
      ['second-step', cookies.secondStepCookie()],
      ['trust', cookies.trustCookie()],
      ['flash', cookies.flashCookie()],
      ['referral', cookies.referralCookie()],
      ['typed-email', cookies.typedEmailCookie()],
    ] as const)
      expect(await cookie.serialize('x')).toMatch(
        new RegExp(`^__Host-${name}=[^;]+; Max-Age=\\d+; Path=/; HttpOnly; Secure; SameSite=Lax$`),
      );
  });
});
