import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  connectIsolatedTasks,
  type IsolatedOptions,
  IsolatedTaskError,
  runIsolated,
  stopIsolated,
} from '#app/platform/runtime/workers/isolated-tasks.server.ts';
import { lanes } from '#app/platform/runtime/workers/lanes.ts';

// The tasks of tests/unit/hostile-tasks.ts, which nothing declares.
const run = runIsolated as unknown as (
  task: string,
  input: unknown,
  options: IsolatedOptions,
) => Promise<unknown>;

const patient: IsolatedOptions = { lane: 'members', timeoutMs: 120_000 };

const failureOf = (result: Promise<unknown>) =>
  result.then(
    () => null,
    (error: unknown) => (error instanceof IsolatedTaskError ? error.reason : String(error)),
  );

beforeAll(() => connectIsolatedTasks('tests/unit/hostile-tasks.ts'));
afterAll(stopIsolated);

describe('a task in a thread of its own', () => {
  it('takes and gives what can be copied', async () => {
    const input = { words: ['a', 'b'], at: new Date(0), bytes: new Uint8Array([1, 2]) };
    expect(await run('echo', input, patient)).toEqual(input);
  });

  it('takes over the buffers it is handed', async () => {
    const bytes = new Uint8Array(1_000);
    expect(await run('size', bytes, { ...patient, transfer: [bytes.buffer] })).toBe(1_000);
    expect(bytes.byteLength).toBe(0);
  });

  it('knows neither secrets nor settings', async () => {
    expect(await run('environment', null, patient)).toEqual(['NODE_ENV']);
  });

  it('fails with its own words', async () => {
    expect(await failureOf(run('throw', null, patient))).toBe('Error: cannot be read');
  });

  it('leaves the serving thread alone, and the next task too, when it runs for ever', async () => {
    for (const task of ['spin', 'hang']) {
      const spinning = failureOf(run(task, null, { ...patient, timeoutMs: 300 }));
      const next = run('echo', 'still here', patient);
      expect(await spinning).toBe('timeout');
      expect(await next).toBe('still here');
    }
  });

  it('is ended when it fills the memory', async () => {
    expect(await failureOf(run('fill', null, patient))).toBe('memory');
    expect(await run('echo', 'still here', patient)).toBe('still here');
  });

  it('fails like any other where it nests too deep', async () => {
    expect(await failureOf(run('nest', null, patient))).toContain('RangeError');
    expect(await run('echo', 'still here', patient)).toBe('still here');
  });

  it('is refused when too many wait in its lane, whatever waits in another', async () => {
    const most = lanes.members.maxWaiting + 1;
    const runs = Array.from({ length: most }, (_, index) => run('echo', index, patient));
    expect(await failureOf(run('echo', 'one too many', patient))).toBe('busy');
    expect(await run('echo', 'elsewhere', { ...patient, lane: 'mail' })).toBe('elsewhere');
    expect(await Promise.all(runs)).toHaveLength(most);
    expect(await run('echo', 'room again', patient)).toBe('room again');
  });

  it('is done while another lane is held up', async () => {
    let isHeldUp = true;
    const heldUp = failureOf(run('spin', null, { lane: 'mail', timeoutMs: 120_000 })).finally(() => {
      isHeldUp = false;
    });
    expect(await run('echo', 'meanwhile', { ...patient, lane: 'editor' })).toBe('meanwhile');
    expect(isHeldUp).toBe(true);
    await stopIsolated();
    expect(await heldUp).toBe('stopped');
    connectIsolatedTasks('tests/unit/hostile-tasks.ts');
  });

  it('fails at once when its file cannot be loaded', async () => {
    await stopIsolated();
    connectIsolatedTasks('tests/unit/there-is-no-such-file.ts');
    expect(await failureOf(run('echo', 1, patient))).toContain('there-is-no-such-file');
    await stopIsolated();
    connectIsolatedTasks('tests/unit/hostile-tasks.ts');
    expect(await run('echo', 'loaded', patient)).toBe('loaded');
  });

  it('is refused once the process stops, running or waiting', async () => {
    const results = ['hang', 'echo'].map((task) => failureOf(run(task, null, patient)));
    // What waits begins in a later turn: both are in hand when this one ends.
    await run('echo', 1, { ...patient, lane: 'editor' });
    await stopIsolated();
    expect(await Promise.all(results)).toEqual(['stopped', 'stopped']);
    expect(await failureOf(run('echo', 1, patient))).toBe('stopped');
    connectIsolatedTasks('tests/unit/hostile-tasks.ts');
  });
});
