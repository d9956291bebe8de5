import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import { listAnswersToReview } from '#app/domain/assistant/answers-to-review.server.ts';
import { readAuditFilter } from '#app/domain/core/audit/filter.ts';
import { listAudit } from '#app/domain/core/audit/list.server.ts';
import { type ListPage, readPlace, readPlaceBy } from '#app/domain/core/values/cursor.ts';
import {
  listDeliveries,
  readDeliveryFilter,
} from '#app/domain/operating/devops/webhooks/deliveries.server.ts';
import { listMails, readMailFilter } from '#app/domain/operating/operations/mail-list.server.ts';
import {
  listEvents,
  readEventFilter,
  readEventKey,
} from '#app/domain/operating/operations/webhook-list.server.ts';
import { readUserFilter } from '#app/domain/operating/users/user-filter.ts';
import { listUsers, readUserKey } from '#app/domain/operating/users/user-list.server.ts';
import { listAdjustments } from '#app/domain/programme/commissions/adjustments.server.ts';
import { listLedger } from '#app/domain/programme/commissions/ledger.server.ts';
import { listDesk } from '#app/domain/programme/commissions/ledger-desk.server.ts';
import { readDeskFilter } from '#app/domain/programme/commissions/ledger-filter.ts';
import { listReview } from '#app/domain/programme/commissions/review.server.ts';
import { listPayoutDesk } from '#app/domain/programme/payouts/payout-list.server.ts';
import { listImages } from '#app/domain/publishing/images.server.ts';
import { findShelf, type Shelf } from '#app/domain/publishing/shelves.ts';
import { listPieces } from '#app/domain/publishing/versions.server.ts';
import { listRefundRequests } from '#app/domain/selling/billing/refund-answers.server.ts';
import { listPromotions, listUses } from '#app/domain/selling/promotions/listing.server.ts';
import { listModerated } from '#app/domain/talk/community/moderation-list.server.ts';
import { listUnmatched } from '#app/domain/talk/support/unmatched-mail.server.ts';
import { databasePool, prisma } from '#app/platform/database/client.server.ts';
import { pageWith, type WalkedList, walkLists } from '#tests/integration/list-walk.ts';
import { newUser } from '#tests/integration/people.ts';

// The lists of the admin area lead back as well as on.

const count = 130;
const nothing = new URLSearchParams();
let owner: string;

/** Three rows at a moment each: their ids tell them apart. */
const rows = `FROM generate_series(1, ${count}) i, LATERAL (SELECT timestamptz '2026-01-01' + i / 3 * interval '1 minute' AS t) x`;

