import type { Permission } from '#app/domain/core/access/admin-policy.ts';
import { undecidedRefundSql } from '#app/domain/selling/billing/left-to-refund.server.ts';
import { claimsToSubstantiate } from '#app/domain/site/site-copy/claims.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { config } from '#app/platform/config.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { Prisma } from '#app/platform/database/generated/client.ts';
import { listQueues } from '#app/platform/jobs/queue.server.ts';

/** Something that waits for an operator: how many, what in words, and where it is seen to. */
export interface Attention {
  key: string;
  count: number;
  text: string;
  to: string;
  /** What whoever sees to it has to be allowed; without one, any admin sees it. */
  permission?: Permission;
}

interface Counts {
  unapplied: number;
  givenUp: number;
  orphans: number;
  jobs: number;
  failedMails: number;
  lateMails: number;
  failedRefunds: number;
  refundRequests: number;
  held: number;
  heldCommissions: number;
  adjustments: number;
  payouts: number;
  leaving: number;
  unsound: number;
  tickets: number;
  assignments: number;
  unmatched: number;
  unreadMailboxes: number;
  leftMails: number;
  reportedPosts: number;
}

/** A mail that waits longer than this is late, and a mailbox that was not read for so long is not read, in milliseconds. */
const lateMs = 10 * 60_000;

/** So many jobs that are ready and not begun are a queue that grows. */
const longQueue = 500;

const one = (count: number, singular: string, plural: string) => (count === 1 ? singular : plural);

