import { now } from '#app/platform/clock.server.ts';
import { config } from '#app/platform/config.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';

/** How it stands with the mailbox of answers, as it was found when it was read last. */
export interface MailboxState {
  host: string;
  folder: string;
  /** When it could be read last; null where it never could. */
  readAt: Date | null;
  /** Since when it cannot be read, and why; null while it can. */
  failingSince: Date | null;
  error: string;
  /** Mails that cannot be taken, which stay in it for the operator. */
  leftCount: number;
}

const onlyRow = { id: 1 } as const;

/** A run that gave no sign for so long was cut off, in milliseconds. */
const claimMs = 120_000;

/** Takes the mailbox for a run; false while another process reads it. */
export async function claimMailbox(): Promise<boolean> {
  const at = now();
  const claimed = await prisma().$executeRaw`
    INSERT INTO support_mailbox (id, claimed_at) VALUES (1, ${at})
    ON CONFLICT (id) DO UPDATE SET claimed_at = ${at}
      WHERE support_mailbox.claimed_at IS NULL OR support_mailbox.claimed_at < ${new Date(at.getTime() - claimMs)}`;
  return claimed > 0;
}

/** A sign that the run goes on. */
export async function keepClaim(): Promise<void> {
  await prisma().supportMailbox.updateMany({ where: onlyRow, data: { claimedAt: now() } });
}

/** Leaves the mailbox to the next run. */
export async function releaseMailbox(): Promise<void> {
  await prisma().supportMailbox.updateMany({ where: onlyRow, data: { claimedAt: null } });
}

/** Notes that the mailbox was read to its end, and how many mails were left in it; true where it could not be read before. */
export async function noteRead(leftCount: number): Promise<boolean> {
  const before = await prisma().supportMailbox.findUnique({ where: onlyRow });
  await prisma().supportMailbox.updateMany({
    where: onlyRow,
    data: { readAt: now(), failingSince: null, error: '', leftCount },
  });
  return Boolean(before?.failingSince);
}

/** Notes why the mailbox cannot be read; true where this is new. */
export async function noteFailure(error: string): Promise<boolean> {
  const before = await prisma().supportMailbox.findUnique({ where: onlyRow });
  await prisma().supportMailbox.updateMany({
    where: onlyRow,
    data: { failingSince: before?.failingSince ?? now(), error: error.slice(0, 500) },
  });
  return before?.error !== error;
}

/** How it stands with the mailbox; null where none is set. One query. */
export async function findMailboxState(): Promise<MailboxState | null> {
  const mailbox = config().inboundMail?.mailbox;
  if (!mailbox) return null;
  const row = await prisma().supportMailbox.findUnique({ where: onlyRow });
  return {
    host: mailbox.host,
    folder: mailbox.folder.join('/'),
    readAt: row?.readAt ?? null,
    failingSince: row?.failingSince ?? null,
    error: row?.error ?? '',
    leftCount: row?.leftCount ?? 0,
  };
}