/** A row of each table for each number, without what else the site would write with it. Of whom they are: $1. */
const seeds = [
  `INSERT INTO audit_log (id, action, actor_id, created_at) SELECT gen_random_uuid(), 'settings_changed', $1::uuid, t ${rows}`,
  `INSERT INTO mail_outbox (id, recipient, subject, html, text, status, created_at)
   SELECT gen_random_uuid(), 'x@example.com', $1::text, '', '', 'sent', t ${rows}`,
  `INSERT INTO webhook_events (provider, event_id, type, created_at, received_at, note)
   SELECT 'stripe', gen_random_uuid(), 'charge.refunded', t, t, $1::text ${rows}`,
  `INSERT INTO webhook_endpoints (id, url, secret_sealed, created_at, created_by)
   VALUES ('00000000-0000-4000-8000-000000000001', 'https://example.com/', '', now(), $1::uuid)`,
  `INSERT INTO webhook_deliveries (id, endpoint_id, event_id, sequence, subject_id, type, state, round_at, next_at, created_at)
   SELECT gen_random_uuid(), '00000000-0000-4000-8000-000000000001', gen_random_uuid(), i, $1::uuid, 'user.created', 'delivered', t, t, t ${rows}`,
  `INSERT INTO payments (id, user_id, product, provider, provider_invoice_id, amount_cents, status, paid_at)
   SELECT gen_random_uuid(), $1::uuid, 'membership', 'stripe', 'in_' || i, 4700, 'paid', t ${rows}`,
  `INSERT INTO commission_holds (id, payment_id, referrer_id, rule, opened_at)
   SELECT gen_random_uuid(), id, $1::uuid, 'same_network', paid_at FROM payments`,
  `INSERT INTO refund_requests (id, user_id, payment_id, status, is_guaranteed, requested_at)
   SELECT gen_random_uuid(), $1::uuid, id, 'asked', false, paid_at FROM payments`,
  `INSERT INTO commission_adjustments (id, user_id, cents, reason, state, form_key, requested_at)
   SELECT gen_random_uuid(), $1::uuid, 100, 'Why', 'made', gen_random_uuid(), t ${rows}`,
  `INSERT INTO commissions (id, referrer_username, kind, cause, amount, commission, currency, reason, payout_item_id, available_at, timestamp)
   SELECT gen_random_uuid(), $1::uuid, (ARRAY['adjustment', 'payout_returned']::commission_kind[])[i % 2 + 1], 'cause ' || i, 100, 100,
     'usd', 'Why', CASE i % 2 WHEN 1 THEN gen_random_uuid() END, t, t ${rows}`,
  `INSERT INTO payout_batches (id, origin, state, cutoff_at, created_at)
   SELECT '00000000-0000-4000-8000-000000000002', 'manual', 'done', now(), now() WHERE $1::text <> ''`,
  `INSERT INTO payout_items (id, batch_id, user_id, amount_cents, currency, email, state, cutoff_at, created_at, paid_at)
   SELECT gen_random_uuid(), '00000000-0000-4000-8000-000000000002', $1::uuid, 100, 'usd', 'x@example.com', 'paid', t, t, t ${rows}`,
  `INSERT INTO community_threads (id, topic, title, author_id, created_at, latest_at)
   VALUES ('00000000-0000-4000-8000-000000000003', 'wins', 'A thread', $1::uuid, now(), now())`,
  `INSERT INTO community_posts (id, thread_id, author_id, body, form_key, is_opening, created_at, removed_at, removed_reason)
   SELECT gen_random_uuid(), '00000000-0000-4000-8000-000000000003', $1::uuid, 'A post', gen_random_uuid(), false, t, t, 'Why' ${rows}`,
  `INSERT INTO community_reports (id, post_id, reporter_id, reason, created_at)
   SELECT gen_random_uuid(), id, $1::uuid, 'spam', created_at FROM community_posts`,
  `INSERT INTO assistant_conversations (id, user_id, title) VALUES ('00000000-0000-4000-8000-000000000004', $1::uuid, 'A talk')`,
  `INSERT INTO assistant_messages (id, conversation_id, user_id, position, sender, text, standing, created_at)
   SELECT gen_random_uuid(), '00000000-0000-4000-8000-000000000004', $1::uuid, 2 * i - n, (ARRAY['ai', 'user']::assistant_sender[])[n + 1],
     'Words', CASE n WHEN 0 THEN 'unknown' END, t ${rows}, generate_series(0, 1) n`,
  `INSERT INTO unmatched_mails (id, mail_id, from_address, from_name, subject, body, reason, created_at)
   SELECT gen_random_uuid(), 'mail ' || i, 'x@example.com', $1::text, '', '', 'no_ticket', t ${rows}`,
  `INSERT INTO content_images (id, name, media_type, byte_count, alt, author_id, created_at)
   SELECT gen_random_uuid(), 'picture ' || i, 'image/webp', 1, 'A picture', $1::uuid, t ${rows}`,
  `INSERT INTO content_versions (id, path, number, kind, state, text, author_id, created_at)
   SELECT gen_random_uuid(), 'guides/written-' || i || '.md', 1, 'text', 'draft', '# Written', $1::uuid, t ${rows}`,
  `INSERT INTO promotion_codes (id, code, is_operators, percent_off, created_at)
   SELECT gen_random_uuid(), 'PAGED-' || i || left($1::text, 0), true, 20, t ${rows}`,
  `INSERT INTO promotion_uses (id, promotion_code_id, code, user_id, product, percent_off, amount_off_cents, price_cents, is_limited,
     reserved_at, reserved_until, state)
   SELECT gen_random_uuid(), (SELECT id FROM promotion_codes WHERE code = 'PAGED-1'), 'PAGED-1', $1::uuid, 'membership', 20, 0, 4700,
     false, t, t, 'released' ${rows}`,
  `INSERT INTO users (id, email, username, name, created_at)
   SELECT gen_random_uuid(), 'paged-' || i || '@example.com', 'paged-' || i || left($1::text, 0), 'Paged ' || i / 2, t ${rows}`,
];

