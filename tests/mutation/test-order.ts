import { alone } from '#tests/alone.ts';

/** A test's file, by Stryker's name of the test. */
export const fileOf = (testId: string): string => testId.slice(0, testId.indexOf('#'));

/** So many of the tests that noticed the last changes of a file are asked before all others. */
const likely = 2;

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);

/** Which tests are the likeliest to notice a change, and the quickest. */
export class TestOrder {
  readonly #durations: Map<string, number>;
  /** The tests that noticed changes of a file, the latest first. */
  readonly #noticed = new Map<string, string[]>();

  /** How long each test took by itself, in milliseconds. */
  constructor(durations: Map<string, number>) {
    this.#durations = durations;
  }

  durationOf(testId: string): number {
    return this.#durations.get(testId) ?? 0;
  }

  noticed(testId: string, changedFile: string): void {
    const before = this.#noticed.get(changedFile) ?? [];
    this.#noticed.set(changedFile, [testId, ...before.filter((id) => id !== testId)]);
  }

  /**
   * The tests in the order to ask them in, by file: those that noticed the last changes of the changed file alone; then the rules' own
   * tests, then the files that have noticed most of its changes, and then the quick ones. Files with a process of their own come last.
   */
  groups(testIds: string[], changedFile: string): string[][] {
    const noticed = (this.#noticed.get(changedFile) ?? []).filter((id) => testIds.includes(id));
    const first = noticed.slice(0, likely);
    const files = Map.groupBy(
      testIds.filter((id) => !first.includes(id)),
      fileOf,
    );
    const rank = ([file, ids]: [string, string[]]) => [
      Number(alone.includes(file)),
      Number(!file.startsWith('app/')),
      -noticed.filter((id) => fileOf(id) === file).length,
      sum(ids.map((id) => this.durationOf(id))),
    ];
    const sorted = [...files]
      .map((entry) => ({ ids: entry[1], rank: rank(entry) }))
      .sort((a, b) => a.rank.map((value, at) => value - (b.rank[at] ?? 0)).find((value) => value !== 0) ?? 0);
    return [...Map.groupBy(first, fileOf).values(), ...sorted.map(({ ids }) => ids)];
  }
}
