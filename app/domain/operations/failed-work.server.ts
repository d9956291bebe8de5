import { recordActivity } from '#app/domain/activity.server.ts';
import { Refusal } from '#app/domain/errors.ts';
import { type Transaction, transaction } from '#app/platform/database/client.server.ts';
import { type FailedJob, listFailedJobs, takeFailedJob } from '#app/platform/jobs/failed-jobs.server.ts';
import { sendFailedJobAgain } from '#app/platform/jobs/queue.server.ts';
import { type FailedMail, listFailedMails, queueFailedMail } from '#app/platform/mail/failed-mails.server.ts';

/** Who asks for it, by user id; nobody is named when it is done at the command line. */
interface Operator {
  id?: string;
}

const listed = 100;

/** The jobs that have given up and wait for an operator, the latest first. */
export const failedJobs = (limit = listed): Promise<FailedJob[]> => listFailedJobs(limit);

/** The mails that have given up and wait for an operator, the latest first. */
export const failedMails = (limit = listed): Promise<FailedMail[]> => listFailedMails(limit);

async function take(tx: Transaction, id: string): Promise<FailedJob> {
  const job = await takeFailedJob(tx, id);
  if (!job) throw new Refusal('not_found', 'This job is no longer on the list.');
  return job;
}

const record = (tx: Transaction, description: string, { id }: Operator) =>
  recordActivity(tx, { type: 'operations', description, ...(id ? { actorId: id } : {}) });

/** Has a job that has given up tried again, as often as a new one. @throws {Refusal} not_found when it is not on the list. */
export async function retryFailedJob(jobId: string, operator: Operator = {}): Promise<void> {
  await transaction(async (tx) => {
    const job = await take(tx, jobId);
    await sendFailedJobAgain(tx, job);
    await record(tx, `Failed job tried again: ${job.kind}`, operator);
  });
}

/** Takes a job off the list that need not be done any more. @throws {Refusal} not_found when it is not on the list. */
export async function dismissFailedJob(jobId: string, operator: Operator = {}): Promise<void> {
  await transaction(async (tx) => {
    const { kind } = await take(tx, jobId);
    await record(tx, `Failed job dismissed: ${kind}`, operator);
  });
}

/** Has a mail that has given up tried again, as often as a new one. @throws {Refusal} not_found when it has not given up. */
export async function retryFailedMail(mailId: string, operator: Operator = {}): Promise<void> {
  await transaction(async (tx) => {
    if (!(await queueFailedMail(tx, mailId)))
      throw new Refusal('not_found', 'This mail is no longer on the list.');
    await record(tx, 'Failed mail tried again', operator);
  });
}
