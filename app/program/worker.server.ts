import { embedPassages } from '#app/domain/assistant/meaning/embedding.server.ts';
import { settleRunOutRoles } from '#app/domain/core/access/roles.server.ts';
import { recordDeferredActivity } from '#app/domain/core/activity/record.server.ts';
import { sendDigests } from '#app/domain/core/notifications/digest.server.ts';
import { tellNewPieces } from '#app/domain/core/notifications/new-pieces.server.ts';
import { sendPush } from '#app/domain/core/notifications/push.server.ts';
import { siteSettings } from '#app/domain/core/site-settings/current.server.ts';
import { announceModules } from '#app/domain/learning/courses/release-notices.server.ts';
import { tellArrivals } from '#app/domain/learning/dashboard/announcements.server.ts';
import { sendDueLetters } from '#app/domain/learning/email-course/sending.server.ts';
import { importAffiliates } from '#app/domain/operating/affiliate-imports/importing.server.ts';
import { undoImportOfAffiliates } from '#app/domain/operating/affiliate-imports/undoing.server.ts';
import { reckonCourseStandings } from '#app/domain/operating/analytics/course-standings.server.ts';
import { rollUpFigures } from '#app/domain/operating/analytics/roll-up.server.ts';
import { reckonStandings } from '#app/domain/operating/analytics/standings.server.ts';
import { forgetVisitors } from '#app/domain/operating/analytics/visits.server.ts';
import { sendWebhooks } from '#app/domain/operating/devops/webhooks/deliver.server.ts';
import { checkImport } from '#app/domain/operating/imports/checking.server.ts';
import { importPeople } from '#app/domain/operating/imports/importing.server.ts';
import { undoPeopleImport } from '#app/domain/operating/imports/undoing.server.ts';
import { recordReturnedMail } from '#app/domain/operating/letters/mail-reports.server.ts';
import { currentPace } from '#app/domain/operating/letters/pace.ts';
import { sendLetters } from '#app/domain/operating/letters/sending.server.ts';
import { provisionPrices } from '#app/domain/operating/products/provision.server.ts';
import { sendSequences } from '#app/domain/operating/sequences/sending.server.ts';
import { withholdBulkMail } from '#app/domain/operating/sequences/withholding.server.ts';
import { cancelRenewals } from '#app/domain/operating/users/cancel-renewals.server.ts';
import { mailVerificationCode } from '#app/domain/people/accounts/email-verification.server.ts';
import { mailResetLink } from '#app/domain/people/accounts/password-reset.server.ts';
import { finishRecoveries } from '#app/domain/people/accounts/recovery.server.ts';
import { mailRegistered } from '#app/domain/people/accounts/registration.server.ts';
import { mailSignInLink } from '#app/domain/people/accounts/sign-in-link.server.ts';
import { deleteDueAccounts } from '#app/domain/people/personal-data/erasure.server.ts';
import { makeExport } from '#app/domain/people/personal-data/export.server.ts';
import { sendSecurityNotice } from '#app/domain/people/safety/notices.server.ts';
import { countClickDays } from '#app/domain/programme/affiliates/click-days.server.ts';
import { publishPromotionCode } from '#app/domain/programme/affiliates/promotion-codes.server.ts';
import { announceTrialEnds } from '#app/domain/programme/affiliates/reseller-trial.server.ts';
import { reviewCard } from '#app/domain/programme/commissions/holds.server.ts';
import { announceLapses } from '#app/domain/programme/commissions/lapses.server.ts';
import { proveLedger } from '#app/domain/programme/commissions/proof.server.ts';
import {
  approveCommissions,
  reckonPastPayments,
  reckonSeller,
} from '#app/domain/programme/commissions/recalculation.server.ts';
import { showUsableAddresses } from '#app/domain/programme/payouts/addresses.server.ts';
import { remindOfLastPayouts } from '#app/domain/programme/payouts/closing-mails.server.ts';
import { settleClosings } from '#app/domain/programme/payouts/closings.server.ts';
import { gatherOnTheDay } from '#app/domain/programme/payouts/payout-batches.server.ts';
import { pollPayouts, sendPayouts } from '#app/domain/programme/payouts/sending.server.ts';
import { followContent } from '#app/domain/publishing/content-sync.server.ts';
import { reviewSources } from '#app/domain/publishing/quality/review-sources.server.ts';
import { publishScheduled } from '#app/domain/publishing/scheduled.server.ts';
import { adoptSubscriptions } from '#app/domain/selling/adoption/adopting.server.ts';
import { readForeignSubscriptions } from '#app/domain/selling/adoption/reading.server.ts';
import { watchCards } from '#app/domain/selling/billing/card-expiry.server.ts';
import { forgetCustomer } from '#app/domain/selling/billing/customer.server.ts';
import { chasePayments } from '#app/domain/selling/billing/dunning.server.ts';
import { recordFee } from '#app/domain/selling/billing/fees.server.ts';
import { limitInstallments } from '#app/domain/selling/billing/installments.server.ts';
import { announceRenewals } from '#app/domain/selling/billing/notices.server.ts';
import { endPaidPeriods } from '#app/domain/selling/billing/paid-periods.server.ts';
import { announceResumptions } from '#app/domain/selling/billing/pause-reminder.server.ts';
import { makeRefund } from '#app/domain/selling/billing/refund-making.server.ts';
import { endSuspended } from '#app/domain/selling/billing/suspension.server.ts';
import {
  endRefundedSubscription,
  refundPart,
  refundPayment,
  undoSubscription,
} from '#app/domain/selling/billing/undo.server.ts';
import { deliverGifts } from '#app/domain/selling/gifts/delivery.server.ts';
import { settleGifts } from '#app/domain/selling/gifts/settling.server.ts';
import { importPastPayments } from '#app/domain/selling/past-payments/importing.server.ts';
import { collectPurchase } from '#app/domain/selling/payment-events/collect.server.ts';
import { issueMissingReceipts } from '#app/domain/selling/payment-events/missing-receipts.server.ts';
import { resettleSubscription } from '#app/domain/selling/payment-events/settlement.server.ts';
import { movePrices } from '#app/domain/selling/price-changes/move-prices.server.ts';
import { releaseUses } from '#app/domain/selling/promotions/release.server.ts';
import { mailWaitingReceipts } from '#app/domain/selling/receipts/mailing.server.ts';
import { reconcilePayments } from '#app/domain/selling/reconciliation/reconcile.server.ts';
import { tellTeamEnded } from '#app/domain/selling/teams/team-ended.server.ts';
import { readMailbox } from '#app/domain/talk/support/mailbox-reading.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { makePartitions } from '#app/platform/database/partitions.server.ts';
import type { JobHandlers, NoData } from '#app/platform/jobs/kinds.ts';
import { sendJob, startJobs, stopJobs } from '#app/platform/jobs/queue.server.ts';
import { checkBulkMail, deliverMail } from '#app/platform/mail/delivery.server.ts';
import { startMailLanes, stopMailLanes } from '#app/platform/mail/lanes.server.ts';
import { paceBulkMail } from '#app/platform/mail/pace.server.ts';
import { onAnnounced } from '#app/platform/runtime/broadcast.server.ts';
import { deleteExpired } from '#app/program/retention.server.ts';

