import { config } from '#app/platform/config.server.ts';
import type { Transaction } from '#app/platform/database/client.server.ts';
import { announce, onAnnounced } from '#app/platform/runtime/broadcast.server.ts';

declare module '#app/platform/runtime/broadcast.server.ts' {
  interface Topics {
    /** What search finds has changed. */
    search: '';
  }
}

/** How long an answer is kept, in milliseconds. What changes is announced, so this only bounds surprises. */
const lifetimeMs = 60_000;
/** So long those who ask the same wait for one answer, in milliseconds: its query may hang where another would not. */
const sharedMs = 3_000;
/** An answer takes some 20 kB. */
const maxAnswers = 200;

/** The last asked for is the last in it. */
const answers = new Map<string, { answer: Promise<unknown>; expiresAt: number }>();

/** A replica may not have heard of a change for so long after it was announced, in milliseconds (P241). */
const settlingMs = 10_000;
let changedAt = -Infinity;

onAnnounced('search', () => {
  answers.clear();
  changedAt = performance.now();
});

/** How long an answer that was found now is kept: not for long where a replica may have given an old one. */
const lifetimeNow = () =>
  config().databaseReplicaUrls.length > 0 && performance.now() - changedAt < settlingMs ? 0 : lifetimeMs;

/** To be called by whoever changes what search finds, in the transaction that does. */
export const announceSearchChange = (tx: Transaction): Promise<void> => announce('search', '', tx);

/**
 * The answer to a question, which all who may read the same share: asked for while it is being found, it is found once. One that was
 * begun before a change was announced is forgotten with that.
 */
export function cachedAnswer<Answer>(
  question: readonly unknown[],
  find: () => Promise<Answer>,
): Promise<Answer> {
  const key = JSON.stringify(question);
  const cachedEntry = answers.get(key);
  answers.delete(key);
  const entry =
    cachedEntry && cachedEntry.expiresAt > performance.now()
      ? cachedEntry
      : { answer: find(), expiresAt: performance.now() + sharedMs };
  answers.set(key, entry);
  if (answers.size > maxAnswers) answers.delete(answers.keys().next().value ?? '');
  if (entry !== cachedEntry)
    entry.answer.then(
      () => {
        entry.expiresAt = performance.now() + lifetimeNow();
      },
      () => {
        if (answers.get(key) === entry) answers.delete(key);
      },
    );
  return entry.answer as Promise<Answer>;
}
