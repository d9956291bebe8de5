/** Everything the audit log records, by what it is called in the list. */
export const auditActions = {
  admin_appointed: 'Made an admin',
  admin_dismissed: 'Made no admin any more',
  admin_reset: 'Admin access reset',
  user_invited: 'User invited',
  user_edited: 'User edited',
  user_added: 'User added',
  sign_in_link_made: 'Link to an account made',
  second_factor_removed: 'Second factor removed',
  user_activated: 'User activated',
  user_deactivated: 'User deactivated',
  user_deleted: 'User deleted',
  user_note_added: 'Note added',
  user_tag_added: 'Tag added',
  user_tag_removed: 'Tag removed',
  instructor_appointed: 'Instructor added',
  instructor_dismissed: 'Instructor removed',
  course_release_saved: 'Release schedule saved',
  segment_saved: 'Segment saved',
  segment_deleted: 'Segment deleted',
  letter_saved: 'Letter saved',
  letter_tested: 'Test of a letter sent',
  letter_sent: 'Letter sent to many',
  letter_scheduled: 'Letter scheduled',
  letter_unscheduled: 'Scheduled letter taken back',
  letter_stopped: 'Sending a letter stopped',
  letter_resumed: 'Sending a letter resumed',
  letter_subject_chosen: 'Subject of a letter chosen',
  letter_deleted: 'Letter deleted',
  sequence_saved: 'Sequence saved',
  sequence_deleted: 'Sequence deleted',
  sequence_step_saved: 'Step of a sequence saved',
  sequence_step_moved: 'Step of a sequence moved',
  sequence_step_removed: 'Step of a sequence removed',
  sequence_step_tested: 'Test of a sequence step sent',
  sequence_turned_on: 'Sequence turned on',
  sequence_paused: 'Sequence paused',
  sequence_archived: 'Sequence archived',
  sequence_person_removed: 'Person removed from a sequence',
  suppression_added: 'Address suppressed',
  suppression_removed: 'Suppression removed',
  users_exported: 'Users exported',
  course_report_exported: 'Course report exported',
  people_file_uploaded: 'File of people uploaded',
  people_import_started: 'People imported',
  people_import_undone: 'Import of people undone',
  people_import_discarded: 'File of people discarded',
  people_import_exported: 'Rows of a file of people exported',
  affiliate_file_uploaded: 'File of affiliates uploaded',
  affiliate_import_started: 'Affiliates imported',
  affiliate_import_undone: 'Import of affiliates undone',
  affiliate_import_discarded: 'File of affiliates discarded',
  affiliate_import_exported: 'Rows of a file of affiliates exported',
  verification_sent: 'Verification email sent again',
  signed_out_everywhere: 'Signed out everywhere',
  view_begun: 'Looked at the site as a member',
  view_ended: 'Stopped looking as a member',
  access_granted: 'Access given',
  access_revoked: 'Access removed',
  refund_asked: 'Refund asked for',
  refund_request_accepted: 'Refund request granted',
  refund_request_declined: 'Refund request declined',
  refund_refused: 'Refund refused by the provider',
  cancellation_asked: 'Cancellation asked for',
  subscription_canceled: 'Subscription canceled',
  pause_asked: 'Pause asked for',
  membership_paused: 'Membership paused',
  resuming_asked: 'Resuming asked for',
  membership_resumed: 'Membership resumed',
  subscription_change_failed: 'Subscription not changed by the provider',
  price_mapped: 'Price of another system mapped',
  price_unmapped: 'Price of another system removed',
  foreign_subscriptions_read: 'Subscriptions read from the providers',
  subscriptions_adopted: 'Subscriptions adopted',
  past_payments_imported: 'Past payments of adopted subscriptions imported',
  past_payments_removed: 'Imported past payments removed',
  subscription_left_out: 'Subscription left with the provider',
  job_retried: 'Failed job tried again',
  job_dismissed: 'Failed job dismissed',
  mail_retried: 'Failed email sent again',
  payment_event_reapplied: 'Payment event applied again',
  held_released: 'Held payment released',
  failed_refund_resolved: 'Failed refund resolved',
  failed_refund_left: 'Payment of a failed refund left as paid',
  assistant_answer_handled: "Assistant's answer dealt with",
  ticket_answered: 'Ticket answered',
  ticket_noted: 'Note added to a ticket',
  ticket_assigned: 'Ticket handed to somebody',
  ticket_closed: 'Ticket closed',
  ticket_reopened: 'Ticket opened again',
  unmatched_mail_deleted: 'Email that fits no ticket deleted',
  unmatched_mail_added: 'Email added to a ticket',
  unmatched_mail_opened: 'Ticket opened from an email',
  canned_answer_saved: 'Canned answer saved',
  canned_answer_deleted: 'Canned answer deleted',
  commission_released: 'Commission under review released',
  commission_rejected: 'Commission under review rejected',
  adjustment_asked: 'Adjustment asked for',
  adjustment_made: 'Account adjusted',
  adjustment_declined: 'Adjustment declined',
  promotion_code_made: 'Promotion code made',
  promotion_code_ended: 'Promotion code ended',
  gift_canceled: 'Gift code canceled',
  gift_resent: 'Gift emailed again',
  payouts_gathered: 'Payouts made',
  payout_made: 'Payout made',
  payouts_exported: 'Payouts exported',
  last_payout_released: 'Last payout released',
  commission_withheld: 'Commissions withheld',
  commission_written_off: 'Unclaimed commissions written off',
  payouts_sent_again: 'Batch of payouts handed over again',
  payout_marked_paid: 'Payout marked paid',
  payout_canceled: 'Payout canceled',
  devops_key_made: 'DevOps key made',
  devops_key_rotated: 'DevOps key rotated',
  devops_key_revoked: 'DevOps key revoked',
  post_removed: 'Post removed',
  post_restored: 'Post restored',
  post_left: 'Reported post left as it is',
  posting_suspended: 'Kept from posting',
  posting_allowed: 'Allowed to post again',
  webhook_endpoint_added: 'Webhook endpoint added',
  webhook_endpoint_edited: 'Webhook endpoint edited',
  webhook_endpoint_switched: 'Webhook endpoint switched on or off',
  webhook_endpoint_deleted: 'Webhook endpoint deleted',
  webhook_secret_rotated: "Webhook endpoint's secret rotated",
  webhook_tested: 'Test event sent',
  webhook_delivery_replayed: 'Webhook sent again',
  webhook_deliveries_replayed: 'Webhooks that were given up sent again',
  settings_changed: 'Settings changed',
  redirects_added: 'Redirects added',
  redirect_deleted: 'Redirect deleted',
  product_added: 'Product added',
  product_edited: 'Product edited',
  product_archived: 'Product archived',
  product_restored: 'Product sold again',
  price_changed: 'Price changed',
  price_amounts_changed: 'Prices in other currencies changed',
  price_move_started: 'Subscribers told of a new price',
  price_move_stopped: 'Move to a new price stopped',
  price_archived: 'Price archived',
  price_restored: 'Price sold again',
  content_saved: 'Draft of a piece saved',
  content_copied: 'Course or module copied',
  content_published: 'Piece published',
  content_scheduled: 'Piece scheduled',
  content_discarded: 'Draft of a piece discarded',
  content_restored: 'Piece follows its file again',
  content_archived: 'Piece archived',
  course_archived: 'Course archived',
  course_unarchived: 'Archived course made available again',
  content_file_added: 'Captions or download of a course added',
  content_image_added: 'Picture for pieces added',
  content_image_removed: 'Picture for pieces deleted',
  content_exported: 'Content exported',
  content_file_uploaded: 'File of questions or a course uploaded',
  content_file_imported: 'File of questions or a course imported',
  content_file_discarded: 'File of questions or a course deleted',
  audit_exported: 'Audit log exported',
} as const;

export type AuditAction = keyof typeof auditActions;

/** Whether a text names an action. */
export const isAuditAction = (text: string | null): text is AuditAction =>
  text !== null && Object.hasOwn(auditActions, text);

/** What an action is called; one of another release goes by its key. */
export const auditActionName = (action: string): string =>
  isAuditAction(action) ? auditActions[action] : action.replaceAll('_', ' ');

/** What an action can be done to; `id` is the row's. */
export interface AuditSubject {
  type:
    | 'user'
    | 'payment'
    | 'subscription'
    | 'grant'
    | 'mail'
    | 'job'
    | 'payment_event'
    | 'refund'
    | 'assistant_answer'
    | 'refund_request'
    | 'payout'
    | 'payout_batch'
    | 'affiliate_closing'
    | 'devops_key'
    | 'ticket'
    | 'canned_answer'
    | 'unmatched_mail'
    | 'post'
    | 'webhook_endpoint'
    | 'webhook_delivery'
    | 'setting'
    | 'product'
    | 'content'
    | 'people_import'
    | 'affiliate_import'
    | 'promotion_code'
    | 'gift'
    | 'segment'
    | 'letter'
    | 'sequence'
    | 'mail_suppression'
    | 'list';
  id: string;
}
