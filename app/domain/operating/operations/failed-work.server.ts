import { requirePermission } from '#app/domain/core/access/admin-guard.server.ts';
import { recordActivity } from '#app/domain/core/activity/record.server.ts';
import { type Actor, commandLine, recordAudit } from '#app/domain/core/audit/record.server.ts';
import { Refusal } from '#app/domain/core/values/errors.ts';
import { type Transaction, transaction } from '#app/platform/database/client.server.ts';
import { type FailedJob, listFailedJobs, takeFailedJob } from '#app/platform/jobs/failed-jobs.server.ts';
import { sendFailedJobAgain } from '#app/platform/jobs/queue.server.ts';
import { type FailedMail, listFailedMails, queueFailedMail } from '#app/platform/mail/failed-mails.server.ts';

const by = ({ id }: Actor) => (id ? { actorId: id } : {});

const listed = 100;

/** The jobs that have given up and wait for an operator, the latest first. */
export const failedJobs = (limit = listed): Promise<FailedJob[]> => listFailedJobs(limit);

/** The mails that have given up and wait for an operator, the latest first. */
export const failedMails = (limit = listed): Promise<FailedMail[]> => listFailedMails(limit);

const isId = (id: string) => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id);

async function take(tx: Transaction, id: string): Promise<FailedJob> {
  const job = isId(id) ? await takeFailedJob(tx, id) : null;
  if (!job) throw new Refusal('not_found', 'This job is no longer on the list.');
  return job;
}

/**
 * Has a job that has given up tried again, as often as a new one.
 * @throws {Refusal} not_allowed; not_found when it is not on the list; conflict for a kind of an earlier release: it stays on it
 */
export async function retryFailedJob(jobId: string, actor: Actor = commandLine): Promise<void> {
  await transaction(async (tx) => {
    await requirePermission(tx, actor, 'operations:run');
    const job = await take(tx, jobId);
    if (!(await sendFailedJobAgain(tx, job)))
      throw new Refusal(
        'conflict',
        'This release of the site has no jobs of this kind any more. Take it off the list once nothing is left to do.',
      );
    await recordAudit(tx, actor, {
      action: 'job_retried',
      subject: { type: 'job', id: jobId },
      after: { job: job.kind },
    });
    await recordActivity(tx, { kind: 'failed_job_retried', details: { job: job.kind }, ...by(actor) });
  });
}

/** Takes a job off the list that need not be done any more. @throws {Refusal} not_allowed; not_found when it is not on the list. */
export async function dismissFailedJob(jobId: string, actor: Actor = commandLine): Promise<void> {
  await transaction(async (tx) => {
    await requirePermission(tx, actor, 'operations:run');
    const { kind: job } = await take(tx, jobId);
    await recordAudit(tx, actor, {
      action: 'job_dismissed',
      subject: { type: 'job', id: jobId },
      before: { job },
    });
    await recordActivity(tx, { kind: 'failed_job_dismissed', details: { job }, ...by(actor) });
  });
}

/** Has a mail that has given up tried again, as often as a new one. @throws {Refusal} not_allowed; not_found when it has not given up. */
export async function retryFailedMail(mailId: string, actor: Actor = commandLine): Promise<void> {
  await transaction(async (tx) => {
    await requirePermission(tx, actor, 'operations:run');
    if (!isId(mailId) || !(await queueFailedMail(tx, mailId)))
      throw new Refusal('not_found', 'This email is no longer on the list.');
    await recordAudit(tx, actor, { action: 'mail_retried', subject: { type: 'mail', id: mailId } });
    await recordActivity(tx, { kind: 'failed_mail_retried', ...by(actor) });
  });
}
