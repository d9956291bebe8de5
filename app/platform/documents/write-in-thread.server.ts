import { IsolatedTaskError, runIsolated } from '#app/platform/runtime/workers/isolated-tasks.server.ts';
import type { InputOf, IsolatedTasks, TaskName } from '#app/platform/runtime/workers/tasks.ts';

/** Tasks that make a file. */
type DrawingTask = {
  [Name in TaskName]: IsolatedTasks[Name] extends { output: Uint8Array } ? Name : never;
}[TaskName];

/** A document cannot be made now, and can be later. */
export class DocumentsBusy extends Error {}

/** The first one in Chinese takes a few seconds. */
const timeoutMs = 60_000;

/**
 * Makes a document in a thread of its own: its fonts depend on what people call themselves, and shaping and cutting them takes up to a
 * second in which nobody else would be served. @throws {DocumentsBusy}
 */
export async function writeInThread<Name extends DrawingTask>(
  task: Name,
  input: InputOf<Name>,
): Promise<Buffer> {
  try {
    const bytes = (await runIsolated(task, input, { lane: 'documents', timeoutMs })) as Uint8Array;
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  } catch (error) {
    if (error instanceof IsolatedTaskError) throw new DocumentsBusy(error.message);
    throw error;
  }
}