/** What needs an operator now, what concerns money first. Two queries. */
export async function findAttention(): Promise<Attention[]> {
  const late = new Date(now().getTime() - lateMs);
  const [[counts], queues] = await Promise.all([
    prisma().$queryRaw<Counts[]>`
    SELECT (SELECT count(*)::int FROM webhook_events WHERE processed_at IS NULL AND outcome IS DISTINCT FROM 'orphan') AS unapplied,
           (SELECT count(*)::int FROM webhook_events WHERE processed_at IS NULL AND outcome = 'orphan') AS orphans,
           (SELECT count(*)::int FROM webhook_deliveries WHERE state = 'dead') AS "givenUp",
           (SELECT count(*)::int FROM failed_jobs) AS jobs,
           (SELECT count(*)::int FROM mail_outbox WHERE status = 'failed') AS "failedMails",
           (SELECT count(*)::int FROM mail_outbox WHERE status = 'queued' AND created_at < ${late}
             -- Letters to many take their time.
             AND (lane <> 'bulk' OR attempts > 0)) AS "lateMails",
           (SELECT count(*)::int FROM payment_refunds r JOIN payments p ON p.id = r.payment_id
            WHERE ${undecidedRefundSql(Prisma.sql`r`, Prisma.sql`p`)}) AS "failedRefunds",
           (SELECT count(*)::int FROM refund_requests WHERE status = 'asked') AS "refundRequests",
           (SELECT count(*)::int FROM purchases WHERE status = 'held')
             + (SELECT count(*)::int FROM subscriptions WHERE held_reason IS NOT NULL) AS held,
           (SELECT count(*)::int FROM commission_holds WHERE decision IS NULL) AS "heldCommissions",
           (SELECT count(*)::int FROM commission_adjustments WHERE state = 'waiting') AS adjustments,
           (SELECT count(*)::int FROM payout_items WHERE state = 'requested') AS payouts,
           (SELECT count(*)::int FROM affiliate_closings WHERE ended_at IS NULL AND is_held) AS leaving,
           (SELECT count(DISTINCT post_id)::int FROM community_reports WHERE handled_at IS NULL) AS "reportedPosts",
           (SELECT count(*)::int FROM (SELECT is_sound FROM ledger_proofs ORDER BY started_at DESC LIMIT 1) p
            WHERE NOT is_sound) AS unsound,
           (SELECT count(*)::int FROM tickets WHERE status = 'open' AND confirmed_at IS NOT NULL) AS tickets,
           (SELECT count(*)::int FROM assignment_submissions s JOIN users l ON l.id = s.user_id
            WHERE s.state = 'waiting' AND l.status = 'active') AS assignments,
           (SELECT count(*)::int FROM unmatched_mails WHERE reason <> 'automatic') AS unmatched,
           (SELECT count(*)::int FROM support_mailbox WHERE failing_since IS NOT NULL OR read_at < ${late}) AS "unreadMailboxes",
           (SELECT coalesce(sum(left_count), 0)::int FROM support_mailbox) AS "leftMails"`,
    listQueues(),
  ]);
  if (!counts) return [];
  const {
    unapplied,
    givenUp,
    orphans,
    jobs,
    failedMails,
    lateMails,
    failedRefunds,
    refundRequests,
    held,
    heldCommissions,
    adjustments,
    payouts,
    leaving,
    unsound,
    tickets,
    assignments,
    unmatched,
    unreadMailboxes,
    leftMails,
    reportedPosts,
  } = counts;
  const queued = queues.reduce((sum, { ready }) => sum + ready, 0);
  const hasMailbox = Boolean(config().inboundMail?.mailbox);
  const samples = claimsToSubstantiate().length;
  const all: Attention[] = [
    {
      key: 'orphans',
      count: orphans,
      text: one(orphans, 'payment event without a payer', 'payment events without a payer'),
      to: '/admin/webhooks?state=waiting',
    },
    {
      key: 'unapplied',
      count: unapplied,
      text: one(unapplied, 'webhook that could not be applied', 'webhooks that could not be applied'),
      to: '/admin/webhooks?state=waiting',
    },
    {
      key: 'given-up',
      count: givenUp,
      text: one(givenUp, 'event that your programs were not told', 'events that your programs were not told'),
      to: '/admin/webhooks/sent?state=dead',
    },
    {
      key: 'refunds',
      count: failedRefunds,
      text: one(failedRefunds, 'refund that failed at the bank', 'refunds that failed at the bank'),
      to: '/admin/payments',
    },
    {
      key: 'refund-requests',
      count: refundRequests,
      text: one(refundRequests, 'request for money back', 'requests for money back'),
      to: '/admin/payments/requests',
    },
    {
      key: 'held',
      count: held,
      text: one(held, 'payment held: not what was offered', 'payments held: not what was offered'),
      to: '/admin/payments',
    },
    {
      key: 'ledger',
      count: unsound,
      text: 'nightly proof of the ledger that does not add up',
      to: '/admin/commissions/proof',
    },
    {
      key: 'commissions',
      count: heldCommissions,
      text: one(heldCommissions, 'commission held for review', 'commissions held for review'),
      to: '/admin/commissions/review',
    },
    {
      key: 'adjustments',
      count: adjustments,
      text: one(adjustments, 'adjustment for another admin', 'adjustments for another admin'),
      to: '/admin/commissions/adjustments',
    },
    {
      key: 'payouts',
      count: payouts,
      text: one(payouts, 'payout due', 'payouts due'),
      to: '/admin/commissions/payouts?state=open',
    },
    {
      key: 'leaving',
      count: leaving,
      text: one(
        leaving,
        'deactivated affiliate whose money is on hold',
        'deactivated affiliates whose money is on hold',
      ),
      to: '/admin/commissions/leaving?show=held',
    },
    {
      key: 'tickets',
      count: tickets,
      text: one(tickets, 'ticket without an answer', 'tickets without an answer'),
      to: '/admin/support',
    },
    {
      key: 'assignments',
      count: assignments,
      text: one(assignments, 'assignment waiting for an answer', 'assignments waiting for an answer'),
      to: '/teaching',
      permission: 'assignments:answer',
    },
    {
      key: 'unmatched',
      count: unmatched,
      text: one(unmatched, 'email that fits no ticket', 'emails that fit no ticket'),
      to: '/admin/support/unmatched',
    },
    {
      key: 'mailbox',
      count: hasMailbox ? unreadMailboxes : 0,
      text: 'mailbox of answers that is not read',
      to: '/admin/mail',
    },
    {
      key: 'left-mails',
      count: hasMailbox ? leftMails : 0,
      text: one(leftMails, 'email left in the reply mailbox', 'emails left in the reply mailbox'),
      to: '/admin/mail',
    },
    {
      key: 'reports',
      count: reportedPosts,
      text: one(reportedPosts, 'reported post in the community', 'reported posts in the community'),
      to: '/admin/community',
    },
    {
      key: 'jobs',
      count: jobs,
      text: one(jobs, 'job that gave up', 'jobs that gave up'),
      to: '/admin/jobs',
    },
    {
      key: 'mails',
      count: failedMails,
      text: one(failedMails, 'email that failed', 'emails that failed'),
      to: '/admin/mail?status=failed',
    },
    {
      key: 'late',
      count: lateMails,
      text: one(lateMails, 'email waiting for over ten minutes', 'emails waiting for over ten minutes'),
      to: '/admin/mail?status=queued',
    },
    {
      key: 'queue',
      count: queued < longQueue ? 0 : queued,
      text: 'jobs in the queue: it grows',
      to: '/admin/jobs',
    },
    {
      key: 'samples',
      count: samples,
      text: one(samples, 'claim still marked as sample', 'claims still marked as sample'),
      to: '/admin/claims',
    },
  ];
  return all.filter(({ count }) => count > 0);
}
