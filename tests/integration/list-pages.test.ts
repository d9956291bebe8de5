import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import type { Viewer } from '#app/domain/core/access/viewer.ts';
import { listNotifications } from '#app/domain/core/notifications/list.server.ts';
import { readPlace, readPlaceBy } from '#app/domain/core/values/cursor.ts';
import { listSessions } from '#app/domain/people/accounts/session-list.server.ts';
import {
  findReferralSources,
  readSourceKey,
} from '#app/domain/programme/affiliates/referral-stats.server.ts';
import { findShortLinks, readLinkKey } from '#app/domain/programme/affiliates/short-links.server.ts';
import { listPayouts, readPayoutKey, sumPayouts } from '#app/domain/programme/payouts/statements.server.ts';
import { listPayments } from '#app/domain/selling/billing/billing-overview.server.ts';
import { listThreads } from '#app/domain/talk/community/thread-list.server.ts';
import { findThread } from '#app/domain/talk/community/thread-page.server.ts';
import { listInbox } from '#app/domain/talk/support/inbox.server.ts';
import { readInboxFilter } from '#app/domain/talk/support/inbox-filter.ts';
import { listTickets } from '#app/domain/talk/support/tickets.server.ts';
import { databasePool } from '#app/platform/database/client.server.ts';
import { pageWith, type WalkedList, walkLists } from '#tests/integration/list-walk.ts';
import { newViewer } from '#tests/integration/people.ts';

// Lists that are paged by key are gone through in both directions, by the addresses of their pages' links: no row twice, none left out.

const count = 130;
const tag = randomUUID();
let viewer: Viewer;
let threadId: string;

beforeAll(async () => {
  viewer = await newViewer({ hasMembership: true });
  threadId = randomUUID();
  const run = (statement: string, ...values: unknown[]) => databasePool().query(statement, values);
  // Three at a moment each: their ids tell them apart.
  const rows = `generate_series(1, ${count}) i`;
  const moment = `timestamptz '2026-01-01' + i / 3 * interval '1 minute'`;
  await run(
    `INSERT INTO community_threads (id, topic, title, author_id, created_at, latest_at)
     SELECT CASE i WHEN 1 THEN $2::uuid ELSE gen_random_uuid() END, 'wins', 'Thread ' || i, $1, ${moment}, ${moment} FROM ${rows}`,
    viewer.id,
    threadId,
  );
  await run(
    `INSERT INTO community_posts (id, thread_id, author_id, body, form_key, is_opening, created_at)
     SELECT gen_random_uuid(), $2, $1, 'Post ' || i, gen_random_uuid(), i = 0, ${moment} FROM generate_series(0, ${count}) i`,
    viewer.id,
    threadId,
  );
  await run(
    `INSERT INTO notifications (id, user_id, kind, event, path, created_at)
     SELECT gen_random_uuid(), $1, 'thread', 'posting_allowed', '/community', ${moment} FROM ${rows}`,
    viewer.id,
  );
  await run(
    `INSERT INTO tickets (id, user_id, email, name, area, subject, form_key, status, created_at, latest_at, confirmed_at)
     SELECT gen_random_uuid(), $1, 'x@example.com', '', 'support', $2, gen_random_uuid(),
       (CASE WHEN i % 2 = 0 THEN 'open' ELSE 'answered' END)::ticket_status, ${moment}, ${moment}, ${moment} FROM ${rows}`,
    viewer.id,
    tag,
  );
  await run(
    `INSERT INTO sessions (id, user_id, token_hash, created_at, last_used_at, expires_at)
     SELECT gen_random_uuid(), $1, sha256((i || $2)::bytea), ${moment}, now(), now() + interval '1 day' FROM ${rows}`,
    viewer.id,
    tag,
  );
  await run(
    `INSERT INTO short_links (id, code, affiliate_id, destination)
     SELECT gen_random_uuid(), 'walk' || lpad(i::text, 3, '0'), $1, '/' FROM ${rows}`,
    viewer.id,
  );
  await run(
    `INSERT INTO payments (id, user_id, product, provider, provider_invoice_id, amount_cents, status, paid_at)
     SELECT gen_random_uuid(), $1, 'membership', 'stripe', 'in_walk_' || i, 4700, 'paid', ${moment} FROM ${rows}`,
    viewer.id,
  );
  await insertPayouts();
  // Some with as many clicks as others: their names tell them apart.
  await run(
    `INSERT INTO referral_clicks (id, referrer_id, referrer_username, landing_page, utm_campaign, timestamp)
     SELECT gen_random_uuid(), $1, '', '/', 'Campaign ' || i, now() FROM ${rows}, generate_series(0, i % 3)`,
    viewer.id,
  );
});

