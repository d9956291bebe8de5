/** What is asked for: a write of somebody, a member's page, a visitor's page, a page's open stream. */
export type Kind = 'write' | 'member' | 'visitor' | 'stream';

interface Outcome {
  kind: Kind;
  /** 0 where no answer came, or not all of it. */
  status: number;
  isGood: boolean;
  /** When the answer was there, in milliseconds. */
  at: number;
}

/** What was answered during one case. */
export class Tally {
  readonly startedAt = performance.now();
  readonly failures = new Map<string, number>();
  #endedAt: number | undefined;
  readonly #outcomes: Outcome[] = [];

  record(kind: Kind, status: number, isGood: boolean, what: string): void {
    this.#outcomes.push({ kind, status, isGood, at: performance.now() });
    if (isGood) return;
    const text = `${what}: ${status || 'no answer'}`;
    this.failures.set(text, (this.failures.get(text) ?? 0) + 1);
  }

  close(): void {
    this.#endedAt = performance.now();
  }

  get requests(): number {
    return this.#outcomes.length;
  }

  countStatus(status: number): number {
    return this.#outcomes.filter((outcome) => outcome.status === status).length;
  }

  /** Answers that were no success and neither 500 nor 503: connections cut, a balancer's own refusals. */
  countOther(): number {
    return this.#outcomes.filter(({ isGood, status }) => !isGood && status !== 500 && status !== 503).length;
  }

  /** The longest time in which no answer of a kind was good, in seconds. */
  longestGap(kind: Kind): number {
    const good = this.#outcomes.filter((outcome) => outcome.kind === kind && outcome.isGood);
    const moments = [this.startedAt, ...good.map(({ at }) => at), this.#endedAt ?? performance.now()];
    let longest = 0;
    for (const [index, moment] of moments.entries())
      longest = Math.max(longest, moment - (moments[index - 1] ?? moment));
    return longest / 1000;
  }
}
