import pg from 'pg';
import { queryCount, send, textOf } from '#tests/bench/http.ts';
import { type Target, table } from '#tests/bench/report.ts';
import { type BenchSite, signIn, startDatabase, startSite } from '#tests/bench/site.ts';

// What members see of the community and of their notifications, with ten of each and then with years of them.

const few = { threads: 10, notifications: 10 };
const many = { threads: 100_000, notifications: 5_000 };

/** What is wanted. */
const mostTimes = 1.5;
/** Pages answer in milliseconds: a few more are no other time. */
const fewMs = 5;

const pages = [
  '/community',
  '/community?topic={topic}',
  '/community?show=unanswered',
  '/community?show=followed',
  '/community?show=own',
  '/community/threads/{thread}',
  '/notifications',
  '/notifications?show=unread',
  '/search?q=headline',
  '/support/tickets',
  '/dashboard',
];
const asks = 40;

/** Fills a database up to so many rows, of which the member has started two hundred threads, and follows them; the first thread has the most replies. */
async function fill(
  client: pg.Client,
  memberId: string,
  topics: readonly string[],
  to: typeof few,
): Promise<void> {
  await client.query(
    `INSERT INTO community_threads (id, topic, title, author_id, created_at, latest_at, reply_count)
     SELECT gen_random_uuid(), ($2::text[])[1 + n % cardinality($2::text[])], 'A headline for offer ' || n,
       CASE WHEN n % 500 = 0 THEN $1::uuid ELSE (SELECT id FROM users WHERE id <> $1::uuid ORDER BY id OFFSET n % 3 LIMIT 1) END,
       now() - n * interval '1 minute', now() - n * interval '1 minute', n % 3
     FROM generate_series((SELECT count(*) FROM community_threads)::int + 1, $3::int) n`,
    [memberId, topics, to.threads],
  );
  await client.query(
    `INSERT INTO community_posts (id, thread_id, author_id, is_opening, body, form_key, created_at)
     SELECT gen_random_uuid(), t.id, t.author_id, n = 0, 'What do you say of this headline? ' || n, gen_random_uuid(),
       t.created_at + n * interval '1 second'
     FROM community_threads t CROSS JOIN LATERAL generate_series(0, t.reply_count) n
     WHERE NOT EXISTS (SELECT FROM community_posts p WHERE p.thread_id = t.id)`,
  );
  await client.query(
    `INSERT INTO search_threads (id, title, body)
     SELECT id, title, 'What do you say of this headline?' FROM community_threads ON CONFLICT DO NOTHING`,
  );
  await client.query(
    `INSERT INTO community_follows (thread_id, user_id)
     SELECT id, $1::uuid FROM community_threads WHERE author_id = $1::uuid ON CONFLICT DO NOTHING`,
    [memberId],
  );
  await client.query(
    `INSERT INTO notifications (id, user_id, kind, event, details, path, is_listed, created_at, read_at)
     SELECT gen_random_uuid(), $1::uuid, 'thread', 'thread_replied', '{"title":"A headline"}', '/community', true,
       now() - n * interval '1 minute', CASE WHEN n % 2 = 0 THEN now() END
     FROM generate_series((SELECT count(*) FROM notifications WHERE user_id = $1::uuid)::int + 1, $2::int) n`,
    [memberId, to.notifications],
  );
  await client.query('VACUUM ANALYZE');
}

/** One site with little and one with much, asked in turn, so that whatever else the machine does is the same for both. @returns a table, and the targets. */
export async function measureCommunity(
  undo: (() => Promise<void>)[],
): Promise<{ text: string; targets: Target[] }> {
  const sides: Side[] = [];
  for (const amount of [few, many]) sides.push(await startSide(amount, undo));
  const rows = [];
  for (const path of pages) {
    const [before, after] = await measurePage(path, sides);
    rows.push({ path, fewMs: before?.ms ?? 0, manyMs: after?.ms ?? 0, queries: after?.queries ?? 0 });
  }
  const slow = rows.filter((row) => row.manyMs > row.fewMs * mostTimes + fewMs);
  return {
    text: table([
      ['Page', 'queries', 'ten, ms', '100,000 threads, 5,000 notifications, ms', 'times'],
      ...rows.map((row) => [
        row.path,
        String(row.queries),
        row.fewMs.toFixed(1),
        row.manyMs.toFixed(1),
        (row.manyMs / row.fewMs).toFixed(2),
      ]),
    ]),
    targets: [
      {
        text: `each page takes at most ${mostTimes} times as long as with ten (and ${fewMs} ms): ${slow.length === 0 ? 'all do' : slow.map(({ path }) => path).join(', ')}`,
        isMet: slow.length === 0,
        isBinding: true,
      },
    ],
  };
}

/** A site and its member. */
interface Side {
  site: BenchSite;
  cookie: string;
  topic: string;
  thread: string;
}

async function startSide(amount: typeof few, undo: (() => Promise<void>)[]): Promise<Side> {
  const database = await startDatabase();
  undo.push(database.stop);
  const site = await startSite({ database, settings: { RUN_WORKER: 'false' } });
  undo.push(site.stop);
  await site.untilReady();
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  undo.push(() => client.end());
  const cookie = await signIn(site.url);
  const member = await client.query("SELECT id FROM users WHERE email = 'affiliate@example.com'");
  const front = textOf(await send(`${site.url}/community`, { method: 'GET', headers: { cookie } }));
  const topics = [...new Set([...front.matchAll(/\?topic=([\w-]+)/g)].map(([, slug = '']) => slug))];
  console.log(`Filling a database with ${amount.threads} threads...`);
  await fill(client, member.rows[0].id, topics, amount);
  const { rows } = await client.query('SELECT id FROM community_threads ORDER BY latest_at DESC LIMIT 1');
  return { site, cookie, topic: topics[0] ?? '', thread: rows[0].id };
}

/** Asks each side for a page in turn; of each the shortest time counts. */
async function measurePage(page: string, sides: readonly Side[]): Promise<{ ms: number; queries: number }[]> {
  const measured = sides.map(() => ({ ms: Number.POSITIVE_INFINITY, queries: 0 }));
  for (let asked = 0; asked < asks; asked++)
    for (const [at, { site, cookie, topic, thread }] of sides.entries()) {
      const path = page.replace('{topic}', topic).replace('{thread}', thread);
      const began = performance.now();
      const answer = await send(site.url + path, { method: 'GET', headers: { cookie } });
      const ms = performance.now() - began;
      const side = measured[at];
      if (!side || answer.status !== 200) throw new Error(`${path} answers with status ${answer.status}.`);
      // The first answers write when the session was last used.
      if (asked > 1) {
        side.ms = Math.min(side.ms, ms);
        side.queries = Math.max(side.queries, queryCount(answer));
      }
    }
  return measured;
}
