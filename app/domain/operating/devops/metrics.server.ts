import { now } from '#app/platform/clock.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { reportPool } from '#app/platform/database/pool-metrics.server.ts';
import { type QueueReport, reportQueues } from '#app/platform/jobs/queue-report.server.ts';
import { createMetrics, reportProcess } from '#app/platform/runtime/metrics.server.ts';
import { reportsOfOthers } from '#app/platform/runtime/processes/reports.server.ts';

interface Counts {
  users: number;
  members: number;
  queuedMails: number;
  failedMails: number;
  oldestMailSeconds: number;
  failedJobs: number;
  waitingEvents: number;
  calls: number;
  failedCalls: number;
}

async function countAll(): Promise<Counts | undefined> {
  const since = new Date(now().getTime() - 5 * 60_000);
  const [counts] = await prisma().$queryRaw<Counts[]>`
    SELECT (SELECT count(*)::float8 FROM users) AS users,
      (SELECT count(*)::float8 FROM subscriptions WHERE status = 'active') AS members,
      (SELECT count(*)::float8 FROM mail_outbox WHERE status = 'queued') AS "queuedMails",
      (SELECT count(*)::float8 FROM mail_outbox WHERE status = 'failed') AS "failedMails",
      (SELECT coalesce(extract(epoch FROM ${now()}::timestamptz - min(created_at)), 0)::float8 FROM mail_outbox
        -- Letters to many take their time.
        WHERE status = 'queued' AND (lane <> 'bulk' OR attempts > 0)) AS "oldestMailSeconds",
      (SELECT count(*)::float8 FROM failed_jobs) AS "failedJobs",
      (SELECT count(*)::float8 FROM webhook_events WHERE processed_at IS NULL) AS "waitingEvents",
      (SELECT count(*)::float8 FROM devops_calls WHERE at >= ${since}) AS calls,
      (SELECT count(*)::float8 FROM devops_calls WHERE at >= ${since} AND status >= 500) AS "failedCalls"`;
  return counts;
}

/** Figures of one answer are of one moment: they are counted once for all of them. */
let counted: Promise<Counts | undefined> | undefined;
let reported: Promise<QueueReport[]> | undefined;
const figure = (name: string, help: string, key: keyof Counts) => ({
  name,
  help,
  read: async () => (await counted)?.[key] ?? 0,
});

/** A figure of every kind of job. */
function ofKinds(name: string, help: string, figureOf: (queue: QueueReport) => number, label = 'kind') {
  const read = async () =>
    Object.fromEntries((await (reported ?? [])).map((queue) => [queue.name, figureOf(queue)]));
  return { name, help, label, read };
}

reportPool();
const metrics = createMetrics([
  figure('site_users', 'Accounts', 'users'),
  figure('site_active_subscriptions', 'Subscriptions that are active', 'members'),
  figure('site_mails_queued', 'Mails that wait to be sent', 'queuedMails'),
  figure(
    'site_mails_oldest_queued_seconds',
    'How long the mail has waited that waits longest',
    'oldestMailSeconds',
  ),
  figure('site_mails_failed', 'Mails that were given up', 'failedMails'),
  figure('site_jobs_failed', 'Jobs that gave up', 'failedJobs'),
  figure('site_payment_events_waiting', 'Payment events that could not be applied', 'waitingEvents'),
  figure('site_sync_calls_5m', 'Calls of the sync API within five minutes', 'calls'),
  figure('site_sync_errors_5m', 'Of those, answered with 5xx', 'failedCalls'),
  ofKinds('site_queue_ready', 'Jobs that wait, by queue', ({ ready }) => ready, 'queue'),
  ofKinds('site_jobs_waiting', 'Jobs that are due and wait, by kind', ({ ready }) => ready),
  ofKinds('site_jobs_running', 'Jobs that are running, by kind', ({ active }) => active),
  ofKinds(
    'site_jobs_deferred',
    'Jobs that wait for a later time, such as the next attempt',
    ({ later }) => later,
  ),
  ofKinds(
    'site_jobs_given_up',
    'Jobs that gave up and wait for an operator, by kind',
    ({ failed }) => failed,
  ),
  ofKinds(
    'site_jobs_oldest_waiting_seconds',
    'How long the oldest waiting job has been due, by kind',
    (queue) => (queue.oldestDueAt ? Math.max(0, (now().getTime() - queue.oldestDueAt.getTime()) / 1000) : 0),
  ),
  ofKinds(
    'site_jobs_last_success_timestamp_seconds',
    'When a job of this kind last succeeded; 0 if none has',
    ({ lastSuccessAt }) => (lastSuccessAt?.getTime() ?? 0) / 1000,
  ),
]);

/** What is told of the site and of every process of this machine, in Prometheus' format (P221). Three queries. */
export async function readMetrics(): Promise<{ contentType: string; text: string }> {
  counted = countAll();
  reported = reportQueues();
  const [mine, others] = await Promise.all([reportProcess(), reportsOfOthers()]);
  return { contentType: metrics.contentType, text: await metrics.text([mine, ...others]) };
}
