import { afterAll, beforeAll, expect, it } from 'vitest';
import { midnightOf } from '#app/domain/programme/commissions/decisions.server.ts';
import { databasePool, disconnectDatabase, prisma } from '#app/platform/database/client.server.ts';
import { give } from '#tests/integration/payees.ts';
import { at, newUser } from '#tests/integration/people.ts';

const setZone = (zone: string) =>
  databasePool().query(
    `DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET timezone = %L', current_database(), '${zone}'); END $$`,
  );

// As a server is set up on a machine that tells the time of its own country.
beforeAll(async () => {
  await setZone('America/New_York');
  await disconnectDatabase();
});
afterAll(async () => {
  await setZone('UTC');
  await disconnectDatabase();
});

it('times are UTC whatever the database’s own zone is, and a row belongs to the day on which it was', async () => {
  const { id } = await newUser({ role: 'affiliate' });
  const time = new Date('2026-06-10T02:30:00Z');
  await at(time, () => give(id, 1_000));
  const { rows } = await databasePool().query(
    `SELECT extract(epoch FROM c.timestamp)::float8 * 1000 AS ms, extract(epoch FROM c.available_at)::float8 * 1000 AS available,
       to_char(d.day, 'YYYY-MM-DD') AS day
     FROM commissions c JOIN commission_days d ON d.user_id = c.referrer_username WHERE c.referrer_username = $1`,
    [id],
  );
  expect(rows).toEqual([{ ms: time.getTime(), available: midnightOf(time).getTime(), day: '2026-06-10' }]);
  expect(await prisma().commission.findFirstOrThrow({ where: { referrerId: id } })).toMatchObject({
    timestamp: time,
  });
});
