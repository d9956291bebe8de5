import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { findViewer } from '#app/domain/core/access/find-viewer.server.ts';
import { isAccessKnown } from '#app/domain/core/access/viewer.ts';
import { signOut } from '#app/domain/people/accounts/sessions.server.ts';
import { config } from '#app/platform/config.server.ts';
import { prisma, transaction } from '#app/platform/database/client.server.ts';
import { isTableLocked } from '#app/platform/database/lock-scope.server.ts';
import { besideLocks } from '#app/platform/database/table-locks.server.ts';
import { isDatabaseOutage } from '#app/platform/runtime/outage.server.ts';
import { signInFrom } from '#tests/integration/joining.ts';
import { activityOf, knownPassword, mailsTo, newSession, newUser } from '#tests/integration/people.ts';
import { doQueued, withJobQueue } from '#tests/integration/queued-jobs.ts';

withJobQueue();

let blocker: pg.Client;

beforeEach(async () => {
  blocker = new pg.Client({ connectionString: config().databaseUrl });
  await blocker.connect();
});

/** All that tests lock. */
const tables = [
  ...['notifications', 'assignment_submissions', 'subscriptions', 'purchases', 'entitlement_grants'],
  ...['activity_log', 'mail_outbox'],
];

// The lock goes with its connection, also where a test fails; this process hears of it within a second.
afterEach(async () => {
  await blocker.end();
  await vi.waitFor(
    async () =>
      expect(await besideLocks('write', tables, async () => tables.filter(isTableLocked))).toEqual([]),
    { timeout: 60_000, interval: 100 },
  );
});

async function lock(tables: string, mode = 'ACCESS EXCLUSIVE'): Promise<void> {
  await blocker.query('BEGIN');
  await blocker.query(`LOCK TABLE ${tables} IN ${mode} MODE`);
}

const unlock = () => blocker.query('ROLLBACK');

const memberOf = async (userId: string) => {
  const found = await findViewer(await newSession(userId));
  return found?.viewer;
};

async function newMember() {
  const user = await newUser();
  await prisma().entitlementGrant.create({
    data: { userId: user.id, entitlement: 'membership', reason: 'a test' },
  });
  return user;
}

describe('who asks is known while a table is locked', () => {
  it('whose part of it not every page needs', async () => {
    const { id } = await newMember();
    await prisma().instructorGrant.create({ data: { userId: id, courseId: '', createdAt: new Date() } });
    expect(await memberOf(id)).toMatchObject({ hasMembership: true, unreadCount: 0, waitingAssignments: 0 });
    await lock('notifications');
    expect(await memberOf(id)).toMatchObject({ hasMembership: true, unreadCount: null });
    await unlock();
    await lock('assignment_submissions');
    expect(await memberOf(id)).toMatchObject({ hasMembership: true, waitingAssignments: 'unknown' });
    await unlock();
    await vi.waitFor(
      async () => expect(await memberOf(id)).toMatchObject({ unreadCount: 0, waitingAssignments: 0 }),
      { timeout: 60_000, interval: 100 },
    );
  });

  it.each(['subscriptions', 'entitlement_grants'])(
    'but not what they have paid for, which needs %s: that is an outage, neither yes nor no',
    async (table) => {
      const { id, email } = await newMember();
      await lock(table);
      const viewer = await memberOf(id);
      if (!viewer) expect.fail('The viewer is unknown');
      expect([viewer.email, isAccessKnown(viewer)]).toEqual([email, false]);
      for (const read of [() => viewer.hasMembership, () => ({ ...viewer })]) {
        let failure: unknown;
        try {
          read();
        } catch (error) {
          failure = error;
        }
        expect(isDatabaseOutage(failure)).toBe(true);
      }
    },
  );

  it('and what they have paid for, where the locked table is of things that give no membership', async () => {
    const { id } = await newMember();
    await lock('purchases');
    // Something else has found it locked.
    await besideLocks('read', ['purchases'], async () =>
      isTableLocked('purchases') ? 0 : prisma().purchase.count(),
    );
    expect(await memberOf(id)).toMatchObject({ hasMembership: true });
  });

  it('and nobody waits for it once it is known to be locked', async () => {
    const { id } = await newMember();
    const token = await newSession(id);
    await lock('notifications');
    await findViewer(token);
    const begun: boolean[] = [];
    await besideLocks('read', ['notifications'], async () => begun.push(isTableLocked('notifications')));
    expect(begun).toEqual([true]);
  });

  it('and a lock that keeps nobody from reading is none', async () => {
    const { id } = await newMember();
    await lock('notifications', 'SHARE');
    expect(await memberOf(id)).toMatchObject({ unreadCount: 0 });
    expect(await besideLocks('read', ['notifications'], async () => isTableLocked('notifications'))).toBe(
      false,
    );
  });
});

it('work that waits for a locked table is undone, and done once without it', async () => {
  await lock('activity_log');
  const key = `locked ${Math.random()}`;
  const begun: boolean[] = [];
  await besideLocks('write', ['activity_log'], () =>
    transaction(async ({ db }) => {
      begun.push(isTableLocked('activity_log'));
      await db.rateLimit.create({ data: { key, points: 1 } });
      if (!isTableLocked('activity_log')) await db.activityLog.create({ data: {} });
    }),
  );
  expect(begun.at(-1)).toBe(true);
  expect(await prisma().rateLimit.count({ where: { key } })).toBe(1);
});

describe('signing in does not wait for', () => {
  it('the activity log: what belongs there is written by a job', async () => {
    const { id, email } = await newUser();
    await lock('activity_log');
    expect((await signInFrom(email, knownPassword)).kind).toBe('session');
    await expect(signInFrom(email, 'wrong-password')).rejects.toThrow('Invalid login');
    const { id: sessionId } = await prisma().session.findFirstOrThrow({ where: { userId: id } });
    await signOut({ id, sessionId });
    await unlock();
    expect(await activityOf(id)).toEqual([]);
    await doQueued('record-activity');
    expect(await activityOf(id)).toEqual([
      'Signed in with a password',
      'A sign-in with a password was refused',
      'Signed out',
    ]);
  });

  it.each(['mail_outbox', 'notifications'])('%s: the notice of a new device follows, once', async (table) => {
    const { id, email } = await newUser();
    await prisma().activityLog.create({
      data: { type: 'signed_in', userId: id, createdAt: new Date(Date.now() - 60_000) },
    });
    await lock(table);
    for (const _ of [1, 2]) expect((await signInFrom(email, knownPassword)).kind).toBe('session');
    await unlock();
    expect(await mailsTo(email)).toEqual([]);
    await doQueued('send-security-notice');
    expect(await mailsTo(email)).toHaveLength(1);
    expect(await prisma().notification.count({ where: { userId: id, event: 'security_notice' } })).toBe(1);
  });
});
