/**
 * What erasure leaves in the rows that stay. `references` (tables.ts) says whose rows are deleted whole; this says of every column of the
 * tables whose rows stay whether it is erased, or why it is retained. The privacy policy says the same in "What stays after an account is
 * deleted". A table or column that is missing here fails a test that reads the database's own catalog.
 */

/** What a column holds once its person is erased: a constant, or what is made of the pseudonym that takes their place. */
type Blank = string | null | ((pseudonym: string) => string);

interface RemainingRows {
  /** The column that says whose row it is. */
  owner: string;
  /** The column with its owner's username, of rows from before they had the owner's id. */
  ownerName?: string;
  erased: Readonly<Record<string, Blank>>;
  /** Why columns are retained, and which, with spaces between them. */
  retained: readonly (readonly [reason: string, columns: string])[];
}

const erasureProof = 'the proof that the account was erased';
const history = 'what happened when, without a name';
const others = 'somebody else, who did something with the row or referred its owner';
const programBooks = 'the affiliate program’s books: what was earned and paid out, without a name';
const threads = 'what others have answered would say nothing without it; it has no author';
const agreements = 'the proof of which terms a contract was made under, without a name';
const books = 'the books: what was paid, when and for what, without a name';
const taxLaw = 'the buyer that tax law wants on a receipt';
const figures = 'figures: counts by an id that names nobody any more';
const answers = 'an answer of the team, in somebody else’s ticket';
const contracts = 'what was agreed and until when, without a name';
const anchor = 'holds the rows of money together, and says nothing about the person';
const recipient = 'somebody else, to whom a gift that is paid for is still to be emailed';
const nobody = 'nothing about a person';

const pseudonymOf = (pseudonym: string) => pseudonym;

