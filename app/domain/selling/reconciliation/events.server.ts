import type { EventOutcome } from '#app/domain/selling/payment-events/event-outcome.ts';
import { receiveEvent } from '#app/domain/selling/payment-events/receive.server.ts';
import { findWaitingSince } from '#app/domain/selling/payment-events/waiting-events.server.ts';
import { type Run, rememberRead } from '#app/domain/selling/reconciliation/runs.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { dayMs } from '#app/platform/durations.ts';
import type { Provider, ProviderEvent } from '#app/platform/payments/port.ts';

/** So many days are read at a time: what is new of them is in memory. */
const daysAtOnce = 3;
/** Events that wait are tried again for so many days, as long as providers send them; then it is for an operator. */
const retryDays = 3;

/** Reads what a provider has told since the run before, and applies what no webhook has brought. */
export async function readEvents(run: Run, seller: Provider, now: Date): Promise<void> {
  for (let from = run.readFrom; from < now; ) {
    const to = new Date(Math.min(from.getTime() + daysAtOnce * dayMs, now.getTime()));
    const news = await listUnknown(run, seller, from, to);
    const early: ProviderEvent[] = [];
    for (const event of news) if ((await apply(run, event)) === 'retry') early.push(event);
    // What came before what it is about in the list, too, can be applied now.
    for (const event of early) await apply(run, event, true);
    await rememberRead(run, to);
    from = to;
  }
}

/** The events of a span of time that are not known here, the oldest first. */
async function listUnknown(run: Run, seller: Provider, from: Date, to: Date): Promise<ProviderEvent[]> {
  const unknown: ProviderEvent[] = [];
  for await (const page of seller.listEvents(from, to)) {
    run.counts.seen += page.length;
    const rows = await prisma().webhookEvent.findMany({
      where: { provider: seller.name, eventId: { in: page.map(({ id }) => id) } },
      select: { eventId: true },
    });
    const known = new Set(rows.map(({ eventId }) => eventId));
    unknown.push(...page.filter(({ id }) => !known.has(id)));
  }
  return unknown.toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime());
}

async function apply({ counts }: Run, event: ProviderEvent, isLastTry = false): Promise<EventOutcome> {
  const outcome = await receiveEvent(event);
  if (outcome === 'applied') counts.applied += 1;
  if (outcome === 'orphan' || outcome === 'unapplied' || (outcome === 'retry' && isLastTry))
    counts.failed += 1;
  return outcome;
}

/** Tries the events again that wait. */
export async function retryWaiting(run: Run, now: Date): Promise<void> {
  const since = new Date(now.getTime() - retryDays * dayMs);
  for (const event of await findWaitingSince(run.provider, since)) await apply(run, event, true);
}
