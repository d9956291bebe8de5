/**
 * The tasks that run in a thread of their own, by name: what each takes and gives, both such as `structuredClone` copies. Whoever has one
 * declares it here by `declare module`; `app/program/isolated-tasks.server.ts` does not compile while it is not implemented there.
 */
// biome-ignore lint/suspicious/noEmptyInterface: others add to it
export interface IsolatedTasks {}

export type TaskName = keyof IsolatedTasks & string;
export type InputOf<Name extends TaskName> = IsolatedTasks[Name] extends { input: infer Input }
  ? Input
  : never;
export type OutputOf<Name extends TaskName> = IsolatedTasks[Name] extends { output: infer Output }
  ? Output
  : never;

/** What does each task, in its thread. */
export type TaskHandlers = {
  readonly [Name in TaskName]: (input: InputOf<Name>) => OutputOf<Name> | Promise<OutputOf<Name>>;
};
