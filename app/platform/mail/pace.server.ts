import { prisma } from '#app/platform/database/client.server.ts';
import { Prisma } from '#app/platform/database/generated/client.ts';
import { daySeconds } from '#app/platform/durations.ts';
import {
  consumeRateLimits,
  type LimitedSubject,
  RateLimitExceeded,
} from '#app/platform/rate-limit.server.ts';

/** How much bulk mail may go out; null where nothing limits it. */
export interface Pace {
  perHour: number | null;
  /** To the mailboxes of one provider. */
  perProviderPerHour: number | null;
  /** In all of this day, by UTC. */
  today: number | null;
}

let readPace = (): Pace => ({ perHour: null, perProviderPerHour: null, today: null });

/** Has each bulk mail keep to the pace that is read as it is about to be handed over. */
export function paceBulkMail(read: () => Pace): void {
  readPace = read;
}

/** The domains that one provider's mailboxes have. Others count by their own, whoever runs them. */
const providers: readonly (readonly string[])[] = [
  ['gmail.com', 'googlemail.com'],
  ['outlook.com', 'hotmail.com', 'live.com', 'msn.com'],
  ['yahoo.com', 'ymail.com', 'rocketmail.com', 'aol.com'],
  ['icloud.com', 'me.com', 'mac.com'],
  ['gmx.net', 'gmx.de', 'gmx.at', 'gmx.com', 'web.de'],
];

/** The domains of the provider that an address is at. */
export function domainsOfProvider(address: string): readonly string[] {
  const domain = address.slice(address.lastIndexOf('@') + 1).toLowerCase();
  return providers.find((domains) => domains.includes(domain)) ?? [domain];
}

/** An hour's mails go out by parts of it, in seconds: a server that gets all at once takes the sender for a spammer. */
const partSeconds = 600;
const inPart = (perHour: number) => Math.ceil((perHour * partSeconds) / 3600);

const untilMidnight = (at: Date) => daySeconds - (Math.floor(at.getTime() / 1000) % daySeconds);

/** The limits that a mail to these domains counts against, the tightest first. */
function limitsFor({ perHour, perProviderPerHour, today }: Pace, domains: readonly string[], at: Date) {
  const limits: LimitedSubject[] = [];
  if (perProviderPerHour !== null) {
    const limit = { name: 'bulk-mail-provider', points: inPart(perProviderPerHour), seconds: partSeconds };
    limits.push([limit, domains[0] ?? '']);
  }
  if (perHour !== null)
    limits.push([{ name: 'bulk-mail', points: inPart(perHour), seconds: partSeconds }, 'all']);
  if (today !== null) {
    const day = at.toISOString().slice(0, 10);
    limits.push([{ name: 'bulk-mail-day', points: today, seconds: daySeconds }, day]);
  }
  return limits;
}

/**
 * Counts a claimed bulk mail against the pace. Where that is used up, puts it back into the outbox with whatever else waits for the
 * same reason, until there is room, and returns true. A statement, and one more where it waits.
 */
export async function isHeldBack(mail: { id: string; recipient: string }, at = new Date()): Promise<boolean> {
  const domains = domainsOfProvider(mail.recipient);
  const limits = limitsFor(readPace(), domains, at);
  if (limits.length === 0) return false;
  try {
    await consumeRateLimits(limits);
    return false;
  } catch (error) {
    if (!(error instanceof RateLimitExceeded)) throw error;
    const isByProvider = error.limit?.name === 'bulk-mail-provider';
    const seconds = error.limit?.name === 'bulk-mail-day' ? untilMidnight(at) : error.retryAfterSeconds;
    const sameLimit = isByProvider
      ? Prisma.sql`lower(split_part(recipient, '@', 2)) = ANY(${[...domains]})`
      : Prisma.sql`true`;
    await prisma().$executeRaw`
      UPDATE mail_outbox SET
        attempts = attempts - (id = ${mail.id}::uuid)::int, claimed_at = NULL,
        next_attempt_at = now() + ${seconds} * interval '1 second'
      WHERE status = 'queued' AND lane = 'bulk' AND (id = ${mail.id}::uuid
        OR claimed_at IS NULL AND next_attempt_at <= now() AND ${sameLimit})`;
    return true;
  }
}
