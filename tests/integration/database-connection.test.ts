import pg from 'pg';
import { expect, it, vi } from 'vitest';
import { disconnectDatabase, transaction } from '#app/platform/database/client.server.ts';
import { newUser } from '#tests/integration/people.ts';

it('is given one statement at a time, however many are asked for within a transaction, and goes on after one that fails', async () => {
  await disconnectDatabase();
  let underWay = 0;
  let most = 0;
  const query = pg.Client.prototype.query;
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...args) {
    const answer = Reflect.apply(query, this, args) as unknown;
    if (answer instanceof Promise) {
      underWay += 1;
      most = Math.max(most, underWay);
      const end = () => {
        underWay -= 1;
      };
      answer.then(end, end);
    }
    return answer as undefined;
  });
  const { id } = await newUser();
  const found = await transaction(({ db }) =>
    db.user.findUniqueOrThrow({
      where: { id },
      include: { payments: true, subscriptions: true, sessions: true },
    }),
  );
  expect(found).toMatchObject({ id, payments: [], subscriptions: [], sessions: [] });
  await expect(
    transaction(({ db }) => Promise.all([db.$queryRaw`SELECT 1 / 0`, db.$queryRaw`SELECT 1`])),
  ).rejects.toThrow('division by zero');
  expect(most).toBe(1);
  spy.mockRestore();
  expect(await transaction(({ db }) => db.$queryRaw`SELECT 4::int AS n`)).toEqual([{ n: 4 }]);
  await disconnectDatabase();
});
