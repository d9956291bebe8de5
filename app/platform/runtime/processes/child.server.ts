import { log } from '#app/platform/log.server.ts';
import { reportProcess } from '#app/platform/runtime/metrics.server.ts';
import { type News, preparesSetting } from '#app/platform/runtime/processes/parent.ts';
import {
  answerReports,
  isReportMessage,
  type ReportMessage,
} from '#app/platform/runtime/processes/reports.server.ts';
import { spareMemoryWhenIdle } from '#app/platform/runtime/processes/spare-memory.ts';
import type { Order } from '#app/platform/runtime/processes/supervisor.ts';

/** Requests in flight, and jobs, have this long to finish. */
const closeLimitMs = 10_000;

/** The longest pause before the jobs are tried to be taken up again. */
const longestPauseMs = 10_000;

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** A site that runs in this process. */
export interface RunningSite {
  port: number;
  /** Lines that tell an operator of it. */
  notice: string[];
  /** Takes up the background jobs. */
  work(): Promise<void>;
  /** Ends it in order; with `othersServe` the door is left to them at once. */
  close(options: { othersServe: boolean }): Promise<void>;
}

/** Serves as one of several processes, as their parent says. */
export async function serveForParent(
  start: (options: { prepares: boolean }) => Promise<RunningSite>,
): Promise<void> {
  const send = (news: News) => new Promise<void>((resolve) => process.send?.(news, () => resolve()));
  const starting = start({ prepares: process.env[preparesSetting] === 'true' });
  let isEnding = false;

  async function end(othersServe: boolean, reason: string): Promise<void> {
    if (isEnding) return;
    isEnding = true;
    log().info({ pid: process.pid, reason }, 'a process ends');
    const limit = new Promise((next) => setTimeout(next, closeLimitMs));
    const closed = starting.then(
      (site) => site.close({ othersServe }),
      () => undefined,
    );
    await Promise.race([closed, limit]);
    process.exit(0);
  }

  /** Whoever cannot take up the jobs yet, as the database is away, goes on serving and tries again. */
  async function takeUpWork(pauseMs = 500): Promise<void> {
    try {
      await (await starting).work();
    } catch (error) {
      if (isEnding) return;
      log().error({ error: messageOf(error), againInMs: pauseMs }, 'the jobs could not be taken up');
      setTimeout(() => void takeUpWork(Math.min(2 * pauseMs, longestPauseMs)), pauseMs).unref();
    }
  }

  answerReports(reportProcess);
  process.on('message', async (message: { order: Order } | ReportMessage) => {
    if (isReportMessage(message)) return;
    const { order } = message;
    if (order === 'work') await takeUpWork();
    else await end(order === 'retire', `its parent ordered: ${order}`);
  });
  // Ctrl+C in a terminal and a hangup reach every process: the parent knows what is to be done. Asked to end by another than its
  // parent, it does so as if all did, since it cannot know.
  for (const signal of ['SIGINT', 'SIGHUP'] as const) process.on(signal, () => undefined);
  process.on('SIGTERM', () => void end(false, 'SIGTERM'));
  // Node ends a process with code 0 once its parent is gone, without a word: whatever ends it unasked is logged.
  process.on('exit', (code) => {
    if (isEnding) return;
    log().error({ pid: process.pid, code, hasParent: process.connected }, 'a process has ended unasked');
  });

  try {
    const { port, notice } = await starting;
    await send({ isReady: true, port, notice });
    spareMemoryWhenIdle();
  } catch (error) {
    await send({ isReady: false, reason: messageOf(error) });
    process.exit(1);
  }
}
