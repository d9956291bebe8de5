import { beforeAll, expect, it } from 'vitest';
import { databasePool } from '#app/platform/database/client.server.ts';
import { peakOf, runMailing } from '#tests/integration/killed-runs.ts';

// With many: npm run load:mailings, whose figures are in docs/performance.md.
const members = Number(process.env.MAILINGS_MEMBERS ?? 450);
/** One member in so many has something due. */
const oneIn = Number(process.env.MAILINGS_ONE_IN ?? 3);
const kills = Number(process.env.MAILINGS_KILLS ?? 1);
const due = Math.floor(members / oneIn);
const isMany = members > 10_000;

beforeAll(async () => {
  const query = (text: string, ...values: unknown[]) => databasePool().query(text, values);
  // By the thousand, as one statement may not take as long as a million of them.
  for (let from = 1; from <= members; from += 10_000)
    await query(
      `WITH people AS (
         INSERT INTO users (id, email, username, name, email_verified_at, updated_at)
         SELECT gen_random_uuid(), 'mailed-' || n || '@example.com', 'mailed-' || n, 'Member ' || n, now(), now()
         FROM generate_series($1::int, $2::int) n RETURNING id, username),
       numbered AS (SELECT id, split_part(username, '-', 2)::int AS n FROM people),
       subscribed AS (
         INSERT INTO email_course_subscriptions (user_id, next_due_at)
         SELECT id, now() + CASE WHEN n % $3 = 0 THEN interval '-1 hour' ELSE interval '20 days' END FROM numbered),
       settings AS (INSERT INTO notification_settings (user_id, mail_on) SELECT id, '{thread,pieces}' FROM numbered),
       renewing AS (
         INSERT INTO subscriptions (id, user_id, product, provider, provider_subscription_id, status, amount, currency, interval,
           current_period_start, current_period_end, started_at, updated_at)
         SELECT gen_random_uuid(), id, 'membership', 'stripe', 'sub_' || n, 'active', 2900, 'usd',
           CASE WHEN n % $3 = 0 THEN 'year' ELSE 'month' END, now() - interval '10 days', now() + interval '20 days', now() - interval '10 days', now()
         FROM numbered)
       INSERT INTO notifications (id, user_id, kind, event, details, path, key, created_at, mail_at)
       SELECT gen_random_uuid(), id, 'thread', 'thread_replied', '{"title":"A thread"}'::jsonb, '/community', 'k' || part, now(),
         CASE WHEN n % $3 = 0 THEN now() - interval '1 minute' END
       FROM numbered, generate_series(1, 2) part`,
      from,
      Math.min(members, from + 9_999),
      oneIn,
    );
  await query(
    `WITH made AS (
       INSERT INTO sequences (id, name, state, may_be_second, created_at, updated_at)
       -- The email course was sent to the same people before.
       VALUES (gen_random_uuid(), 'Mailed', 'on', true, now(), now()) RETURNING id),
     step AS (
       INSERT INTO sequence_steps (id, sequence_id, position, subject, body, delay, created_at, updated_at)
       SELECT gen_random_uuid(), id, 1, 'Step', 'Hello', 0, now(), now() FROM made)
     INSERT INTO sequence_enrollments (id, sequence_id, user_id, event_key, started_at, last_at, due_at)
     SELECT gen_random_uuid(), made.id, u.id, 'key', now(), now(), now() + CASE WHEN split_part(username, '-', 2)::int % $1 = 0 THEN interval '-1 hour' ELSE interval '20 days' END
     FROM made, users u WHERE username LIKE 'mailed-%'`,
    oneIn,
  );
  await query('ANALYZE');
}, 3_600_000);

/** Runs a job, and kills it once the database has so many rows of what it does, unless `killedAt` is null. */
const run = (job: string, count: () => Promise<number>, killedAt: number | null) =>
  runMailing(['round.ts', job], killedAt === null ? null : async () => (await count()) >= killedAt);

const mailsOf = (template: string) => async () => {
  const { rows } = await databasePool().query<{ count: number }>(
    'SELECT count(*)::int AS count FROM mail_outbox WHERE subject = $1',
    [template],
  );
  return rows[0]?.count ?? 0;
};

/** Whoever was sent a mail of a template: to how many, and how many of them more than one. */
async function recipientsOf(template: string): Promise<{ people: number; twice: number }> {
  const { rows } = await databasePool().query<{ people: number; twice: number }>(
    `SELECT count(*)::int AS people, count(*) FILTER (WHERE times > 1)::int AS twice
     FROM (SELECT recipient, count(*) AS times FROM mail_outbox WHERE subject = $1 GROUP BY recipient) each`,
    [template],
  );
  return rows[0] ?? expect.fail();
}

it.each([
  ['sendDueLetters', 'email-course-letter'],
  ['sendDigests', 'notification-digest'],
  ['announceRenewals', 'renewal-notice'],
  ['sendSequences', 'letter'],
])(
  '%s goes on where it was killed: everybody is mailed once',
  { timeout: 3_600_000 },
  async (job, template) => {
    const count = mailsOf(template);
    let killed = 0;
    for (let kill = 1; kill <= kills; kill += 1)
      if ((await run(job, count, Math.floor((due * kill) / (kills + 1)))) === null) killed += 1;
    expect(killed).toBe(kills);
    const sofar = await count();
    expect(sofar).toBeLessThan(due);
    const startedAt = performance.now();
    const output = await run(job, count, null);
    const seconds = (performance.now() - startedAt) / 1000;
    expect(await recipientsOf(template)).toEqual({ people: due, twice: 0 });
    // With nothing left to do it does nothing.
    await run(job, count, null);
    expect(await count()).toBe(due);
    const peak = peakOf(output);
    if (isMany)
      console.log(
        `${job}: ${members} members, ${due} due; the last ${due - sofar} in ${seconds.toFixed(1)} s, ${peak} MB at most`,
      );
    expect(peak).toBeLessThan(500);
  },
);
