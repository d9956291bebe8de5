declare module '#app/platform/runtime/workers/tasks.ts' {
  interface IsolatedTasks {
    /** What each text means, as unit vectors one after the other. */
    'encode-texts': { input: readonly string[]; output: Float32Array<ArrayBuffer> };
    /** Which of these words, in lower case, are English or the site's own. */
    'known-words': { input: readonly string[]; output: string[] };
  }
}

export {};
