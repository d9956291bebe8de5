declare module '#app/platform/workers/tasks.ts' {
  interface IsolatedTasks {
    /** The first `most` of these words that no dictionary has, each with what may have been meant. */
    'check-spelling': { input: { words: string[]; most: number }; output: string[] };
  }
}

export {};
