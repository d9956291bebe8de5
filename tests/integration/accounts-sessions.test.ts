import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { findViewed, findViewer } from '#app/domain/core/access/find-viewer.server.ts';
import { sessionDays, sessionIdleDays } from '#app/domain/core/access/session-lifetime.ts';
import { deleteEndedSessions, revokeSessions, signOut } from '#app/domain/people/accounts/sessions.server.ts';
import { prisma, transaction } from '#app/platform/database/client.server.ts';
import { activityOf, at, newSession, newUser } from '#tests/integration/people.ts';

const dayMs = 24 * 3600 * 1000;
const sessionsOf = (userId: string) => prisma().session.count({ where: { userId } });

async function viewerOf(token: string) {
  const found = await findViewer(token);
  if (!found) throw new Error('no viewer');
  return found.viewer;
}

describe('a session', () => {
  it('is known by its secret alone, and only its hash is stored', async () => {
    const user = await newUser();
    const token = await newSession(user.id);
    expect((await viewerOf(token)).id).toBe(user.id);
    expect(await findViewer('made-up')).toBeNull();
    const row = await prisma().session.findFirstOrThrow({ where: { userId: user.id } });
    expect(Buffer.from(row.tokenHash).toString('base64url')).not.toContain(token);
  });

  it('is over when its account is inactive', async () => {
    const user = await newUser();
    const token = await newSession(user.id);
    await prisma().user.update({ where: { id: user.id }, data: { status: 'inactive' } });
    expect(await findViewer(token)).toBeNull();
  });

  it('ends a month after it was last used', async () => {
    const begunAt = Date.now();
    const token = await at(begunAt, async () => newSession((await newUser()).id));
    expect(await at(begunAt + sessionIdleDays * dayMs, () => findViewer(token))).toBeNull();
    const usedAt = begunAt + (sessionIdleDays - 1) * dayMs;
    expect(await at(usedAt, () => findViewer(token))).toMatchObject({ isRenewed: true });
    expect(await at(usedAt + (sessionIdleDays - 1) * dayMs, () => findViewer(token))).not.toBeNull();
  });

  it('writes down that it is used every ten minutes at most', async () => {
    const begunAt = Date.now();
    const token = await at(begunAt, async () => newSession((await newUser()).id));
    const tenMinutes = begunAt + 10 * 60_000;
    const { sessionId } = await at(begunAt, () => viewerOf(token));
    const lastUsed = async () =>
      (await prisma().session.findUniqueOrThrow({ where: { id: sessionId } })).lastUsedAt.getTime();
    expect(await at(tenMinutes, () => findViewer(token))).toMatchObject({ isRenewed: false });
    expect(await lastUsed()).toBe(begunAt);
    expect(await at(tenMinutes + 1, () => findViewer(token))).toMatchObject({ isRenewed: true });
    expect(await lastUsed()).toBe(tenMinutes + 1);
  });

  it('keeps what its browser calls itself, as far as that is of use', async () => {
    const { id } = await newUser();
    for (const userAgent of [null, 'Browser/1', 'x'.repeat(400)]) await newSession(id, userAgent);
    const rows = await prisma().session.findMany({ where: { userId: id }, orderBy: { createdAt: 'asc' } });
    expect(rows.map(({ userAgent }) => userAgent)).toEqual([null, 'Browser/1', 'x'.repeat(300)]);
  });

  it('ends for good after ninety days, however much it is used', async () => {
    const begunAt = Date.now();
    const token = await at(begunAt, async () => newSession((await newUser()).id));
    for (let day = 1; day < sessionDays; day += 8)
      expect(await at(begunAt + day * dayMs, () => findViewer(token))).not.toBeNull();
    const last = begunAt + sessionDays * dayMs;
    expect(await at(last - 1_000, () => findViewer(token))).not.toBeNull();
    expect(await at(last, () => findViewer(token))).toBeNull();
  });

  it('ends by signing out: this one, and nobody else’s', async () => {
    const [user, other] = [await newUser(), await newUser()];
    const [here, elsewhere, others] = [
      await newSession(user.id),
      await newSession(user.id),
      await newSession(other.id),
    ];
    const viewer = await viewerOf(here);
    // Another's name on it ends nothing.
    await signOut({ id: other.id, sessionId: viewer.sessionId });
    expect(await findViewer(here)).not.toBeNull();
    await signOut(viewer);
    await signOut(viewer);
    expect(await findViewer(here)).toBeNull();
    expect(await findViewer(elsewhere)).not.toBeNull();
    expect(await findViewer(others)).not.toBeNull();
    expect(await activityOf(user.id)).toEqual(['Signed out']);
    expect(await activityOf(other.id)).toEqual([]);
  });

  it('ends with all of its user’s, and nobody else’s', async () => {
    const [user, other] = [await newUser(), await newUser()];
    const [own, others] = [await newSession(user.id), await newSession(other.id)];
    await transaction((tx) => revokeSessions(tx, user.id));
    expect(await findViewer(own)).toBeNull();
    expect(await findViewer(others)).not.toBeNull();
  });
});

describe('the site as somebody sees it', () => {
  it('is shown to an admin on their own session, with nothing confirmed', async () => {
    const { id } = await newUser();
    const sessionId = randomUUID();
    expect(await findViewed(id, sessionId)).toMatchObject({
      id,
      sessionId,
      role: 'member',
      confirmedAt: null,
    });
  });

  it('is not shown of nobody, of who is inactive, or of an admin', async () => {
    const [admin, shutOut] = [await newUser({ role: 'admin' }), await newUser()];
    await prisma().user.update({ where: { id: shutOut.id }, data: { status: 'inactive' } });
    for (const id of [admin.id, shutOut.id, randomUUID()])
      expect(await findViewed(id, randomUUID())).toBeNull();
  });
});

describe('the daily clean-up', () => {
  const longAgo = Date.now() - 61 * dayMs;

  it('deletes sessions that ended over a month ago', async () => {
    const [expired, revoked] = [await newUser(), await newUser()];
    await at(longAgo, () => newSession(expired.id));
    const token = await newSession(revoked.id);
    const viewer = await viewerOf(token);
    await at(Date.now() - 31 * dayMs, () => signOut(viewer));
    await deleteEndedSessions();
    expect([await sessionsOf(expired.id), await sessionsOf(revoked.id)]).toEqual([0, 0]);
  });

  it('leaves live ones and those that ended lately', async () => {
    const [live, expired, revoked] = [await newUser(), await newUser(), await newUser()];
    const token = await newSession(live.id);
    await at(longAgo + 2 * dayMs, () => newSession(expired.id));
    const viewer = await viewerOf(await newSession(revoked.id));
    await at(Date.now() - 29 * dayMs, () => signOut(viewer));
    await deleteEndedSessions();
    expect(await findViewer(token)).not.toBeNull();
    expect([await sessionsOf(expired.id), await sessionsOf(revoked.id)]).toEqual([1, 1]);
  });
});
