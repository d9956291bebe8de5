import { type FactorDetails, withFactor } from '#app/domain/core/activity/sign-in-factors.ts';
import { formatMoney, productName } from '#app/domain/core/catalogue/products.ts';

type Money = { amountCents: number; currency: string };

const money = ({ amountCents, currency }: Money) => formatMoney(amountCents, currency);

/**
 * Every kind of thing the activity log records, with the sentence that shows it. What a sentence takes is what the entry keeps as
 * its details; whom and what it is about are columns of the entry. Neither names an address, a password, a token or a person.
 * A new kind is a new line here. A kind that was written once stays, since its entries do.
 */
export const activitySentences = {
  member_registered: () => 'New member registered',
  member_invited: () => 'Member invited',
  member_added: () => 'Member added by one of the site’s programs',
  registration_repeated: () => 'Registration tried again for an existing account',
  demo_account_created: ({ role }: { role: string }) => `Demo account created (${role})`,
  sample_year_made: () => 'The sample year of the demonstration was made',
  signed_in: (by: FactorDetails) => `Signed in${withFactor(by)}`,
  signed_out: () => 'Signed out',
  sign_in_refused: (by: FactorDetails) => `A sign-in${withFactor(by)} was refused`,
  email_verified: () => 'Email address verified',
  password_reset_requested: () => 'Password reset requested',
  sign_in_link_requested: () => 'Link to sign in by requested',
  password_changed: () => 'Password changed',
  picture_changed: () => 'Picture changed',
  picture_removed: () => 'Picture removed',
  profile_updated: () => 'Profile updated',
  second_factor_on: () => 'Two-step sign-in turned on',
  second_factor_off: () => 'Two-step sign-in turned off',
  passkey_added: () => 'Passkey added',
  passkey_removed: () => 'Passkey removed',
  identity_linked: () => 'Linked an account of a sign-in provider',
  identity_unlinked: () => 'Unlinked an account of a sign-in provider',
  second_step_awaited: (by: FactorDetails) => `The first step of a sign-in was taken${withFactor(by)}`,
  second_step_refused: (by: FactorDetails) => `The second step of a sign-in${withFactor(by)} was refused`,
  identity_confirmed: (by: FactorDetails) => `Proved again who they are${withFactor(by)}`,
  identity_refused: (by: FactorDetails) => `A proof of who they are${withFactor(by)} was refused`,
  recovery_code_used: ({ left }: { left: number }) => `Recovery code used, ${left} left`,
  recovery_codes_renewed: () => 'New recovery codes made',
  sessions_ended: ({ count }: { count: number }) =>
    count === 1 ? 'Another device signed out' : `${count} other devices signed out`,
  email_change_requested: () => 'Asked for another email address',
  email_change_dropped: () => 'The change of the email address was dropped',
  email_changed: () => 'Email address changed',
  recovery_requested: () => 'Asked for a way in without their second factor',
  recovery_begun: () => 'The wait for a way in without the second factor began',
  recovery_stopped: () => 'The way in without the second factor was stopped',
  data_export_requested: () => 'Asked for a copy of their data',
  deletion_requested: () => 'Asked for their account to be deleted',
  deletion_withdrawn: () => 'Keeps the account that was to be deleted',
  account_erased: () => 'An account was deleted',
  trusted_browsers_forgotten: () => 'Trusted browsers forgotten',

  module_completed: ({ module, title }: { module: number; title: string }) =>
    `Completed module ${module} of ${title}`,
  assignment_handed_in: ({ title }: { title: string }) => `Handed in the assignment “${title}”`,
  assignment_accepted: ({ title }: { title: string }) => `The assignment “${title}” was accepted`,
  assignment_returned: ({ title }: { title: string }) =>
    `The assignment “${title}” was returned to be revised`,
  assignment_answer_changed: ({ title }: { title: string }) =>
    `The answer to the assignment “${title}” was changed`,
  quiz_passed: ({ title }: { title: string }) => `Passed the quiz of ${title}`,
  certificate_taken: ({ title }: { title: string }) => `Took the certificate of ${title}`,
  calculation_kept: ({ title }: { title: string }) => `Kept a result of the calculator "${title}"`,
  template_kept: ({ title }: { title: string }) => `Kept a copy of the template "${title}"`,
  affiliate_lesson_completed: ({ module, lesson }: { module: number; lesson: number }) =>
    `Completed lesson ${module}.${lesson} of the affiliate training`,
  email_course_subscribed: () => 'Subscribed to the email course',
  email_course_unsubscribed: () => 'Unsubscribed from the email course',
  affiliate_joined: () => 'Member joined the affiliate program',
  ticket_opened: ({ number }: { number: number }) => `Ticket ${number} opened`,
  ticket_continued: ({ number }: { number: number }) => `Ticket ${number}: a further message`,
  ticket_answered: ({ number }: { number: number }) => `Ticket ${number} answered`,
  ticket_closed: ({ number }: { number: number }) => `Ticket ${number} closed`,
  ticket_reopened: ({ number }: { number: number }) => `Ticket ${number} opened again`,
  thread_started: () => 'Thread started in the community',
  thread_replied: () => 'Replied in the community',
  api_key_made: () => 'API key made',
  api_key_revoked: () => 'API key revoked',
  promotion_code_made: ({ code, percentOff }: { code: string; percentOff: number }) =>
    `Promotion code ${code} made (${percentOff} % off)`,
  promotion_code_ended: ({ code }: { code: string }) => `Promotion code ${code} ended`,
  reseller_trial_started: () => 'Reseller trial started',
  role_changed: ({ from, to }: { from: string; to: string }) =>
    `Role changed from ${from.replace('_', ' ')} to ${to.replace('_', ' ')}`,
  role_assigned: ({ role }: { role: string }) => `Role set to ${role.replace('_', ' ')}`,
  entitlement_granted: ({ entitlement }: { entitlement: string }) =>
    `Complimentary access given: ${entitlement.replace('_', ' ')}`,
  entitlement_revoked: ({ entitlement }: { entitlement: string }) =>
    `Complimentary access removed: ${entitlement.replace('_', ' ')}`,

  failed_job_retried: ({ job }: { job: string }) => `Failed job tried again: ${job}`,
  failed_job_dismissed: ({ job }: { job: string }) => `Failed job dismissed: ${job}`,
  payment_event_reapplied: ({ event, outcome }: { event: string; outcome: string }) =>
    `Payment event ${event} applied again: ${outcome}`,
  failed_mail_retried: () => 'Failed email tried again',

  membership_started: () => 'Membership started',
  membership_ended: () => 'Membership ended',
  subscription_started: ({ product }: { product: string }) => `${productName(product)} started`,
  subscription_adopted: ({ product, ...paid }: { product: string } & Money) =>
    `${productName(product)} taken over at ${money(paid)}`,
  installments_paid: ({ product }: { product: string }) => `${productName(product)} paid in full`,
  subscription_ended: ({ product }: { product: string }) => `${productName(product)} ended`,
  trial_ending: ({ product }: { product: string }) =>
    `Told that the trial of ${productName(product)} is about to end`,
  renewal_announced: ({ product }: { product: string }) =>
    `Told of the next payment for ${productName(product)}`,
  cancellation_requested: ({ reason }: { reason: string | null }) =>
    `Cancellation asked for${reason ? ` (${reason})` : ''}`,
  interval_switch_requested: (due: Money) => `Switch to yearly payment asked for: ${money(due)} to pay now`,
  interval_switched: ({ interval, ...paid }: { product: string; interval: string } & Money) =>
    `Payment switched to ${money(paid)} a ${interval}`,
  monthly_switch_requested: () => 'Switch to monthly payment asked for, with the next period',
  yearly_kept: () => 'Switch to monthly payment taken back',
  next_price_set: ({ interval, ...paid }: { interval: string } & Money) =>
    `Payment to switch to ${money(paid)} a ${interval} with the next period`,
  next_price_withdrawn: () => 'Switch of the payment withdrawn before it came',
  price_change_announced: ({ interval, ...paid }: { interval: string } & Money) =>
    `Told of a new price: ${money(paid)} a ${interval}`,
  price_moved: ({ interval, ...paid }: { interval: string } & Money) =>
    `Price changed to ${money(paid)} a ${interval}, from the next payment on`,
  win_back_accepted: ({ percentOff, months }: { percentOff: number; months: number }) =>
    `Took the offer of ${percentOff}% off for ${months === 1 ? '1 month' : `${months} months`} in place of canceling`,
  pause_requested: ({ months }: { months: number }) =>
    `Pause of ${months === 1 ? '1 month' : `${months} months`} asked for`,
  pause_confirmed: ({ from, until }: { from: string; until: string }) =>
    `Membership to be paused from ${from} to ${until}`,
  payments_suspended: () => 'Payments suspended, as the account was deactivated',
  payments_activated: () => 'Payments go on, as the account was activated again',
  membership_paused: () => 'Membership paused',
  membership_resumed: () => 'Membership resumed after a pause',
  pause_withdrawn: () => 'Pause taken off before it began',
  resume_requested: () => 'Resuming asked for before the pause was over',
  cancellation_withdrawn: () => 'Cancellation withdrawn',
  second_subscription_canceled: () =>
    'A second subscription was canceled and is being refunded: the member already has one',
  payment_received: (paid: Money) => `Payment of ${money(paid)} received`,
  renewal_failed: (due: Money) => `A renewal payment of ${money(due)} failed`,
  payment_refunded: (refunded: Money) => `${money(refunded)} refunded`,
  refund_failed: (refund: Money) => `A refund of ${money(refund)} failed`,
  failed_refund_resolved: (refund: Money) =>
    `A refund of ${money(refund)} that had failed was made in another way`,
  payment_held: ({ product, reason }: { product: string; reason: string }) =>
    `A payment for the ${product} is held: ${reason}`,
  held_released: ({ product }: { product: string }) => `What was held for the ${product} was released`,
  billing_details_saved: () => 'Billing details saved',
  receipt_replaced: ({ number, by }: { number: string; by: string }) => `Receipt ${number} replaced by ${by}`,
  refund_requested: ({ isGuaranteed, ...paid }: Money & { isGuaranteed: boolean }) =>
    isGuaranteed ? `Asked for ${money(paid)} back, under the guarantee` : `Asked for ${money(paid)} back`,
  refund_request_passed_on: (paid: Money) =>
    `A refund of ${money(paid)} under the guarantee was passed on to the operator: it could not be made`,
  refund_request_accepted: (paid: Money) => `Asked-for refund of ${money(paid)} granted`,
  refund_request_declined: (paid: Money) => `Asked-for refund of ${money(paid)} declined`,
  subscription_unknown_there: ({ provider }: { provider: string }) =>
    `${provider} does not know this subscription, so it was ended here. If it was made with another account there, end it in that account.`,
  dispute_inquiry: () => 'A bank inquires about a payment',
  payment_disputed: () => 'Payment disputed',
  dispute_won: () => 'Dispute won',
  dispute_lost: () => 'Dispute lost',
  gift_redeemed: ({ months }: { months: number }) =>
    `Redeemed a gift of ${months === 1 ? '1 month' : `${months} months`}`,
  gift_sent_again: () => 'A gift was emailed again',
  gift_canceled: () => 'The code of a gift was canceled',
  team_invited: ({ count }: { count: number }) =>
    count === 1 ? 'Invited somebody to their team' : `Invited ${count} people to their team`,
  team_joined: () => 'Took a seat in a team',
  team_seat_ended: () => 'Gave up a seat in a team, or was removed from it',
  team_seats_changed: ({ from, to }: { from: number; to: number }) =>
    `Seats of the team changed from ${from} to ${to}`,
  product_bought: ({ product }: { product: string }) => `Bought: ${product}`,
  purchase_refused: ({ product }: { product: string }) =>
    `The provider refused to take the money for the ${product}`,
  purchase_denied: ({ product }: { product: string }) =>
    `A payment for the ${product} that was being checked was denied`,
  product_oversold: ({ product, count }: { product: string; count: number }) =>
    `The ${product} is theirs again after its money had gone back, and was sold again meanwhile: ${count} more than there are`,
  payment_returned: ({
    product,
    reason,
  }: {
    product: string;
    reason: 'owned_already' | 'wrong_amount' | 'sold_out';
  }) =>
    `A payment for the ${product} is being refunded: ${
      {
        owned_already: 'the buyer has it already',
        sold_out: 'it was sold out by then',
        wrong_amount: 'it is not the price',
      }[reason]
    }`,

  commission_held: ({ rule }: { rule: string }) =>
    `A commission is under review: ${rule.replaceAll('_', ' ')}`,
  commission_released: () => 'A commission that was under review was released',
  commission_rejected: () => 'A commission that was under review was rejected',
  payout_address_confirmed: () => 'Payout address confirmed',
  commission_written_off: (sum: Money) => `${money(sum)} of commission written off`,
  affiliate_left: () => 'Left the affiliate program',
  payout_requested: (sum: Money) => `Payout of ${money(sum)} requested`,
  payout_paid: (sum: Money) => `Payout of ${money(sum)} paid`,
  payout_returned: (sum: Money) => `Payout of ${money(sum)} came back`,
  commission_adjusted: (by: Money) => `Commission account adjusted by ${money(by)}`,
} as const;

export type ActivityKind = keyof typeof activitySentences;

/** What an entry of a kind keeps beside whom and what it is about; `undefined` for kinds that keep nothing. */
export type ActivityDetails<K extends ActivityKind> = Parameters<(typeof activitySentences)[K]>[0];

/** What an entry can be about, beside a user; `id` is the row's, or the content's name. */
export interface ActivitySubject {
  type: 'course' | 'gift' | 'lesson' | 'payment' | 'purchase' | 'subscription' | 'team' | 'ticket';
  id: string;
}
