import { comparePurchases, compareSubscriptions } from '#app/domain/selling/reconciliation/compare.server.ts';
import { compareMoneyBack } from '#app/domain/selling/reconciliation/compare-money-back.server.ts';
import { readEvents, retryWaiting } from '#app/domain/selling/reconciliation/events.server.ts';
import { finishRun, type Run, startRun } from '#app/domain/selling/reconciliation/runs.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { log } from '#app/platform/log.server.ts';
import { providers } from '#app/platform/payments/payments.server.ts';
import { PaymentError, type Provider } from '#app/platform/payments/port.ts';

/**
 * Compares what the site knows with each payment provider, applies what no webhook has told, mends what is other, and keeps a
 * report. The worker calls it every ten minutes. Safe to repeat, and at the same time.
 * @throws at the end when a provider could not be asked; what was read until then is kept, and the next run goes on from there
 */
export async function reconcilePayments(at = now()): Promise<void> {
  const unasked: string[] = [];
  for (const seller of providers()) {
    const run = await startRun(seller.name, at);
    try {
      await compareWith(run, seller, at);
    } catch (error) {
      if (!(error instanceof PaymentError)) throw error;
      run.notes.push(`${seller.can.title} could not be asked: ${error.code}`);
      unasked.push(seller.can.title);
    }
    await finishRun(run);
    report(run);
  }
  if (unasked.length > 0) throw new Error(`${unasked.join(' and ')} could not be asked`);
}

async function compareWith(run: Run, seller: Provider, at: Date): Promise<void> {
  await retryWaiting(run, at);
  await readEvents(run, seller, at);
  await compareSubscriptions(run, seller, at);
  await comparePurchases(run, seller, at);
  await compareMoneyBack(run, seller, at);
}

/** Where nothing was amiss, nothing is said. */
function report({ id, provider, counts, notes }: Run): void {
  if (counts.applied + counts.failed + counts.repaired === 0 && notes.length === 0) return;
  log().warn({ run: id, provider, ...counts, notes: notes.slice(0, 20) }, 'payments reconciled');
}
