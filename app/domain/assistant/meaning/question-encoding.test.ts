import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  encodeQuestion,
  findKnownWords,
  resetEncoder,
} from '#app/domain/assistant/meaning/question-encoding.server.ts';
import { connectIsolatedTasks, stopIsolated } from '#app/platform/runtime/workers/isolated-tasks.server.ts';

/** Loading the encoder or the dictionary on a busy machine may outlast a question's usual patience. */
const patienceMs = 60_000;

afterEach(async () => {
  vi.useRealTimers();
  resetEncoder();
  await stopIsolated();
});

describe('a thread', () => {
  it('that cannot be loaded leaves a question without a meaning, and is not asked again at once', async () => {
    connectIsolatedTasks('tests/unit/there-is-no-such-file.ts');
    expect(await encodeQuestion('how do I write a subject line')).toBeNull();
    await stopIsolated();
    connectIsolatedTasks('app/program/isolated-tasks.server.ts');
    expect(await findKnownWords(['word'])).toBeNull();
    resetEncoder(patienceMs);
    expect(await findKnownWords(['erase', 'recrut'])).toEqual(['erase']);
  }, 90_000);

  it('that hangs is not waited for', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    connectIsolatedTasks('tests/unit/silent-tasks.ts');
    const answer = encodeQuestion('how do I write a subject line');
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await answer).toBeNull();
  });

  it('says what a question means: the same is nearer than another', async () => {
    connectIsolatedTasks('app/program/isolated-tasks.server.ts');
    resetEncoder(patienceMs);
    const meaningOf = async (text: string) => (await encodeQuestion(text)) ?? new Float32Array();
    const [asked, same, other] = [
      await meaningOf('how do I get more subscribers'),
      await meaningOf('grow my mailing list'),
      await meaningOf('recipe for chocolate cake'),
    ];
    const likeness = (one: Float32Array, two: Float32Array) =>
      one.reduce((sum, value, index) => sum + value * (two[index] ?? 0), 0);
    expect(likeness(asked, same)).toBeGreaterThan(likeness(asked, other) + 0.2);
  }, 90_000);
});