beforeAll(async () => {
  owner = (await newUser({ role: 'affiliate' })).id;
  const client = await databasePool().connect();
  try {
    // Without foreign keys and triggers: only lists are looked at.
    await client.query('SET session_replication_role = replica');
    for (const seed of seeds) await client.query(seed, [owner]);
  } finally {
    await client.query('RESET session_replication_role');
    client.release();
  }
});

const guides = () => findShelf('guides') as Shelf;

/** A list whose rows have ids, from what it gives for a place. */
const list = (read: (query: URLSearchParams) => Promise<ListPage<{ id: string }>>): WalkedList => ({
  rows: count,
  async read(query) {
    const page = await read(query);
    return pageWith(page.rows, page);
  },
});

/** The same, where something else tells the rows apart. */
const listBy = <Row>(
  read: (query: URLSearchParams) => Promise<ListPage<Row>>,
  nameOf: (row: Row) => string,
): WalkedList =>
  list(async (query) => {
    const { rows: found, ...beside } = await read(query);
    return { rows: found.map((row) => ({ id: nameOf(row) })), ...beside };
  });

const users = (sort: string) =>
  list((query) => {
    const filter = readUserFilter(new URLSearchParams({ q: 'paged-', sort }));
    return listUsers(
      filter,
      readPlaceBy(query, (text) => readUserKey(filter.sort, text)),
    );
  });

const ledger = (kinds?: ['adjustment', 'payout_returned']) =>
  list(async (query) => {
    const { entries, ...beside } = await listLedger(owner, {
      place: readPlace(query),
      ...(kinds ? { kinds } : {}),
    });
    return { rows: entries, ...beside };
  });

walkLists({
  'the audit log': list((query) => listAudit(readAuditFilter(nothing), readPlace(query))),
  'the audit log of an admin': list((query) =>
    listAudit(readAuditFilter(new URLSearchParams({ by: owner })), readPlace(query)),
  ),
  'the mails': list((query) => listMails(readMailFilter(nothing), readPlace(query))),
  'what providers have told': listBy(
    (query) => listEvents(readEventFilter(nothing), readPlaceBy(query, readEventKey)),
    ({ eventId }) => eventId,
  ),
  'what programs were told': list((query) => listDeliveries(readDeliveryFilter(nothing), readPlace(query))),
  'what is under review': list((query) => listReview(readPlace(query))),
  'money that is asked back': list((query) => listRefundRequests(readPlace(query))),
  adjustments: list((query) => listAdjustments(readPlace(query))),
  'everybody’s ledger': list((query) => listDesk(readDeskFilter(nothing), readPlace(query))),
  'a ledger': ledger(),
  'a ledger, some kinds of it': ledger(['adjustment', 'payout_returned']),
  payouts: listBy(
    (query) =>
      listPayoutDesk(
        null,
        readPlaceBy(query, (text) => (text ? { number: Number(text) } : null)),
      ),
    ({ number }) => String(number),
  ),
  'what was reported': list((query) => listModerated('reported', readPlace(query))),
  'what was removed': list((query) => listModerated('removed', readPlace(query))),
  'answers that were wanting': list((query) => listAnswersToReview('unanswered', readPlace(query))),
  'mails that fit no ticket': list((query) => listUnmatched(readPlace(query))),
  pictures: list((query) => listImages(readPlace(query))),
  pieces: listBy(
    (query) =>
      listPieces(
        guides(),
        'written-',
        readPlaceBy(query, (path) => (path ? { path } : null)),
      ),
    ({ path }) => path,
  ),
  'promotion codes': list((query) => listPromotions({ isLive: true }, readPlace(query))),
  'uses of a promotion code': list(async (query) => {
    const { id } = await prisma().promotionCode.findUniqueOrThrow({ where: { code: 'PAGED-1' } });
    return listUses(id, readPlace(query));
  }),
  'users, the latest first': users('newest'),
  'users, the latest last': users('oldest'),
  'users by name': users('name'),
  'users by address': users('email'),
});

it('an address that names no user of the sort begins the list', () => {
  const id = randomUUID();
  for (const text of [
    null,
    '',
    'x',
    id,
    `${id} yesterday`,
    `${id} 2026-01-01\0`,
    `${id} 0000-01-01T00:00:00.000Z`,
    `${id} -271821-04-20T00:00:00.000Z`,
  ])
    expect(readUserKey('newest', text)).toBeNull();
  expect(readUserKey('name', `${id} yesterday`)).toEqual({ id, value: 'yesterday' });
});
