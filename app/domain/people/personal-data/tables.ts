/**
 * Every column that says which user a row is about, and what becomes of such rows:
 * - erased: they are the person's, exported to them and deleted with the account
 * - kept: money and what proves it, exported, and kept without a name: the user's row stays, and names nobody
 *   Receipts alone stay as they were issued, with the buyer that tax law wants on them.
 * - unlinked: they tell what was done; exported, and the reference is taken out
 * - others: the row is somebody else's, who did something to it or referred its owner; left as it is
 * A column that refers to users and stands in no line here fails a test.
 */
export const references = {
  'account_deletions.user_id': 'kept',
  'account_tokens.user_id': 'erased',
  'activity_log.actor_id': 'unlinked',
  'activity_log.user_id': 'unlinked',
  'affiliate_closings.decided_by': 'others',
  'affiliate_closings.started_by': 'others',
  'affiliate_closings.user_id': 'kept',
  'affiliate_codes.user_id': 'erased',
  'affiliate_import_rows.user_id': 'erased',
  'affiliate_imports.created_by': 'others',
  'affiliate_lesson_completions.user_id': 'erased',
  'api_accounts.user_id': 'erased',
  'api_auth_codes.user_id': 'erased',
  'api_factor_challenges.user_id': 'erased',
  'api_factors.user_id': 'erased',
  'announcement_signups.user_id': 'erased',
  'api_keys.user_id': 'erased',
  'assistant_conversations.user_id': 'erased',
  'assistant_messages.user_id': 'erased',
  'assistant_usage.user_id': 'erased',
  'authenticators.user_id': 'erased',
  'billing_details.user_id': 'erased',
  'certificates.user_id': 'erased',
  'checklist_ticks.user_id': 'erased',
  'commission_adjustments.decided_by': 'others',
  'commission_adjustments.requested_by': 'others',
  'commission_adjustments.user_id': 'kept',
  'commission_balances.user_id': 'kept',
  'commission_days.user_id': 'kept',
  'commission_holds.decided_by': 'others',
  'commission_holds.referrer_id': 'kept',
  'commissions.referrer_username': 'kept',
  'community_follows.user_id': 'erased',
  'community_mentions.user_id': 'erased',
  'community_posts.author_id': 'unlinked',
  'community_reports.reporter_id': 'unlinked',
  'community_suspensions.user_id': 'erased',
  'community_threads.author_id': 'unlinked',
  'community_votes.user_id': 'erased',
  'content_images.author_id': 'others',
  'content_imports.created_by': 'others',
  'content_versions.author_id': 'others',
  'data_exports.user_id': 'erased',
  'email_course_letters.user_id': 'erased',
  'email_course_subscriptions.user_id': 'erased',
  'devops_keys.created_by': 'others',
  'course_enrollments.user_id': 'erased',
  'deck_places.user_id': 'erased',
  'email_changes.user_id': 'erased',
  'entitlement_grants.granted_by': 'others',
  'entitlement_grants.user_id': 'erased',
  'factor_recoveries.user_id': 'erased',
  'first_weeks.user_id': 'erased',
  'foreign_subscriptions.user_id': 'erased',
  'funnel_steps.user_id': 'erased',
  'gifts.giver_id': 'kept',
  'gifts.redeemed_by_id': 'unlinked',
  'identity_flows.user_id': 'erased',
  'imported_people.user_id': 'erased',
  'kept_calculations.user_id': 'erased',
  'legal_acceptances.user_id': 'kept',
  'notification_settings.user_id': 'erased',
  'notifications.user_id': 'erased',
  'passkey_ceremonies.user_id': 'erased',
  'passkeys.user_id': 'erased',
  'past_payments.user_id': 'erased',
  'payments.user_id': 'kept',
  'payout_addresses.user_id': 'erased',
  'payout_items.marked_by': 'others',
  'payout_items.user_id': 'kept',
  'pending_sign_ins.user_id': 'erased',
  'people_import_rows.user_id': 'erased',
  'people_imports.created_by': 'others',
  'piece_marks.user_id': 'erased',
  'profile_pictures.user_id': 'erased',
  'promotion_codes.affiliate_id': 'erased',
  'promotion_uses.user_id': 'kept',
  'provider_customers.user_id': 'erased',
  'purchase_attempts.user_id': 'erased',
  'purchases.user_id': 'kept',
  'push_subscriptions.user_id': 'erased',
  'quiz_results.user_id': 'erased',
  'receipts.user_id': 'kept',
  'recovery_codes.user_id': 'erased',
  'referred_buyers.referrer_id': 'others',
  'referred_buyers.user_id': 'kept',
  'referral_claims.referrer_id': 'others',
  'referral_claims.user_id': 'erased',
  'referral_click_days.referrer_id': 'erased',
  'referral_clicks.referrer_id': 'unlinked',
  'referral_days.referrer_id': 'erased',
  'refund_requests.user_id': 'kept',
  'sale_referrals.referrer_id': 'others',
  'sale_referrals.user_id': 'kept',
  'seller_terms.user_id': 'kept',
  'sessions.user_id': 'erased',
  'short_links.affiliate_id': 'erased',
  'subscription_pauses.user_id': 'kept',
  'subscriptions.user_id': 'kept',
  'team_seats.user_id': 'erased',
  'teams.owner_id': 'erased',
  'template_copies.user_id': 'erased',
  'ticket_messages.author_id': 'unlinked',
  'tickets.assignee_id': 'others',
  'tickets.user_id': 'erased',
  'trusted_browsers.user_id': 'erased',
  'user_identities.user_id': 'erased',
  'email_refusals.user_id': 'erased',
  'letter_recipients.user_id': 'erased',
  'letters.created_by': 'others',
  'letters.sent_by': 'others',
  'mail_suppressions.created_by': 'others',
  'segments.created_by': 'others',
  'sequence_enrollments.user_id': 'erased',
  'sequence_sends.user_id': 'erased',
  'sequences.created_by': 'others',
  'user_tags.added_by': 'others',
  'user_tags.removed_by': 'others',
  'user_tags.user_id': 'erased',
  'user_notes.author_id': 'others',
  'user_notes.user_id': 'erased',
  'user_module_completion.user_id': 'erased',
  'user_progress.user_id': 'erased',
  'users.referred_by': 'others',
  'webhook_endpoints.created_by': 'others',
  'moved_subscriptions.user_id': 'kept',
  'stock_reservations.user_id': 'erased',
  'win_back_offers.user_id': 'kept',
} as const satisfies Record<string, 'erased' | 'kept' | 'unlinked' | 'others'>;

type Fate = (typeof references)[keyof typeof references];

/** The tables and columns whose rows have one of these fates. */
export function columnsOf(...fates: Fate[]): { table: string; column: string }[] {
  return Object.entries(references)
    .filter(([, fate]) => fates.includes(fate))
    .map(([name]) => {
      const [table = '', column = ''] = name.split('.');
      return { table, column };
    });
}

/** Whether erasure takes out the reference itself, by the column that holds it. */
export const isUnlinked = (table: string, column: string): boolean =>
  (references as Readonly<Record<string, Fate>>)[`${table}.${column}`] === 'unlinked';

/** What proves something to the site rather than says something about a person is never exported; bytes are files of their own. */
export const isSecretColumn = (column: string): boolean =>
  /^bytes$|(^|_)(hash|secret|sealed|token|challenge)$|^(archive|sealed)/.test(column);
