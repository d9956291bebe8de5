import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { deleteOldActivity } from '#app/domain/core/activity/retention.server.ts';
import { withClock } from '#app/platform/clock.server.ts';
import {
  databasePool,
  isUniqueViolation,
  prisma,
  transaction,
} from '#app/platform/database/client.server.ts';
import { makePartitions } from '#app/platform/database/partitions.server.ts';
import { dayMs } from '#app/platform/durations.ts';
import { deleteOldMail } from '#app/platform/mail/delivery.server.ts';
import { isMailQueued, queueMail } from '#app/platform/mail/outbox.server.ts';
import { newEmail, newUser } from '#tests/integration/people.ts';

const at = (iso: string) => new Date(iso);

/** The partitions of a table, with how many rows each has. */
async function partitionsOf(table: string): Promise<Record<string, number>> {
  const { rows } = await databasePool().query<{ name: string }>(
    'SELECT c.relname AS name FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid WHERE i.inhparent = $1::regclass ORDER BY 1',
    [table],
  );
  const counts: Record<string, number> = {};
  for (const { name } of rows) {
    const { rowCount } = await databasePool().query(`SELECT FROM partitions.${name}`);
    counts[name.slice(table.length + 1)] = rowCount ?? 0;
  }
  return counts;
}

const addEntries = (...moments: string[]) =>
  prisma().activityLog.createMany({ data: moments.map((moment) => ({ createdAt: at(moment) })) });

const addMails = (recipient: string, status: 'sent' | 'queued', ...moments: Date[]) =>
  prisma().mailOutbox.createMany({
    data: moments.map((createdAt) => ({ recipient, subject: '', html: '', text: '', status, createdAt })),
  });

beforeEach(async () => {
  await prisma().activityLog.deleteMany();
});

describe('the activity log by month', () => {
  it('has a partition for each of the next months before they begin, and takes entries that came too early into it', async () => {
    // Nobody has made any yet: the site's clock is years ahead.
    await addEntries(
      '2031-05-03T00:00:00Z',
      '2031-05-31T23:59:59.999Z',
      '2031-06-01T00:00:00Z',
      '2040-01-01T00:00:00Z',
    );
    expect((await partitionsOf('activity_log')).other).toBe(4);
    await withClock(() => at('2031-05-31T23:00:00Z'), makePartitions);
    expect(await partitionsOf('activity_log')).toMatchObject({
      '2031_05': 2,
      '2031_06': 1,
      '2031_07': 0,
      '2031_08': 0,
      other: 1,
    });
    const before = await partitionsOf('activity_log');
    await withClock(() => at('2031-05-31T23:00:00Z'), makePartitions);
    expect(await partitionsOf('activity_log')).toEqual(before);
    await addEntries('2031-08-31T23:59:59.999Z');
    expect((await partitionsOf('activity_log'))['2031_08']).toBe(1);
  });

  it('drops whole months before an entry is two years old, and none before it is 23 months', async () => {
    await withClock(() => at('2032-01-15T00:00:00Z'), makePartitions);
    await addEntries(
      '2026-01-01T00:00:00Z',
      '2032-01-01T00:00:00Z',
      '2032-01-31T00:00:00Z',
      '2032-02-01T00:00:00Z',
    );
    await withClock(() => at('2033-12-31T00:00:00Z'), deleteOldActivity);
    const kept = await prisma().activityLog.findMany({ orderBy: { createdAt: 'asc' } });
    expect(kept.map(({ createdAt }) => createdAt.toISOString().slice(0, 10))).toEqual([
      '2032-01-01',
      '2032-01-31',
      '2032-02-01',
    ]);
    await withClock(() => at('2034-01-01T00:00:00Z'), deleteOldActivity);
    expect(await prisma().activityLog.count()).toBe(1);
    expect(await partitionsOf('activity_log')).not.toHaveProperty('2032_01');
    expect(await partitionsOf('activity_log')).toHaveProperty('2032_02');
  });

  it('loses a user’s reference in every month when their account goes', async () => {
    const { id: userId } = await newUser();
    await withClock(() => at('2035-01-15T00:00:00Z'), makePartitions);
    await prisma().activityLog.createMany({
      data: ['2026-01-01T00:00:00Z', '2035-02-01T00:00:00Z'].map((moment) => ({
        userId,
        createdAt: at(moment),
      })),
    });
    await prisma().user.delete({ where: { id: userId } });
    expect(await prisma().activityLog.findMany({ select: { userId: true } })).toEqual([
      { userId: null },
      { userId: null },
    ]);
  });
});

describe('the outbox by month', () => {
  it('keeps the record of a mail for 90 days, and a mail that waits for longer', async () => {
    const recipient = newEmail();
    const ago = (days: number) => new Date(Date.now() - days * dayMs);
    await addMails(recipient, 'sent', ago(91), ago(200), ago(89));
    await addMails(recipient, 'queued', ago(200));
    await deleteOldMail();
    const kept = await prisma().mailOutbox.findMany({ where: { recipient }, orderBy: { createdAt: 'asc' } });
    expect(kept.map(({ status }) => status)).toEqual(['queued', 'sent']);
  });

  it('takes a key once, over all months; it is free again when its mail is deleted', async () => {
    const [recipient, key] = [newEmail(), randomUUID()];
    const queue = () =>
      transaction((tx) =>
        queueMail(tx, recipient, 'verify-email', { name: 'Ada', verifyUrl: 'https://site.example' }, key),
      );
    await queue();
    // As a mail of another month.
    await databasePool().query(
      "UPDATE mail_outbox SET created_at = created_at - interval '1 year' WHERE key = $1",
      [key],
    );
    const again = await queue().catch((error: unknown) => error);
    expect(isUniqueViolation(again, 'key')).toBe(true);
    expect(await prisma().mailOutbox.count({ where: { key } })).toBe(1);
    await prisma().mailOutbox.deleteMany({ where: { key } });
    await queue();
    expect(await transaction((tx) => isMailQueued(tx, key))).toBe(true);
  });

  it('keeps the keys of mails that it takes into a month made later', async () => {
    const [recipient, key] = [newEmail(), randomUUID()];
    const queue = () =>
      transaction((tx) =>
        queueMail(tx, recipient, 'verify-email', { name: 'Ada', verifyUrl: 'https://site.example' }, key),
      );
    // By a clock that is years ahead.
    const data = { recipient, key, subject: '', html: '', text: '', createdAt: at('2037-05-03T00:00:00Z') };
    await prisma().mailOutbox.create({ data });
    expect((await partitionsOf('mail_outbox')).other).toBe(1);
    await withClock(() => at('2037-05-01T00:00:00Z'), makePartitions);
    expect(await partitionsOf('mail_outbox')).toMatchObject({ '2037_05': 1, other: 0 });
    expect(await transaction((tx) => isMailQueued(tx, key))).toBe(true);
    const again = await queue().catch((error: unknown) => error);
    expect(isUniqueViolation(again, 'key')).toBe(true);
  });

  it('forgets the keys of mails whose month was dropped', async () => {
    const keys = Array.from({ length: 3 }, () => randomUUID());
    const old = new Date(Date.now() - 100 * dayMs);
    await prisma().mailKey.createMany({ data: keys.map((key) => ({ key, createdAt: old })) });
    await deleteOldMail();
    expect(await prisma().mailKey.count({ where: { key: { in: keys } } })).toBe(0);
  });
});
