import cluster, { type Worker } from 'node:cluster';
import type { ProcessReport } from '#app/platform/runtime/metrics.server.ts';
import type { ReportMessage } from '#app/platform/runtime/processes/reports.server.ts';

/** A process that hangs keeps the figures of the others waiting for so long. */
const patienceMs = 2_000;

interface Gathering {
  /** Takes what a process has reported; undefined where it has ended. */
  take(worker: Worker, report: ProcessReport | undefined): void;
}

const gatherings = new Map<string, Gathering>();

/** Asks all others for what one process wants to know, and hands it over: a scrape of any process tells of each. */
export function relayReports(worker: Worker, message: ReportMessage): void {
  if (message.reports === 'wanted') gather(worker, message.id);
  if (message.reports === 'given') gatherings.get(message.id)?.take(worker, message.report);
}

function gather(asker: Worker, id: string): void {
  const others = Object.values(cluster.workers ?? {}).filter((each): each is Worker => each !== undefined);
  const missing = new Set(others.filter((each) => each !== asker && each.isConnected()));
  const gathered: ProcessReport[] = [];
  const leavers = new Map<Worker, () => void>();
  const timer = setTimeout(finish, patienceMs);
  function finish(): void {
    clearTimeout(timer);
    gatherings.delete(id);
    // A worker outlives many scrapes, and would keep what each has gathered.
    for (const [worker, leave] of leavers) worker.off('exit', leave);
    leavers.clear();
    if (asker.isConnected())
      asker.send({ reports: 'gathered', id, gathered } satisfies ReportMessage, () => undefined);
  }
  function take(worker: Worker, report: ProcessReport | undefined): void {
    if (!missing.delete(worker)) return;
    if (report) gathered.push(report);
    if (missing.size === 0) finish();
  }
  gatherings.set(id, { take });
  if (missing.size === 0) finish();
  for (const worker of missing) {
    const leave = () => take(worker, undefined);
    leavers.set(worker, leave);
    worker.once('exit', leave);
    worker.send({ reports: 'asked', id } satisfies ReportMessage, () => undefined);
  }
}
