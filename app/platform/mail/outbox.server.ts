import type { Transaction } from '#app/platform/database/client.server.ts';
import { sendJob } from '#app/platform/jobs/queue.server.ts';
import { isPlaceholderAddress } from '#app/platform/mail/placeholder-address.ts';
import type { MailRenderer, MailTemplate, MailTemplates } from '#app/platform/mail/templates.ts';

let renderer: MailRenderer | undefined;
/** What a new mail is: one that is to be sent; or, where mails are caught, one that nobody sends. */
let newStatus: 'queued' | 'sent' = 'queued';

/** Told once at start-up how templates become mail, so that the domain needs no JSX. */
export function setMailRenderer(render: MailRenderer): void {
  renderer = render;
  newStatus = 'queued';
}

/**
 * Has `render` see the mails of this process, and nobody else: they stand in the outbox as if they had been sent, and no worker of the
 * site takes them up.
 */
export function catchMails(render: MailRenderer): void {
  renderer = render;
  newStatus = 'sent';
}

/**
 * Puts a mail into the outbox as part of `tx`: it is sent if, and only if, the change that causes it is committed.
 * The worker delivers it within seconds; a placeholder address is sent nothing. With a `key` there is one such mail: a job that may be done twice asks `isMailQueued` first,
 * and of two at once the second fails.
 */
export async function queueMail<T extends MailTemplate>(
  tx: Transaction,
  recipient: string,
  template: T,
  data: MailTemplates[T],
  key: string | null = null,
): Promise<void> {
  if (!renderer) throw new Error('No mail renderer: call setMailRenderer() at start-up.');
  const mail = renderer(template, data);
  // The account was erased. What would have been sent is recorded, without what it said.
  if (isPlaceholderAddress(recipient)) {
    const { subject } = mail;
    await tx.db.mailOutbox.create({
      data: { key, recipient, subject, html: '', text: '', status: 'skipped' },
    });
    return;
  }
  const { id } = await tx.db.mailOutbox.create({
    data: { key, recipient, ...mail, status: newStatus },
    select: { id: true },
  });
  if (newStatus === 'queued') tx.afterCommit(() => sendMailJob(id));
}

/**
 * Writes the mail of a key anew, as part of `tx`, as long as it waits to be delivered: what is known only now is told in one mail.
 * False where it has gone, or there is none.
 */
export async function rewriteMail<T extends MailTemplate>(
  tx: Transaction,
  key: string,
  template: T,
  data: MailTemplates[T],
): Promise<boolean> {
  if (!renderer) throw new Error('No mail renderer: call setMailRenderer() at start-up.');
  const { count } = await tx.db.mailOutbox.updateMany({
    where: { key, status: newStatus, claimedAt: null },
    data: renderer(template, data),
  });
  return count > 0;
}

/** Whether the mail of this key has been put into the outbox; without a key nobody can tell. */
export async function isMailQueued(tx: Transaction, key: string | null): Promise<boolean> {
  return key !== null && (await tx.db.mailOutbox.count({ where: { key } })) > 0;
}

/**
 * Puts the delivery of a mail into the job queue, once a quarter of an hour: the sweep for forgotten mails must not make a
 * long queue longer.
 */
export async function sendMailJob(mailId: string): Promise<void> {
  await sendJob('deliver-mail', { mailId }, { singletonKey: mailId, singletonSeconds: 15 * 60 });
}
