/** Runs one statement of a fill, and says what it was and how long it took. */
export type Run = (what: string, statement: string, values?: readonly unknown[]) => Promise<void>;

/** Rows that one statement writes. */
const atOnce = 50_000;

/** When somebody's nth trace was left: over the last 700 days, the same each time. */
const momentOf = (n: string) => `now() - (${n}::bigint * 7919 % 1008000 || ' minutes')::interval`;
const moment = momentOf('n');

/**
 * What people leave behind: sessions, progress, notifications, mails, receipts of all payments, and so many rows of the activity log.
 * Triggers are off meanwhile, so that events of webhooks are written here too. Wants a table `person (n, id)`.
 */
export async function addTraces(run: Run, activity: number): Promise<void> {
  await run(
    'People, numbered',
    `CREATE TEMP TABLE person AS SELECT row_number() OVER (ORDER BY username)::int AS n, id, email, created_at FROM users
     WHERE username LIKE 'load-%'`,
  );
  await run('Their number', 'CREATE UNIQUE INDEX ON person (n)');
  await run('And what the planner knows', 'ANALYZE person');
  for (let from = 1; from <= activity; from += 4 * atOnce)
    await run(
      `Activity from ${from}`,
      `INSERT INTO activity_log (id, type, user_id, actor_id, created_at)
       SELECT gen_random_uuid(), (ARRAY['signed_in', 'signed_out', 'profile_updated', 'email_verified'])[1 + g.n % 4], p.id, p.id, ${momentOf('g.n')}
       FROM generate_series($1::int, $2::int) g (n) JOIN person p ON p.n = 1 + g.n % (SELECT max(person.n) FROM person)`,
      [from, Math.min(activity, from + 4 * atOnce - 1)],
    );
  for (const [what, statement] of ofEverybody) await run(what, statement);
}

/** Statements that write some rows for each person, and their names. */
const ofEverybody: readonly (readonly [string, string])[] = [
  [
    'Sessions',
    `INSERT INTO sessions (id, token_hash, user_id, created_at, last_used_at, expires_at)
     SELECT gen_random_uuid(), sha256(id::text::bytea), id, now() - interval '3 days', now() - interval '2 days', now() + interval '30 days'
     FROM person`,
  ],
  [
    'Progress',
    `INSERT INTO user_progress (user_id, course_id, percent_done, status, last_updated)
     SELECT id, course, 20, 'in_progress', ${moment} FROM person, unnest(ARRAY['seo', 'entrepreneurial']) course`,
  ],
  [
    'Completed modules',
    `INSERT INTO user_module_completion (user_id, course_id, module_id, completed, completed_at)
     SELECT id, 'seo', module, true, ${moment} FROM person, generate_series(1, 2) module`,
  ],
  [
    'Notifications',
    `INSERT INTO notifications (id, user_id, kind, event, details, path, is_listed, created_at, read_at)
     SELECT gen_random_uuid(), id, 'thread', 'thread_replied', '{"title": "A headline"}', '/community', true, ${moment}, ${moment}
     FROM person, generate_series(1, 2)`,
  ],
  [
    'Mails',
    `INSERT INTO mail_outbox (id, recipient, subject, html, text, status, attempts, created_at, sent_at)
     SELECT gen_random_uuid(), email, 'A mail', '', 'A mail', 'sent', 1, at, at
     FROM person, generate_series(1, 2), LATERAL (SELECT ${moment} AS at) of_moment`,
  ],
  [
    'Receipts',
    `INSERT INTO receipts (id, kind, year, sequence, number, reason, user_id, payment_id, seller, buyer, lines, net_cents, tax_cents,
       total_cents, currency, provider, paid_at, issued_at, mailed_at)
     SELECT gen_random_uuid(), 'receipt', 2000, n, 'R-2000-' || lpad(n::text, 6, '0'), 'payment', user_id, id,
       '{"name": "Academy Ltd", "address": "1 Market Street", "taxId": ""}', '{"name": "Load", "address": "", "taxId": ""}',
       jsonb_build_array(jsonb_build_object('description', 'Membership', 'netCents', amount_cents)), amount_cents, 0, amount_cents,
       currency, provider, paid_at, paid_at, paid_at
     FROM (SELECT *, row_number() OVER (ORDER BY paid_at, id)::int AS n FROM payments) paid`,
  ],
  [
    "Providers' events",
    `INSERT INTO webhook_events (provider, event_id, type, created_at, received_at, processed_at, outcome)
     SELECT 'stripe', 'load_evt_' || n, 'invoice.paid', at, at, at, 'applied' FROM person, LATERAL (SELECT ${moment} AS at) of_moment`,
  ],
  [
    'Where programs are told',
    `INSERT INTO webhook_endpoints (id, url, events, is_on, off_reason, off_at, secret_sealed, created_at)
     VALUES (gen_random_uuid(), 'https://load.example/hook', '{user.created}', false, 'gone', now(), '', now() - interval '2 years')`,
  ],
  [
    'What they are told',
    `INSERT INTO outgoing_events (id, type, subject_id, data, occurred_at)
     SELECT gen_random_uuid(), 'user.created', id, '{}', ${moment} FROM person`,
  ],
  [
    'Its deliveries',
    `INSERT INTO webhook_deliveries (id, endpoint_id, event_id, sequence, subject_id, type, state, tries, round_at, attempts, next_at,
       created_at, ended_at, last_status)
     SELECT gen_random_uuid(), e.id, o.id, o.sequence, o.subject_id, o.type, 'delivered', 1, o.occurred_at, 1, o.occurred_at,
       o.occurred_at, o.occurred_at, 200
     FROM outgoing_events o CROSS JOIN (SELECT id FROM webhook_endpoints WHERE url = 'https://load.example/hook') e`,
  ],
  [
    'What admins have done',
    `INSERT INTO audit_log (id, action, actor_id, subject_type, subject_id, created_at)
     SELECT gen_random_uuid(), 'user_note_added', id, 'user', id, ${moment} FROM person`,
  ],
];