/** Payouts without commissions on them: only their list is looked at. */
async function insertPayouts() {
  const client = await databasePool().connect();
  try {
    await client.query('SET session_replication_role = replica');
    await client.query(
      `INSERT INTO payout_items (id, batch_id, user_id, amount_cents, currency, email, state, cutoff_at, created_at, paid_at)
       SELECT gen_random_uuid(), gen_random_uuid(), $1, 5000, 'usd', 'x@example.com', 'paid', now(), now(), now()
       FROM generate_series(1, ${count}) i`,
      [viewer.id],
    );
  } finally {
    await client.query('RESET session_replication_role');
    client.release();
  }
}

const inbox = (view: string) => async (query: URLSearchParams) => {
  const filter = readInboxFilter(new URLSearchParams({ q: tag, view }));
  const page = await listInbox(filter, viewer.id, readPlace(query));
  return pageWith(page.rows, page);
};

const lists: Record<string, WalkedList> = {
  'the threads of the community': {
    rows: count,
    async read(query) {
      const place = readPlace(query);
      const page = await listThreads(viewer.id, { topic: null, view: 'own' }, place);
      return pageWith(page.rows, page);
    },
  },
  'the replies of a thread': {
    rows: count,
    async read(query) {
      const place = readPlace(query);
      const thread = await findThread(viewer, threadId, { place });
      if (!thread) throw new Error('The thread is not shown.');
      return pageWith(thread.replies, thread);
    },
  },
  notifications: {
    rows: count,
    async read(query) {
      const place = readPlace(query);
      const page = await listNotifications(viewer.id, 'unread', place);
      return pageWith(page.rows, page);
    },
  },
  'one’s own tickets': {
    rows: count,
    async read(query) {
      const place = readPlace(query);
      const page = await listTickets(viewer.id, place);
      return pageWith(page.rows, page);
    },
  },
  'the team’s tickets, who waits longest first': { rows: count / 2, read: inbox('open') },
  'the team’s tickets, the latest first': { rows: count / 2, read: inbox('answered') },
  'an affiliate’s short links': {
    rows: count,
    async read(query) {
      const place = readPlaceBy(query, (id) => (id ? { id } : null));
      const page = await findShortLinks(viewer.id, place);
      return pageWith(page.rows, page);
    },
  },
  'an affiliate’s short links, the most clicked first': {
    rows: count,
    async read(query) {
      const place = readPlaceBy(query, (key) => readLinkKey(key, 'clicks'));
      const page = await findShortLinks(viewer.id, place, '', 'clicks');
      return pageWith(page.rows, page);
    },
  },
  'an affiliate’s sources': {
    rows: count,
    async read(query) {
      const place = readPlaceBy(query, readSourceKey);
      const filter = { range: '30d', period: 'day', breakdown: 'campaign' } as const;
      const { sources, ...beside } = await findReferralSources(viewer.id, filter, { place });
      return pageWith(
        sources.map(({ name }) => ({ id: name })),
        beside,
      );
    },
  },
  'an affiliate’s payouts': {
    rows: count,
    async read(query) {
      const page = await listPayouts(viewer.id, readPlaceBy(query, readPayoutKey));
      return pageWith(page.rows, page);
    },
  },
  payments: {
    rows: count,
    async read(query) {
      const page = await listPayments(viewer.id, readPlace(query));
      return pageWith(page.rows, page);
    },
  },
  'where one is signed in': {
    rows: count,
    async read(query) {
      const place = readPlace(query);
      const { elsewhere } = await listSessions(viewer, place);
      return pageWith(elsewhere.rows, elsewhere);
    },
  },
};

walkLists(lists);

it('a page that begins with one reply leads to those before it', async () => {
  const ids = (await findThread(viewer, threadId, { place: null }))?.replies.map(({ id }) => id) ?? [];
  const open = async (from: string | undefined) =>
    findThread(viewer, threadId, { place: null, from: from ?? null });
  expect((await open(ids[0]))?.previous).toBeNull();
  const page = await open(ids[12]);
  expect(page?.replies[0]?.id).toBe(ids[12]);
  const before = await findThread(viewer, threadId, {
    place: readPlace(new URLSearchParams({ before: page?.previous ?? '' })),
  });
  expect(before?.replies.map(({ id }) => id)).toEqual(ids.slice(0, 12));
  expect(before?.previous).toBeNull();
});

it('an affiliate’s payouts are added up by how far they are, within the filter', async () => {
  const paid = [{ state: 'paid', currency: 'usd', count, cents: count * 5000 }];
  expect(await sumPayouts(viewer.id, {})).toEqual(paid);
  expect(await sumPayouts(viewer.id, { group: 'paid', from: new Date('2001-01-01') })).toEqual(paid);
  expect(await sumPayouts(viewer.id, { group: 'open' })).toEqual([]);
  expect(await sumPayouts(viewer.id, { until: new Date('2001-01-01') })).toEqual([]);
  const { rows } = await listPayouts(viewer.id, null, { group: 'back' });
  expect(rows).toEqual([]);
});
