import { prisma, type Transaction } from '#app/platform/database/client.server.ts';

/** What mail servers say of a mailbox that does not exist, where they give no enhanced code (RFC 3463). */
const noMailboxForm =
  /\b(?:no such (?:user|mailbox|recipient|address|person)|(?:user|recipient|mailbox|address)(?: is)? (?:unknown|not found|does(?:n't| not) exist)|unknown (?:user|recipient|mailbox)|does not have an? (?:account|mailbox)|invalid (?:recipient|mailbox))/i;

/**
 * Whether a mail server said for good that an address has no mailbox (5.1.x, 5.2.1). Not so where it refuses the sender, the message or
 * the site as a whole, or the mailbox is full.
 */
export function saysNoMailbox(error: unknown): boolean {
  const { command, responseCode, response, message } = error as Record<string, unknown>;
  if (command !== 'RCPT TO' || typeof responseCode !== 'number') return false;
  if (responseCode < 550 || responseCode > 553 || responseCode === 552) return false;
  const words = String(response ?? message ?? '').slice(0, 1_000);
  const [, enhanced] = /\b5\.(\d{1,3}\.\d{1,3})\b/.exec(words) ?? [];
  if (enhanced !== undefined) return /^1\.(?:[0-36]|10)$|^2\.1$/.test(enhanced);
  return noMailboxForm.test(words);
}

/** Whether an address was found to have no mailbox, and no mail to it was taken since. One query, by a small index. */
export async function isKnownDead(recipient: string): Promise<boolean> {
  const dead = await prisma().mailOutbox.findFirst({
    where: { recipient, hasNoMailbox: true },
    select: { id: true },
  });
  return dead !== null;
}

/** A mail to an address was taken, or an operator wants it tried again: letters go there again too. */
export async function forgetDeadAddress(recipient: string, db: Transaction['db'] = prisma()): Promise<void> {
  await db.mailOutbox.updateMany({ where: { recipient, hasNoMailbox: true }, data: { hasNoMailbox: false } });
}
