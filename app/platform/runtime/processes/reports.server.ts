import { randomUUID } from 'node:crypto';
import type { ProcessReport } from '#app/platform/runtime/metrics.server.ts';

/** What one process asks its parent for, what the parent then asks the others for, and what it hands back. */
export type ReportMessage =
  | { reports: 'wanted'; id: string }
  | { reports: 'asked'; id: string }
  | { reports: 'given'; id: string; report: ProcessReport }
  | { reports: 'gathered'; id: string; gathered: ProcessReport[] };

/** Longer than the parent waits for a process that does not answer. */
const patienceMs = 5_000;

const waiting = new Map<string, (gathered: ProcessReport[]) => void>();
let connected = false;

export const isReportMessage = (message: unknown): message is ReportMessage =>
  typeof message === 'object' && message !== null && 'reports' in message;

/** Answers what the parent asks for the others, and hears what it has gathered. */
export function answerReports(report: () => Promise<ProcessReport>): void {
  connected = true;
  process.on('message', (message: unknown) => {
    if (!isReportMessage(message)) return;
    const { id } = message;
    if (message.reports === 'asked')
      void report().then((mine) =>
        process.send?.({ reports: 'given', id, report: mine } satisfies ReportMessage),
      );
    if (message.reports === 'gathered') waiting.get(id)?.(message.gathered);
  });
}

/** What the other processes of this machine tell of themselves; none of one that does not answer in time. */
export function reportsOfOthers(): Promise<ProcessReport[]> {
  if (!connected || !process.send) return Promise.resolve([]);
  const id = randomUUID();
  return new Promise((resolve) => {
    const timer = setTimeout(finish, patienceMs, []);
    function finish(gathered: ProcessReport[]): void {
      clearTimeout(timer);
      waiting.delete(id);
      resolve(gathered);
    }
    waiting.set(id, finish);
    process.send?.({ reports: 'wanted', id } satisfies ReportMessage);
  });
}
