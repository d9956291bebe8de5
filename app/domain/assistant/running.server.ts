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
export type Told =
  | { kind: 'piece'; text: string }
  | { kind: 'notice'; words: string }
  /** What was told so far does not hold. */
  | { kind: 'restart' }
  | { kind: 'answer'; answer: Answer }
  | { kind: 'failed'; error: unknown };

/** How long an answer goes on without a listener: time to connect again, and less than the second within which it has to be free. */
const graceMs = 600;

interface Running {
  told: Told[];
  isDone: boolean;
  listeners: number;
  /** Called when there is more. */
  wake: Set<() => void>;
  controller: AbortController;
  end: NodeJS.Timeout | undefined;
}

const running = new Map<string, Running>();

/** How many answers are being written (tests and benchmarks). */
export const countRunning = (): number => running.size;

function begin(key: string, viewer: Viewer, question: Question): Running {
  const made: Running = {
    told: [],
    isDone: false,
    listeners: 0,
    wake: new Set(),
    controller: new AbortController(),
    end: undefined,
  };
  const tell = (told: Told) => {
    made.told.push(told);
    for (const wake of made.wake) wake();
  };
  const finish = (told: Told) => {
    made.isDone = true;
    running.delete(key);
    tell(told);
  };
  running.set(key, made);
  answerQuestion(viewer, question, {
    signal: made.controller.signal,
    hear: (text) => tell({ kind: 'piece', text }),
    notice: (words) => tell({ kind: 'notice', words }),
    restart: () => tell({ kind: 'restart' }),
  }).then(
    (answer) => finish({ kind: 'answer', answer }),
    (error: unknown) => finish({ kind: 'failed', error }),
  );
  return made;
}

/**
 * Tells an answer as it is written, from its beginning; the last thing told is the answer, or why there is none. One that waits already
 * is told as the same. When the signal is aborted it ends; when nobody listens for more than half a second the writing is called off.
 */
export async function* follow(viewer: Viewer, question: Question, signal: AbortSignal): AsyncGenerator<Told> {
  const key = `${viewer.id} ${question.conversationId} ${question.position}`;
  const one = running.get(key) ?? begin(key, viewer, question);
  one.listeners += 1;
  clearTimeout(one.end);
  try {
    for (let next = 0; !signal.aborted; ) {
      const told = one.told[next];
      if (told) {
        next += 1;
        yield told;
      } else if (one.isDone) return;
      else await more(one, signal);
    }
  } finally {
    one.listeners -= 1;
    if (one.listeners === 0 && !one.isDone)
      one.end = setTimeout(() => one.controller.abort(), graceMs).unref();
  }
}

/** Resolves when there is more to tell, or when nobody listens any more. */
function more(one: Running, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const wake = () => {
      one.wake.delete(wake);
      signal.removeEventListener('abort', wake);
      resolve();
    };
    one.wake.add(wake);
    signal.addEventListener('abort', wake, { once: true });
  });
}

/** The answer to a question, when it is whole. @throws whatever kept it from being made; the signal's reason */
export async function answerOf(viewer: Viewer, question: Question, signal: AbortSignal): Promise<Answer> {
  for await (const told of follow(viewer, question, signal)) {
    if (told.kind === 'answer') return told.answer;
    if (told.kind === 'failed') throw told.error;
  }
  signal.throwIfAborted();
  throw new Error('An answer ended without being told.');
}

/** Asks a question again that has no answer. @throws {Refusal} and {RateLimitExceeded} as `findUnanswered` */
export async function askAgain(viewer: Viewer, questionId: string, signal: AbortSignal): Promise<Answer> {
  const found = await findUnanswered(viewer, questionId);
  return 'text' in found ? found : answerOf(viewer, found, signal);
}
