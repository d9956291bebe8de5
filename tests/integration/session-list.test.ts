import { randomUUID } from 'node:crypto';
import { RouterContextProvider } from 'react-router';
import { describe, expect, it } from 'vitest';
import { findViewer } from '#app/domain/core/access/find-viewer.server.ts';
import { admit } from '#app/domain/people/accounts/attempts.server.ts';
import type { Device } from '#app/domain/people/accounts/devices.server.ts';
import {
  endOtherSessions,
  endSession,
  listSessions,
} from '#app/domain/people/accounts/session-list.server.ts';
import { createSession } from '#app/domain/people/accounts/sessions.server.ts';
import { signIn } from '#app/domain/people/accounts/sign-in.server.ts';
import { prisma, transaction } from '#app/platform/database/client.server.ts';
import { memberContext } from '#app/routes/http/context.server.ts';
import { action as endSessions } from '#app/routes/member/security/sessions.tsx';
import { browser, newAddress, signInFrom } from '#tests/integration/joining.ts';
import { activityOf, at, knownPassword, mailsTo, newSession, newUser } from '#tests/integration/people.ts';
import { codeNow, newGuarded, signInToStep, takeStep, viewerOf } from '#tests/integration/second-factors.ts';

const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0';
const hourMs = 3600_000;

describe('where one is signed in', () => {
  it('is ended only by who has proven just now who they are', async () => {
    const user = await newUser();
    const viewer = await viewerOf(await newSession(user.id));
    await newSession(user.id, firefox);
    const press = async (confirmedAt: Date | null) => {
      const context = new RouterContextProvider();
      context.set(memberContext, { ...viewer, confirmedAt });
      const url = new URL('/profile/security/sessions', 'http://localhost:3000');
      const request = new Request(url, {
        method: 'POST',
        body: new URLSearchParams({ intent: 'end_others' }),
      });
      return endSessions({ request, context, url, params: {}, pattern: '/profile/security/sessions' }).catch(
        (answer: unknown) => answer,
      );
    };
    const left = async () => (await listSessions(viewer)).elsewhere.rows.length;
    const refusal = (await press(null)) as Response;
    expect([refusal.status, refusal.headers.get('Location'), await left()]).toEqual([
      303,
      '/confirm-identity?redirectTo=%2Fprofile%2Fsecurity%2Fsessions',
      1,
    ]);
    await press(new Date());
    expect(await left()).toBe(0);
  });

  it('is here, and elsewhere with what has not ended, the latest first', async () => {
    const user = await newUser();
    const viewer = await viewerOf(await newSession(user.id));
    await newSession(user.id, firefox);
    await newSession(user.id, 'Lynx/2.9');
    await at(Date.now() - 40 * 24 * hourMs, () => newSession(user.id));
    await newSession((await newUser()).id);
    const { here, elsewhere } = await listSessions(viewer);
    expect(here).toMatchObject({ id: viewer.sessionId, device: 'An unknown device' });
    expect(elsewhere.rows.map(({ device }) => device)).toEqual(['Lynx', 'Firefox on Windows']);
    expect(elsewhere.next).toBeNull();
  });

  it('ends one by one, and nobody else’s', async () => {
    const [user, other] = [await newUser(), await newUser()];
    const viewer = await viewerOf(await newSession(user.id));
    const [mine, theirs] = [await newSession(user.id), await newSession(other.id)];
    const { sessionId: theirId } = await viewerOf(theirs);
    expect(await endSession(viewer, theirId)).toBe(false);
    expect(await endSession(viewer, randomUUID())).toBe(false);
    expect(await findViewer(theirs)).not.toBeNull();
    const { sessionId } = await viewerOf(mine);
    expect(await endSession(viewer, sessionId)).toBe(true);
    expect(await endSession(viewer, sessionId)).toBe(false);
    expect(await findViewer(mine)).toBeNull();
    expect(await activityOf(user.id)).toEqual(['Another device signed out']);
    expect(await activityOf(other.id)).toEqual([]);
  });

  it('ends everywhere else, with sign-ins that wait for their second step', async () => {
    const { user, viewer, secret } = await newGuarded();
    const others = [await newSession(user.id), await newSession(user.id)];
    const waiting = await signInToStep(user.email);
    expect(await endOtherSessions(viewer)).toBe(2);
    for (const token of others) expect(await findViewer(token)).toBeNull();
    await expect(takeStep(waiting, codeNow(secret))).rejects.toMatchObject({ kind: 'conflict' });
    expect((await listSessions(viewer)).here).not.toBeNull();
    expect(await endOtherSessions(viewer)).toBe(0);
  });
});

describe('how long a session goes on', () => {
  it('is a day after its last use where it is to end with the browser, also when it is used', async () => {
    const user = await newUser();
    const time = Date.now();
    const token = await at(time, () =>
      transaction((tx) => createSession(tx, user.id, null, { staysSignedIn: false })),
    );
    expect(await at(time + 23 * hourMs, () => findViewer(token))).toMatchObject({ staysSignedIn: false });
    expect(await at(time + 46 * hourMs, () => findViewer(token))).not.toBeNull();
    expect(await at(time + 71 * hourMs, () => findViewer(token))).toBeNull();
  });

  it('is twelve hours for an admin, however much it is used, also who became one meanwhile', async () => {
    const user = await newUser({ role: 'admin' });
    const time = Date.now();
    const token = await at(time, () => newSession(user.id));
    expect(await at(time + 12 * hourMs - 1, () => findViewer(token))).not.toBeNull();
    expect(await at(time + 12 * hourMs, () => findViewer(token))).toBeNull();
    const member = await newUser();
    const theirs = await at(time, () => newSession(member.id));
    expect(await at(time + 13 * hourMs, () => findViewer(theirs))).not.toBeNull();
    await prisma().user.update({ where: { id: member.id }, data: { role: 'admin', assignedRole: 'admin' } });
    expect(await at(time + 13 * hourMs, () => findViewer(theirs))).toBeNull();
  });
});

describe('a sign-in on a new device', () => {
  const subject = 'A sign-in on a new device';
  const told = async (email: string) => (await mailsTo(email)).filter((mail) => mail.subject === subject);

  it('is told by mail, in words; the first of all and one on a known device are not', async () => {
    const { email } = await newUser();
    const enter = async (device: Device | null) => {
      const attempt = await admit('sign_in', newAddress(), device);
      return signIn(attempt, { email, password: knownPassword }, { ...browser, userAgent: firefox });
    };
    const { device } = await signInFrom(email, knownPassword);
    expect(await told(email)).toHaveLength(0);
    await enter(device);
    expect(await told(email)).toHaveLength(0);
    // A first press of the button is no sign-in before; and whoever presses twice is told once.
    await enter(null);
    expect(await told(email)).toHaveLength(0);
    await at(Date.now() + 60_000, () => Promise.all([enter(null), enter(null)]));
    const [mail, ...more] = await told(email);
    expect(more).toEqual([]);
    expect(mail?.text).toMatch(/on a new device: Firefox on Windows, on \w+ \d+, \d{4} at [\d:]+ [AP]M UTC/);
  });

  it('is told once the second step is taken, not before', async () => {
    const { user, secret, codes } = await newGuarded();
    await takeStep(await signInToStep(user.email), codes[0] ?? '');
    await at(Date.now() + 60_000, async () => {
      const token = await signInToStep(user.email);
      expect(await told(user.email)).toHaveLength(0);
      await takeStep(token, codeNow(secret));
      expect(await told(user.email)).toHaveLength(1);
    });
  });
});
