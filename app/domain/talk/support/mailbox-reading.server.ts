import { Refusal } from '#app/domain/core/values/errors.ts';
import { maxMailBytes, receiveMail } from '#app/domain/talk/support/inbound.server.ts';
import { MailBusy } from '#app/domain/talk/support/mail-intake.server.ts';
import {
  claimMailbox,
  keepClaim,
  noteFailure,
  noteRead,
  releaseMailbox,
} from '#app/domain/talk/support/mailbox-state.server.ts';
import { config } from '#app/platform/config.server.ts';
import { log } from '#app/platform/log.server.ts';
import { type Mailbox, MailboxClosed, MailboxError, withMailbox } from '#app/platform/mail/mailbox.server.ts';
import { isDatabaseOutage } from '#app/platform/runtime/outage.server.ts';

/** So many mails are taken at a time; the rest a minute later. */
const mailsPerRun = 100;

/**
 * Takes the new mails of the mailbox, where one is set, as the webhook takes them (P172): each is marked once it is taken, so that one
 * that was taken and not marked comes again, and is known. What cannot be taken stays in the mailbox, flagged. One process at a time.
 * A mailbox that cannot be read is noted for the operator, and tried again by the next run.
 */
export async function readMailbox(atMost = mailsPerRun): Promise<void> {
  const mailbox = config().inboundMail?.mailbox;
  if (!mailbox || !(await claimMailbox())) return;
  try {
    const leftCount = await withMailbox(mailbox, (opened) => takeNew(opened, atMost));
    if (await noteRead(leftCount)) log().info('the mailbox of answers can be read again');
  } catch (error) {
    if (error instanceof MailboxError) await tellFailure(error.message);
    // What is not read yet stays unmarked, and is read by the next run.
    else if (!(error instanceof MailboxClosed || error instanceof MailBusy)) throw error;
  } finally {
    await releaseMailbox();
  }
}

async function tellFailure(why: string): Promise<void> {
  const isNew = await noteFailure(why);
  log()[isNew ? 'error' : 'warn']({ error: why }, 'the mailbox of answers cannot be read');
}

/** Takes new mails one by one, and counts what is left for the operator. */
async function takeNew(mailbox: Mailbox, atMost: number): Promise<number> {
  for (const uid of (await mailbox.listNew()).slice(0, atMost)) {
    await keepClaim();
    await take(mailbox, uid);
  }
  return mailbox.countLeft();
}

async function take(mailbox: Mailbox, uid: number): Promise<void> {
  const raw = await mailbox.read(uid, maxMailBytes);
  if (raw === null) return;
  const outcome = raw === 'too_large' ? raw : await outcomeOf(raw, uid);
  if (outcome === 'too_large' || outcome === 'unreadable' || outcome === 'failed') {
    await mailbox.markLeft(uid);
    log().error({ outcome, uid }, 'a mail was left in the mailbox of answers');
    return;
  }
  await mailbox.markTaken(uid);
  log().info({ outcome }, 'mail came in');
}

/** What became of a mail. One that breaks what reads it must not keep back those behind it. @throws while the database is away; {MailBusy} */
async function outcomeOf(raw: Uint8Array, uid: number) {
  try {
    return await receiveMail(raw);
  } catch (error) {
    if (isDatabaseOutage(error) || error instanceof MailBusy) throw error;
    log().error({ error: String(error), uid }, 'a mail could not be taken');
    return 'failed';
  }
}

/**
 * Whether the mailbox of the settings can be read and marked, in words; nothing is taken.
 * @throws {Refusal} where none is set, or it cannot
 */
export async function checkMailbox(): Promise<string> {
  const mailbox = config().inboundMail?.mailbox;
  if (!mailbox)
    throw new Refusal(
      'invalid',
      'No mailbox is set. Set INBOUND_IMAP_URL first: docs/setting-up.md tells how.',
    );
  try {
    const { waiting, left } = await withMailbox(mailbox, async (opened) => ({
      waiting: (await opened.listNew()).length,
      left: await opened.countLeft(),
    }));
    return `The mailbox can be read: ${waiting} new ${waiting === 1 ? 'mail waits' : 'mails wait'}, ${left} ${left === 1 ? 'is' : 'are'} left in it for you.`;
  } catch (error) {
    if (error instanceof MailboxError) throw new Refusal('invalid', error.message);
    throw error;
  }
}
