import {
  type Answer,
  answerQuestion,
  findUnanswered,
  type Question,
} from '#app/domain/assistant/asking.server.ts';
import type { Viewer } from '#app/domain/core/access/viewer.ts';

// Answers that are being written in this process. Whoever asks again for one meanwhile, as the connection broke or was double, hears the
// same answer from its beginning; one that nobody listens to any more is called off.

/** What is told of an answer while it is written. */
export type AnswerEvent =
  | { kind: 'piece'; text: string }
  | { kind: 'notice'; words: string }
  /** What was told so far does not hold. */
  | { kind: 'restart' }
  | { kind: 'answer'; answer: Answer }
  | { kind: 'failed'; error: unknown };

/** How long an answer goes on without a listener: time to connect again, and less than the second within which it has to be free. */
const graceMs = 600;

interface AnswerRun {
  events: AnswerEvent[];
  isDone: boolean;
  listeners: number;
  /** Called when there is more. */
  wake: Set<() => void>;
  controller: AbortController;
  end: NodeJS.Timeout | undefined;
}

const running = new Map<string, AnswerRun>();

/** How many answers are being written (tests and benchmarks). */
export const countRunning = (): number => running.size;

function startAnswer(key: string, viewer: Viewer, question: Question): AnswerRun {
  const run: AnswerRun = {
    events: [],
    isDone: false,
    listeners: 0,
    wake: new Set(),
    controller: new AbortController(),
    end: undefined,
  };
  const publish = (event: AnswerEvent) => {
    run.events.push(event);
    for (const wake of run.wake) wake();
  };
  const finish = (event: AnswerEvent) => {
    run.isDone = true;
    running.delete(key);
    publish(event);
  };
  running.set(key, run);
  answerQuestion(viewer, question, {
    signal: run.controller.signal,
    onPiece: (text) => publish({ kind: 'piece', text }),
    onStatus: (words) => publish({ kind: 'notice', words }),
    onRestart: () => publish({ kind: 'restart' }),
  }).then(
    (answer) => finish({ kind: 'answer', answer }),
    (error: unknown) => finish({ kind: 'failed', error }),
  );
  return run;
}

/**
 * Tells an answer as it is written, from its beginning; the last thing told is the answer, or why there is none. One that waits already
 * is told as the same. When the signal is aborted it ends; when nobody listens for more than half a second the writing is called off.
 */
export async function* followAnswer(
  viewer: Viewer,
  question: Question,
  signal: AbortSignal,
): AsyncGenerator<AnswerEvent> {
  const key = `${viewer.id} ${question.conversationId} ${question.position}`;
  const run = running.get(key) ?? startAnswer(key, viewer, question);
  run.listeners += 1;
  clearTimeout(run.end);
  try {
    for (let next = 0; !signal.aborted; ) {
      const event = run.events[next];
      if (event) {
        next += 1;
        yield event;
      } else if (run.isDone) return;
      else await nextEvent(run, signal);
    }
  } finally {
    run.listeners -= 1;
    if (run.listeners === 0 && !run.isDone)
      run.end = setTimeout(() => run.controller.abort(), graceMs).unref();
  }
}

/** Resolves when there is more to tell, or when nobody listens any more. */
function nextEvent(run: AnswerRun, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const wake = () => {
      run.wake.delete(wake);
      signal.removeEventListener('abort', wake);
      resolve();
    };
    run.wake.add(wake);
    signal.addEventListener('abort', wake, { once: true });
  });
}

/** The answer to a question, when it is whole. @throws whatever kept it from being made; the signal's reason */
export async function awaitAnswer(viewer: Viewer, question: Question, signal: AbortSignal): Promise<Answer> {
  for await (const event of followAnswer(viewer, question, signal)) {
    if (event.kind === 'answer') return event.answer;
    if (event.kind === 'failed') throw event.error;
  }
  signal.throwIfAborted();
  throw new Error('An answer ended without being told.');
}

/** Asks a question again that has no answer. @throws {Refusal} and {RateLimitExceeded} as `findUnanswered` */
export async function askAgain(viewer: Viewer, questionId: string, signal: AbortSignal): Promise<Answer> {
  const questionOrAnswer = await findUnanswered(viewer, questionId);
  return 'text' in questionOrAnswer ? questionOrAnswer : awaitAnswer(viewer, questionOrAnswer, signal);
}