export const remainingRows: Readonly<Record<string, RemainingRows>> = {
  account_deletions: {
    owner: 'user_id',
    erased: {},
    retained: [[erasureProof, 'user_id created_at due_at reminded_at done_at']],
  },
  activity_log: {
    owner: 'user_id',
    erased: { user_id: null, actor_id: null },
    retained: [[history, 'id type description subject_type subject_id details created_at']],
  },
  affiliate_closings: {
    owner: 'user_id',
    erased: { note: '' },
    retained: [
      [others, 'started_by decided_by'],
      [programBooks, 'id user_id cause started_at is_held decided_at reminded_at reminders ended_at outcome'],
    ],
  },
  commission_adjustments: {
    owner: 'user_id',
    erased: {},
    retained: [
      [others, 'requested_by decided_by'],
      [programBooks, 'id user_id cents reason state form_key requested_at decided_at'],
    ],
  },
  commission_balances: {
    owner: 'user_id',
    erased: {},
    retained: [[programBooks, 'user_id available_at cents']],
  },
  commission_days: {
    owner: 'user_id',
    erased: {},
    retained: [[programBooks, 'user_id day earned_cents changed_cents sales']],
  },
  commission_holds: {
    owner: 'referrer_id',
    erased: {},
    retained: [
      [others, 'decided_by'],
      [programBooks, 'id payment_id referrer_id rule details opened_at decision decided_at note'],
    ],
  },
  commissions: {
    owner: 'referrer_username',
    erased: {},
    retained: [
      [
        programBooks,
        'id referrer_username kind tier cause payment_id payout_item_id amount basis_cents rate_percent commission currency reason snapshot available_at timestamp created_at changed_at',
      ],
    ],
  },
  community_posts: {
    owner: 'author_id',
    erased: { author_id: null },
    retained: [
      [
        threads,
        'id thread_id is_opening body form_key helpful_count created_at edited_at deleted_at removed_at removed_reason',
      ],
    ],
  },
  community_reports: {
    owner: 'reporter_id',
    erased: { reporter_id: null },
    retained: [[threads, 'id post_id reason note created_at handled_at']],
  },
  community_threads: {
    owner: 'author_id',
    erased: { author_id: null },
    retained: [[threads, 'id topic title created_at latest_at reply_count accepted_id is_hidden']],
  },
  legal_acceptances: {
    owner: 'user_id',
    erased: {},
    retained: [[agreements, 'user_id document version accepted_at']],
  },
  payments: {
    owner: 'user_id',
    erased: { card_fingerprint: null, card_country: null, receipt_url: null },
    retained: [
      [
        books,
        'id user_id subscription_id product provider provider_invoice_id provider_payment_id amount_cents tax_cents amount_refunded_cents charged_back_cents disputed_cents currency price_cents ledger_price_cents fee_cents fee_currency promotion_code discount_cents discount_code status period_start period_end billing_reason kind installment paid_at has_receipt created_at changed_at',
      ],
    ],
  },
  gifts: {
    owner: 'giver_id',
    erased: { giver_name: 'Deleted account', message: '', redeemed_by_id: null },
    retained: [
      [recipient, 'recipient_email'],
      [
        books,
        'id giver_id product months currency status starts_on deliver_at delivered_at code_hash code_version paid_at withheld_at redeemed_at grant_id started_at left_seconds reminded_at ended_at canceled_at created_at',
      ],
    ],
  },
  payout_items: {
    owner: 'user_id',
    erased: { email: 'erased@invalid', country: null },
    retained: [
      [others, 'marked_by'],
      [
        books,
        'id number batch_id user_id amount_cents currency state left_cents cutoff_at created_at provider_item_id fee_cents error_code error_text told_at paid_at returned_at returned_cents reference',
      ],
    ],
  },
  promotion_uses: {
    owner: 'user_id',
    erased: {},
    retained: [
      [
        books,
        'id promotion_code_id code user_id product state begun_ids percent_off amount_off_cents months price_cents is_limited reserved_at reserved_until used_at payment_id subscription_id',
      ],
    ],
  },
  purchases: {
    owner: 'user_id',
    erased: {},
    retained: [
      [
        books,
        'id user_id product provider provider_payment_id amount_cents currency status is_granted refused_at held_reason payment_id gift_id purchased_at created_at updated_at',
      ],
    ],
  },
  receipts: {
    owner: 'user_id',
    erased: {},
    retained: [
      [taxLaw, 'buyer'],
      [
        books,
        'id kind year sequence number reason user_id payment_id refers_to_id seller lines net_cents tax_cents total_cents currency provider paid_at issued_at mailed_at',
      ],
    ],
  },
  referral_clicks: {
    owner: 'referrer_id',
    ownerName: 'referrer_username',
    erased: { referrer_id: null, referrer_username: pseudonymOf },
    retained: [
      [
        figures,
        'id landing_page timestamp user_agent utm_source utm_medium utm_campaign short_link_id promotion_code_id',
      ],
    ],
  },
  referred_buyers: {
    owner: 'user_id',
    erased: {},
    retained: [
      [others, 'referrer_id'],
      [programBooks, 'user_id day clicked_on campaign landing_page link payments months paid_until'],
    ],
  },
  refund_requests: {
    owner: 'user_id',
    erased: { reason: '', answer: '' },
    retained: [[books, 'id user_id payment_id status is_guaranteed requested_at answered_at']],
  },
  sale_referrals: {
    owner: 'user_id',
    erased: {},
    retained: [
      [others, 'referrer_id'],
      [programBooks, 'id user_id rule subscription_id payment_id click_id promotion_code_id created_at'],
    ],
  },
  seller_terms: {
    owner: 'user_id',
    erased: {},
    retained: [[programBooks, 'user_id valid_from assigned_role commission_rate status']],
  },
  win_back_offers: {
    owner: 'user_id',
    erased: {},
    retained: [[books, 'id user_id subscription_id percent_off months shown_at accepted_at ends_at']],
  },
  moved_subscriptions: {
    owner: 'user_id',
    erased: {},
    retained: [
      [
        books,
        'id move_id subscription_id user_id from_cents state problem created_at notified_at settled_at',
      ],
    ],
  },
  subscription_pauses: {
    owner: 'user_id',
    erased: {},
    retained: [[books, 'id subscription_id user_id starts_at resumes_at created_at ended_at outcome']],
  },
  subscriptions: {
    owner: 'user_id',
    erased: { card_brand: null, card_last4: null, card_expires_at: null, cancel_comment: null },
    retained: [
      [
        books,
        'id user_id product provider provider_subscription_id status quantity paid_quantity paid_quantity_until installments installments_taken paid_off_at amount currency interval price_id offered_cents offered_currency offered_interval held_reason started_at subscribed_at trial_end current_period_start current_period_end cancel_at_period_end canceled_at undone_at requested_change requested_at switching_since next_price paused_from paused_until suspended_at cancellation_mailed_at is_disputed is_refunded past_due_since missing_told_since missing_told_day told_cents card_asked_at cancel_reason last_event_at adopted_at compared_at created_at updated_at',
      ],
    ],
  },
  ticket_messages: {
    owner: 'author_id',
    erased: { author_id: null },
    retained: [[answers, 'id ticket_id author body mail_id form_key created_at']],
  },
  users: {
    owner: 'id',
    erased: {
      email: (pseudonym) => `${pseudonym}@invalid`,
      username: pseudonymOf,
      name: '',
      password_hash: null,
      status: 'inactive',
      phone: '',
      company: '',
      bio: '',
      picture_id: null,
      job_title: 'Member',
      contact_email: null,
      paypal_email: null,
      payout_country: null,
      signup_network: null,
      email_verified_at: null,
      former_email_verified_at: null,
      second_factor_since: null,
    },
    retained: [
      [others, 'referred_by referral_click_id'],
      [programBooks, 'role assigned_role commission_rate total_earnings'],
      [contracts, 'plan trial_started_at trial_ends_at trial_end_mailed_at trial_ended_mailed_at'],
      [anchor, 'id admin_level created_at updated_at changed_at'],
    ],
  },
};

