import { readReplyAddress } from '#app/domain/talk/support/mail-threading.server.ts';
import { type MailWords, unreadMail } from '#app/domain/talk/support/mail-words.ts';
import { config } from '#app/platform/config.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { joinedBytes } from '#app/platform/joined-bytes.ts';
import { log } from '#app/platform/log.server.ts';
import { addressesIn } from '#app/platform/mail/reading/headers.ts';
import { type MailHead, readMailHead } from '#app/platform/mail/reading/mail-head.ts';
import { IsolatedTaskError, runIsolated } from '#app/platform/runtime/workers/isolated-tasks.server.ts';

/** A mail cannot be read now, and can be later: too many are being read already, or the process stops. */
export class MailBusy extends Error {}

/** A mail of the largest size takes a second or two; a slow machine may need longer. */
const readingMs = 60_000;

/** A larger mail is shared with the thread that reads it: copying it would hold others up. */
const sharedFromBytes = 500_000;

/** So much of a mail holds its header, in bytes, for what is read of it outside of the thread. */
const headBytes = 300_000;

/** The addresses that the site sends from and reads at, in small letters. */
function ownAddresses(): string[] {
  const { mailFrom, supportEmail, inboundMail } = config();
  return [...addressesIn(mailFrom), supportEmail, inboundMail?.address ?? '']
    .filter((address) => address !== '')
    .map((address) => address.toLowerCase());
}

/** The addresses that only the site's own mails come from. */
export function isOwnSender(address: string): boolean {
  const { mailFrom, inboundMail } = config();
  return (
    readReplyAddress(address) !== null ||
    [...addressesIn(mailFrom), (inboundMail?.address ?? '').toLowerCase()].includes(address)
  );
}

/** The header of a mail without its hash, read within a fixed time. */
export const headOf = (raw: Uint8Array): MailHead => readMailHead(raw.subarray(0, headBytes));

/** Why a mail could not be read, for the team. */
const reasons = {
  timeout: 'it takes too long to read',
  memory: 'it takes too much memory to read',
} as const;

/**
 * Reads a mail in a thread of its own, which is ended when it takes too long. One that cannot be read has its header alone, and says so:
 * it is kept like any other. `texts` is what was said before in the ticket that it seems to answer.
 * @throws {MailBusy} where there is no room now
 */
export async function readInThread(raw: Uint8Array, texts: string[]): Promise<MailWords> {
  const isShared = raw.byteLength > sharedFromBytes;
  const shared = isShared ? await joinedBytes([raw], new SharedArrayBuffer(raw.byteLength)) : raw;
  const own = { ownAddresses: ownAddresses(), names: [config().brandName], texts };
  try {
    return await runIsolated('read-mail', { raw: shared, ...own }, { lane: 'mail', timeoutMs: readingMs });
  } catch (error) {
    const reason =
      error instanceof IsolatedTaskError && !error.isTemporary
        ? reasons[error.reason === 'memory' ? 'memory' : 'timeout']
        : null;
    // Anything else is no fault of the mail: it is taken later.
    if (reason === null) throw new MailBusy(String(error));
    log().error({ reason }, 'a mail could not be read, and was kept whole');
    return unreadMail(raw, reason);
  }
}

/** Whether a mail that says the same was taken before. */
export const isTaken = async (contentHash: string): Promise<boolean> =>
  (await prisma().receivedMail.count({ where: { contentHash } })) > 0;
