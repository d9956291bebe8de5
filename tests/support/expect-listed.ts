import { expect } from 'vitest';

interface List {
  /** The file that holds the list. */
  file: string;
  /** The list's name in that file. */
  list: string;
  /** What the line of a missing name looks like. */
  line: (name: string) => string;
}

/** Compares the names in the code with a list that is kept by hand. A failure says which lines to add to which file, or to remove. */
export function expectListed(names: Iterable<string>, listed: Iterable<string>, { file, list, line }: List) {
  const [actual, entries] = [new Set(names), new Set(listed)];
  const missing = [...actual].filter((name) => !entries.has(name));
  const stale = [...entries].filter((name) => !actual.has(name));
  const changes = [
    ...missing.map((name) => `Add to ${list} in ${file}: ${line(name)}`),
    ...stale.map((name) => `Remove from ${list} in ${file}, as it is gone: ${name}`),
  ];
  expect(changes, changes.join('\n')).toEqual([]);
}