/** The other tables, whose rows have no reference to a user: what becomes of what they say about somebody. */
export const otherTables: Readonly<Record<string, string>> = {
  affiliate_standings: figures,
  api_refresh_tokens: 'hashes, deleted with the sessions they belong to',
  assistant_days: nobody,
  audit_log:
    'ids alone, and addresses masked when they are written: the log of what admins did never changes',
  auth_signing_keys: nobody,
  price_moves: nobody,
  price_provisions: nobody,
  prices: nobody,
  products: nobody,
  canned_answers: nobody,
  commission_approvals: programBooks,
  community_edits: threads,
  content_files: nobody,
  content_images: nobody,
  content_import_files: nobody,
  content_import_images: nobody,
  content_imports: nobody,
  content_versions: nobody,
  course_standings: nobody,
  devops_calls: nobody,
  devops_keys: nobody,
  erased_addresses: 'a keyed hash of the address, so that no import brings the account back',
  failed_jobs: 'ids alone; deleted once the job is done or given up',
  figure_days: nobody,
  figure_parts: figures,
  figure_totals: nobody,
  figures_stale: figures,
  free_periods: books,
  import_mappings: nobody,
  job_successes: nobody,
  ledger_proofs: nobody,
  letter_links: nobody,
  letters: nobody,
  library_pieces: nobody,
  mail_feedback: nobody,
  mail_keys: 'ids, deleted with their mails',
  mail_outbox: 'deleted by the address they were sent to, or that they name',
  mail_suppressions: 'deleted by the address that they name',
  path_redirects: nobody,
  unknown_paths:
    'addresses that no page answers, counted; none with an email address, a long number or a secret',
  missed_referrals: 'what visitors typed, counted; deleted when it was last typed long ago',
  missed_search_days: nobody,
  missed_searches: nobody,
  outgoing_events: 'names and addresses are taken out by the id they are about',
  adopted_prices: nobody,
  affiliate_imports: 'a file of affiliates and who uploaded it: no rows, which are deleted with their people',
  people_import_pieces: 'a file that waits to be imported; deleted when it is, or after a week',
  people_imports: 'the first rows of such a file; deleted with it',
  payment_disputes: books,
  payment_failures: books,
  payment_refunds: books,
  payout_batches: programBooks,
  payout_lines: programBooks,
  rate_limits: 'keyed hashes, which expire',
  receipt_counters: nobody,
  received_mails: 'deleted by the address they came from',
  received_mail_pieces: 'deleted with the mail they are part of',
  reconciliation_runs: nobody,
  referrer_days: figures,
  search_documents: nobody,
  search_passages: nobody,
  search_state: nobody,
  search_threads: threads,
  search_words: nobody,
  course_releases: nobody,
  quiz_question_counts: nobody,
  segments: nobody,
  sequence_links: nobody,
  sequence_steps: nobody,
  sequences: nobody,
  site_settings: nobody,
  site_starts: nobody,
  support_mailbox: nobody,
  assignment_file_pieces: 'deleted with what was handed in with them',
  ticket_attachments: 'deleted with the message they came with',
  ticket_attachment_pieces: 'deleted with the file they are part of',
  unmatched_mails: 'deleted by the address they came from',
  video_overrides: nobody,
  visit_days: nobody,
  visit_salts: nobody,
  visits_seen: 'hashes of a day, which are deleted at its end',
  webhook_attempts: 'what a program answered is taken out by the id it is about',
  webhook_deliveries: 'what a program answered is taken out by the id it is about',
  webhook_endpoints: nobody,
  webhook_events: 'what the provider sent is taken out where it has the address in it',
};
