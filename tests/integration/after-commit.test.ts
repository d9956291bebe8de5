import { describe, expect, it } from 'vitest';
import { prisma, transaction } from '#app/platform/database/client.server.ts';
import { newEmail } from '#tests/integration/people.ts';

const addUser = (db: Pick<ReturnType<typeof prisma>, 'user'>, email: string) =>
  db.user.create({ data: { email, username: email } });

const isThere = async (email: string) => (await prisma().user.count({ where: { email } })) === 1;

describe('work after a commit', () => {
  it('is done once, in order, when what was written can be seen by others', async () => {
    const email = newEmail();
    const done: string[] = [];
    await transaction(async (tx) => {
      await addUser(tx.db, email);
      tx.afterCommit(async () => void done.push(`first: ${await isThere(email)}`));
      tx.afterCommit(() => void done.push('second'));
      expect(done).toEqual([]);
    });
    expect(done).toEqual(['first: true', 'second']);
  });

  it('that fails takes nothing back, and keeps none of the rest', async () => {
    const email = newEmail();
    const done: string[] = [];
    await transaction(async (tx) => {
      await addUser(tx.db, email);
      tx.afterCommit(() => {
        throw new Error('no queue');
      });
      tx.afterCommit(() => void done.push('second'));
    });
    expect(await isThere(email)).toBe(true);
    expect(done).toEqual(['second']);
  });

  it('is not done when nothing was committed', async () => {
    const email = newEmail();
    const done: string[] = [];
    const failing = transaction(async (tx) => {
      await addUser(tx.db, email);
      tx.afterCommit(() => void done.push('first'));
      throw new Error('changed my mind');
    });
    await expect(failing).rejects.toThrow('changed my mind');
    expect(await isThere(email)).toBe(false);
    expect(done).toEqual([]);
  });
});
