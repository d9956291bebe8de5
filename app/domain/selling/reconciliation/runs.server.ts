import { now } from '#app/platform/clock.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { dayMs } from '#app/platform/durations.ts';
import type { PaymentProvider } from '#app/platform/payments/facts.ts';

/** Providers list the events of so many days; docs/running.md says so too. */
const listedDays = 30;

/** Reports are kept for so many days. */
const reportDays = 90;

/** What was read before is read again for so long: a list may show an event some time after it was made. */
const overlapMs = 3600 * 1000;

/** What a comparison with one provider came to. */
interface Counts {
  /** Events listed; and of those, or of those that waited: applied now, and not to be applied. */
  seen: number;
  applied: number;
  failed: number;
  /** Subscriptions and payments compared; and of those: other than at the provider, and mended. */
  compared: number;
  repaired: number;
}

/** A comparison under way. */
export interface Run {
  id: string;
  provider: PaymentProvider;
  readFrom: Date;
  counts: Counts;
  /** What an operator should know, in sentences. */
  notes: string[];
}

/** Begins a comparison where the one before left off; the first begins as early as the provider's list does. */
export async function startRun(provider: PaymentProvider, now: Date): Promise<Run> {
  const last = await prisma().reconciliationRun.findFirst({
    where: { provider },
    orderBy: { readUntil: 'desc' },
    select: { readUntil: true },
  });
  const earliest = new Date(now.getTime() - listedDays * dayMs);
  const wanted = last ? new Date(last.readUntil.getTime() - overlapMs) : earliest;
  const readFrom = wanted > earliest ? wanted : earliest;
  const { id } = await prisma().reconciliationRun.create({
    data: { provider, startedAt: now, readFrom, readUntil: readFrom },
    select: { id: true },
  });
  const isGap = wanted < earliest;
  return {
    id,
    provider,
    readFrom,
    counts: { seen: 0, applied: 0, failed: 0, compared: 0, repaired: 0 },
    notes: isGap ? [`No events are listed any more from ${wanted.toISOString()} on: some were missed.`] : [],
  };
}

/** Keeps how far a comparison has read: the next one goes on from there, also when this one is cut off. */
export async function rememberRead({ id }: Run, readUntil: Date): Promise<void> {
  await prisma().reconciliationRun.update({ where: { id }, data: { readUntil } });
}

/** Keeps what a comparison came to. */
export async function finishRun({ id, counts, notes }: Run): Promise<void> {
  const { seen, applied, failed, compared, repaired } = counts;
  await prisma().reconciliationRun.update({
    where: { id },
    data: {
      finishedAt: now(),
      seenCount: seen,
      appliedCount: applied,
      failedCount: failed,
      comparedCount: compared,
      repairedCount: repaired,
      notes,
    },
  });
}

/** The latest comparisons, the newest first. */
export function listRuns(limit = 50) {
  return prisma().reconciliationRun.findMany({ orderBy: { startedAt: 'desc' }, take: limit });
}

/** Deletes reports after their time; the worker calls it daily. */
export async function deleteOldRuns(at = now()): Promise<void> {
  const limit = new Date(at.getTime() - reportDays * dayMs);
  await prisma().reconciliationRun.deleteMany({ where: { startedAt: { lt: limit } } });
}
