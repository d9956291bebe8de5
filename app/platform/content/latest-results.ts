/** The results of the latest inputs, a few of them: what is kept beyond `most` is the newest. Each caller gets a copy of its own. */
interface LatestResults<T> {
  get(input: string): { result: T } | undefined;
  set(input: string, result: T): void;
}

/** Keeps results that are plain data by the text they were made of. */
export function keepLatest<T>(most: number): LatestResults<T> {
  const results = new Map<string, T>();
  return {
    get(input) {
      return results.has(input) ? { result: structuredClone(results.get(input) as T) } : undefined;
    },
    set(input, result) {
      results.delete(input);
      results.set(input, result);
      const [oldest] = results.keys();
      if (results.size > most && oldest !== undefined) results.delete(oldest);
    },
  };
}
