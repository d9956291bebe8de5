import { recordActivity } from '#app/domain/activity/record.server.ts';
import { Refusal } from '#app/domain/errors.ts';
import { type Transaction, transaction } from '#app/platform/database/client.server.ts';
import { type FailedJob, listFailedJobs, takeFailedJob } from '#app/platform/jobs/failed-jobs.server.ts';
import { sendFailedJobAgain } from '#app/platform/jobs/queue.server.ts';
import { type FailedMail, listFailedMails, queueFailedMail } from '#app/platform/mail/failed-mails.server.ts';

/** Who asks for it, by user id; nobody is named when it is done at the command line. */
interface Operator {
  id?: string;
}

const by = ({ id }: Operator) => (id ? { actorId: id } : {});

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

/** Has a job that has given up tried again, as often as a new one. @throws {Refusal} not_found when it is not on the list. */
export async function retryFailedJob(jobId: string, operator: Operator = {}): Promise<void> {
  await transaction(async (tx) => {
    const job = await take(tx, jobId);
    await sendFailedJobAgain(tx, job);
    await recordActivity(tx, { kind: 'failed_job_retried', details: { job: job.kind }, ...by(operator) });
  });
}

/** Takes a job off the list that need not be done any more. @throws {Refusal} not_found when it is not on the list. */
export async function dismissFailedJob(jobId: string, operator: Operator = {}): Promise<void> {
  await transaction(async (tx) => {
    const { kind: job } = await take(tx, jobId);
    await recordActivity(tx, { kind: 'failed_job_dismissed', details: { job }, ...by(operator) });
  });
}

/** Has a mail that has given up tried again, as often as a new one. @throws {Refusal} not_found when it has not given up. */
export async function retryFailedMail(mailId: string, operator: Operator = {}): Promise<void> {
  await transaction(async (tx) => {
    if (!isId(mailId) || !(await queueFailedMail(tx, mailId)))
      throw new Refusal('not_found', 'This mail is no longer on the list.');
    await recordActivity(tx, { kind: 'failed_mail_retried', ...by(operator) });
  });
}
