import cluster, { type Worker } from 'node:cluster';
import { EventEmitter } from 'node:events';
import { afterEach, describe, expect, it } from 'vitest';
import { relayReports } from '#app/platform/runtime/processes/relay-reports.ts';
import type { ReportMessage } from '#app/platform/runtime/processes/reports.server.ts';

const { workers } = cluster;
afterEach(() => {
  Object.assign(cluster, { workers });
});

/** A process as its parent sees it. */
class FakeWorker extends EventEmitter {
  readonly sent: ReportMessage[] = [];
  isConnected = () => true;
  send(message: ReportMessage): void {
    this.sent.push(message);
  }
}

describe('the parent of the processes', () => {
  it('hands over what the others report, and keeps nothing of it', () => {
    const [asker, other] = [new FakeWorker(), new FakeWorker()];
    Object.assign(cluster, { workers: { 1: asker, 2: other } });
    const as = (worker: FakeWorker) => worker as unknown as Worker;
    for (let scrape = 0; scrape < 20; scrape += 1) {
      const id = `scrape ${scrape}`;
      relayReports(as(asker), { reports: 'wanted', id });
      expect(other.sent.at(-1)).toEqual({ reports: 'asked', id });
      relayReports(as(other), { reports: 'given', id, report: { pid: 7 } as never });
      expect(asker.sent.at(-1)).toEqual({ reports: 'gathered', id, gathered: [{ pid: 7 }] });
    }
    expect(other.listenerCount('exit')).toBe(0);
  });

  it('does not wait for a process that ends', () => {
    const [asker, other] = [new FakeWorker(), new FakeWorker()];
    Object.assign(cluster, { workers: { 1: asker, 2: other } });
    relayReports(asker as unknown as Worker, { reports: 'wanted', id: 'one' });
    other.emit('exit');
    expect(asker.sent).toEqual([{ reports: 'gathered', id: 'one', gathered: [] }]);
  });
});
