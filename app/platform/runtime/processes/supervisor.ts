/** What the parent asks of a process. */
export type Order =
  /** Take up the background jobs. */
  | 'work'
  /** Let go and end: others go on. */
  | 'retire'
  /** Let go and end, as all do. */
  | 'stop';

/** What a process says of itself once it serves. */
export interface Serving {
  port: number;
  /** Lines that tell an operator of it. */
  notice: string[];
}

/** A process that serves, as its parent sees it. */
export interface ServingProcess {
  pid: number | undefined;
  /** Resolves once it listens and can answer; rejects with what to say when it ends before. */
  ready: Promise<Serving>;
  /** Resolves when it has ended, with how. */
  ended: Promise<string>;
  order(order: Order): void;
  kill(): void;
}

interface SupervisorOptions {
  /** How many processes serve. */
  count: number;
  /** Whether one of them does the background jobs. */
  works: boolean;
  /** Starts a process. The first, and the first of each roll, prepares what all share. */
  start(options: { prepares: boolean }): ServingProcess;
  /** Something an operator should know of. */
  tell(level: 'info' | 'warn' | 'error', message: string, details: Record<string, unknown>): void;
  /** No process can be started any more, and none is left. */
  giveUp(reason: string): void;
}

interface Member {
  process: ServingProcess;
  isReady: boolean;
  /** Told to end. */
  isLeaving: boolean;
}

/** The pause before what fell is started again, by how many have fallen of late: none at first. */
const pauseMs = (falls: number) => (falls === 0 ? 0 : Math.min(500 * 2 ** (falls - 1), 30_000));
/** Once a process has served for so long without another falling, the falls before it are forgotten. */
const calmMs = 60_000;
/** So many starts in a row fail before it is given up: about half a minute. */
const mostFailedStarts = 8;
/** A process that does not end by itself within this time is ended. */
const endLimitMs = 15_000;

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/**
 * Keeps a number of processes serving: starts another for each that falls, with growing pauses, has exactly one do the jobs, and
 * replaces them one by one on demand.
 */
export function createSupervisor({ count, works, start, tell, giveUp }: SupervisorOptions) {
  const members = new Set<Member>();
  const timers = new Set<NodeJS.Timeout>();
  let worker: Member | undefined;
  let isStopping = false;
  let falls = 0;
  let failedStarts = 0;
  let calm: NodeJS.Timeout | undefined;
  let rolling: Promise<void> | undefined;
  let isRollAsked = false;

  const staying = () => [...members].filter(({ isReady, isLeaving }) => isReady && !isLeaving);

  function appointWorker(): void {
    if (!works || isStopping || (worker && members.has(worker) && !worker.isLeaving)) return;
    const before = worker;
    [worker] = staying();
    worker?.process.order('work');
    if (before && worker) tell('info', 'a process takes over the jobs', { pid: worker.process.pid });
  }

  async function add(prepares: boolean): Promise<{ member: Member; serving: Serving }> {
    const member: Member = { process: start({ prepares }), isReady: false, isLeaving: false };
    members.add(member);
    void member.process.ended.then((how) => onEnd(member, how));
    const serving = await member.process.ready;
    member.isReady = true;
    failedStarts = 0;
    clearTimeout(calm);
    calm = setTimeout(() => {
      falls = 0;
    }, calmMs).unref();
    appointWorker();
    return { member, serving };
  }

  function onEnd(member: Member, how: string): void {
    members.delete(member);
    clearTimeout(calm);
    if (isStopping || member.isLeaving || !member.isReady) return;
    tell('error', 'a process has fallen: another is started', { pid: member.process.pid, how });
    appointWorker();
    replaceSoon();
  }

  function replaceSoon(): void {
    const timer = setTimeout(() => {
      timers.delete(timer);
      add(false).then(
        ({ member }) => tell('info', 'a process has started', { pid: member.process.pid }),
        onFailedStart,
      );
    }, pauseMs(falls));
    timers.add(timer);
    falls += 1;
  }

  function onFailedStart(error: unknown): void {
    if (isStopping) return;
    failedStarts += 1;
    const reason = messageOf(error);
    if (failedStarts >= mostFailedStarts && staying().length === 0) giveUp(reason);
    else {
      tell('error', 'a process could not start', { reason, failedStarts });
      replaceSoon();
    }
  }

  /** Lets a process end in order, and waits for that. */
  async function leave(member: Member, order: 'retire' | 'stop'): Promise<void> {
    member.isLeaving = true;
    appointWorker();
    member.process.order(order);
    const timer = setTimeout(() => member.process.kill(), endLimitMs);
    await member.process.ended;
    clearTimeout(timer);
  }

  /** Replaces each process by a new one: that listens and is ready before the old one lets go. */
  async function rollOnce(): Promise<void> {
    let prepares = true;
    for (const old of staying()) {
      if (isStopping) return;
      try {
        const { member } = await add(prepares);
        prepares = false;
        tell('info', 'a process takes over', { pid: member.process.pid, from: old.process.pid });
      } catch (error) {
        if (!isStopping)
          tell('error', 'rolling has ended: a new process could not start', { reason: messageOf(error) });
        return;
      }
      // It may have fallen meanwhile, and been replaced.
      if (members.has(old)) await leave(old, 'retire');
    }
  }

  async function rollAsAsked(): Promise<void> {
    while (isRollAsked && !isStopping) {
      isRollAsked = false;
      await rollOnce();
    }
    rolling = undefined;
  }

  return {
    /** Starts the first process, then the others. @throws when one of them cannot start. */
    async start(): Promise<Serving> {
      const { serving } = await add(true);
      await Promise.all(Array.from({ length: count - 1 }, () => add(false)));
      return serving;
    },
    /** Replaces all processes, once more where that is under way already; resolves when it is done. */
    roll(): Promise<void> {
      isRollAsked = true;
      rolling ??= rollAsAsked();
      return rolling;
    },
    /** Has all processes end in order. */
    async stop(): Promise<void> {
      isStopping = true;
      clearTimeout(calm);
      for (const timer of timers) clearTimeout(timer);
      await Promise.all([...members].map((member) => leave(member, 'stop')));
    },
  };
}