declare module '#app/platform/jobs/kinds.ts' {
  interface Jobs {
    /** Runs every room's retention: deletes sessions, links, counters, logs, old mail and other records past their date. */
    'delete-expired': NoData;
    /** Makes the partitions of the next months, for the tables that are kept by month. */
    'make-partitions': NoData;
  }
}

/** What is done in the background, and when: every job that a room declares. */
export const jobHandlers: JobHandlers = {
  'deliver-mail': { run: ({ mailId }) => deliverMail(mailId) },
  'mail-registered': { run: mailRegistered, atOnce: 5 },
  'mail-verification-code': { run: mailVerificationCode, atOnce: 5 },
  'mail-sign-in-link': { run: mailSignInLink, atOnce: 5 },
  'mail-reset-link': { run: mailResetLink, atOnce: 5 },
  'record-activity': { run: recordDeferredActivity, atOnce: 5 },
  'send-security-notice': { run: sendSecurityNotice, atOnce: 5 },
  'settle-roles': { run: settleRunOutRoles, cron: '* * * * *' },
  'announce-trial-ends': { run: announceTrialEnds, cron: '41 * * * *' },
  'announce-renewals': {
    async run() {
      await announceRenewals();
      await announceResumptions();
    },
    cron: '29 * * * *',
  },
  'watch-cards': { run: watchCards, cron: '35 * * * *' },
  'chase-payments': { run: chasePayments, cron: '23 * * * *' },
  'count-click-days': { run: () => countClickDays(), cron: '9 * * * *' },
  'publish-promotion-code': { run: publishPromotionCode },
  'deliver-gifts': { run: deliverGifts, cron: '* * * * *' },
  'settle-gifts': { run: () => settleGifts(), cron: '*/5 * * * *' },
  'tell-team-ended': { run: tellTeamEnded },
  'release-promotion-uses': { run: () => releaseUses(), cron: '*/5 * * * *' },
  'move-prices': { run: movePrices, cron: '17 * * * *' },
  'provision-prices': { run: provisionPrices },
  'end-paid-periods': {
    run: async () => {
      await endPaidPeriods();
      await endSuspended();
    },
    cron: '*/10 * * * *',
  },
  'cancel-renewals': { run: cancelRenewals, lanes: 2 },
  'end-subscription': {
    async run(subscriptionRef) {
      await resettleSubscription(subscriptionRef);
      await endRefundedSubscription(subscriptionRef);
    },
    lanes: 3,
  },
  'settle-installments': { run: limitInstallments, lanes: 2 },
  'undo-subscription': { run: undoSubscription, lanes: 2 },
  'collect-purchase': { run: collectPurchase, lanes: 3 },
  'refund-part': { run: refundPart, lanes: 1 },
  'refund-payment': { run: refundPayment, lanes: 2 },
  'make-refund': { run: makeRefund, lanes: 2 },
  'forget-customer': { run: forgetCustomer, lanes: 1 },
  'record-fee': {
    async run(charged) {
      await recordFee(charged);
      if (charged.kind === 'payment') await reviewCard(charged.provider, charged.id);
    },
    lanes: 4,
  },
  'reckon-seller': { run: reckonSeller },
  'reckon-past-payments': { run: reckonPastPayments, cron: '23 * * * *' },
  'approve-commissions': { run: approveCommissions, cron: '3 * * * *' },
  'announce-lapses': { run: announceLapses, cron: '37 * * * *' },
  'prove-ledger': {
    async run() {
      await proveLedger();
    },
    cron: '29 2 * * *',
  },
  'settle-closings': {
    async run() {
      await settleClosings();
      await remindOfLastPayouts();
    },
    cron: '47 * * * *',
  },
  // Each day, since the day of the month is a setting, and last payouts are made on any.
  'gather-payouts': { run: gatherOnTheDay, cron: '13 6 * * *' },
  'send-payouts': {
    async run() {
      await showUsableAddresses();
      await sendPayouts();
    },
    cron: '*/15 * * * *',
  },
  'poll-payouts': { run: pollPayouts, cron: '9,39 * * * *' },
  'delete-expired': { run: deleteExpired, cron: '17 3 * * *' },
  'make-partitions': { run: makePartitions, cron: '47 2 * * *' },
  'send-webhooks': { run: () => sendWebhooks(), cron: '* * * * *', retries: 0 },
  // What cannot be read now is tried again a minute later.
  'read-mailbox': { run: () => readMailbox(), cron: '* * * * *', retries: 0 },
  'roll-up-figures': { run: rollUpFigures, cron: '* * * * *' },
  'reckon-standings': { run: reckonStandings, cron: '*/10 * * * *' },
  'reckon-course-standings': { run: reckonCourseStandings, cron: '*/10 * * * *' },
  'forget-visitors': { run: forgetVisitors, cron: '11 * * * *' },
  'issue-receipts': { run: () => issueMissingReceipts(), cron: '*/10 * * * *' },
  'mail-receipts': { run: mailWaitingReceipts, cron: '*/5 * * * *' },
  'reconcile-payments': { run: () => reconcilePayments(), cron: '*/10 * * * *', retries: 0 },
  'finish-recoveries': { run: finishRecoveries, cron: '53 * * * *' },
  'export-data': { run: makeExport },
  'check-people-import': { run: checkImport },
  'read-foreign-subscriptions': { run: readForeignSubscriptions },
  'adopt-subscriptions': { run: adoptSubscriptions },
  'import-past-payments': { run: importPastPayments },
  'import-people': { run: importPeople },
  'import-affiliates': { run: importAffiliates },
  'undo-affiliate-import': { run: undoImportOfAffiliates },
  // What a run does not get to, the next one does a minute later.
  'record-mail-report': { run: recordReturnedMail },
  'send-letters': { run: () => sendLetters(), cron: '* * * * *', retries: 0 },
  'send-sequences': { run: () => sendSequences(), cron: '* * * * *', retries: 0 },
  'undo-people-import': { run: undoPeopleImport },
  'delete-accounts': { run: deleteDueAccounts, cron: '23 * * * *' },
  'send-digests': { run: sendDigests, cron: '17 * * * *' },
  'send-push': {
    async run({ notificationIds }) {
      for (const id of notificationIds) await sendPush(id);
    },
    atOnce: 5,
  },
  // A provider that does not answer is asked again soon enough: nothing waits for it.
  'embed-passages': {
    async run() {
      await embedPassages();
    },
    cron: '*/5 * * * *',
    retries: 0,
  },
  'publish-scheduled': { run: publishScheduled, cron: '* * * * *' },
  'follow-content': {
    async run() {
      await followContent();
      await sendJob('embed-passages', {});
    },
  },
  'review-sources': { run: reviewSources, cron: '41 7 * * *' },
  'tell-new-pieces': {
    async run() {
      await tellNewPieces();
      await tellArrivals();
    },
    cron: '*/10 * * * *',
  },
  'announce-modules': { run: announceModules, cron: '*/10 * * * *' },
  'send-email-course': { run: sendDueLetters, cron: '7 9 * * *' },
};

/** Jobs that recurred in an earlier release. */
const retiredJobs = ['requeue-mail'];

/** Events that come at once are looked for together, this long after the first, in milliseconds. */
const gatherMs = 200;

let gathering: NodeJS.Timeout | undefined;
let stopHearing = () => {};

/** There are events to send: has it done by a job, or, where that fails, within the minute. */
function sendWebhooksSoon(): void {
  if (gathering) return;
  gathering = setTimeout(() => {
    gathering = undefined;
    void sendJob('send-webhooks', {}).catch(() => undefined);
  }, gatherMs);
  gathering.unref();
}

/** Starts the job queue; with `works` this process does the jobs and delivers the mails too. */
export async function startWorker(works: boolean): Promise<void> {
  await startJobs(jobHandlers, works, retiredJobs);
  stopHearing();
  if (!works) return;
  stopHearing = onAnnounced('outgoing-webhooks', sendWebhooksSoon);
  checkBulkMail(withholdBulkMail);
  paceBulkMail(() => currentPace(siteSettings().bulkMail, now()));
  startMailLanes();
}

/** Takes no more jobs and mails, and waits for those under way. */
export async function stopWorker(): Promise<void> {
  await Promise.all([stopJobs(), stopMailLanes()]);
}
