import cluster, { type Worker } from 'node:cluster';
import { relayReports } from '#app/platform/runtime/processes/relay-reports.ts';
import type { ReportMessage } from '#app/platform/runtime/processes/reports.server.ts';
import type { Order, Serving, ServingProcess } from '#app/platform/runtime/processes/supervisor.ts';

/** What a process tells its parent. */
export type News = ({ isReady: true } & Serving) | { isReady: false; reason: string };

/** Says to a process that it prepares what all share. */
export const preparesSetting = 'PREPARES_FOR_ALL';

/**
 * Lets this process be the parent of `count` others that run `entry` and share its ports: it takes the connections and hands them round.
 * A single one takes them itself: handed to it, they would come one by one, each after a turn of all that it is busy with.
 * @returns what starts one of them.
 */
export function becomeParent(entry: string, count: number): (env: Record<string, string>) => ServingProcess {
  cluster.schedulingPolicy = count === 1 ? cluster.SCHED_NONE : cluster.SCHED_RR;
  cluster.setupPrimary({ exec: entry, args: [], serialization: 'json' });
  return (env) => describe(cluster.fork(env));
}

function describe(worker: Worker): ServingProcess {
  const ended = new Promise<string>((resolve) => {
    worker.once('exit', (status, signal) => resolve(signal ?? `exit code ${status}`));
  });
  const ready = new Promise<Serving>((resolve, reject) => {
    worker.on('message', (news: News | ReportMessage) => {
      if ('reports' in news) relayReports(worker, news);
      else if (news.isReady) resolve(news);
      else reject(new Error(news.reason));
    });
    void ended.then((how) => reject(new Error(`A process ended at its start (${how}).`)));
  });
  ready.catch(() => undefined);
  return {
    pid: worker.process.pid,
    ready,
    ended,
    order: (order: Order) => {
      // One that has just fallen hears nothing any more.
      if (worker.isConnected()) worker.send({ order }, () => undefined);
    },
    kill: () => worker.process.kill('SIGKILL'),
  };
}
