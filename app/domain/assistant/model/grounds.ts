import type { Citation } from '#app/domain/assistant/reply.ts';

/** What a sentence of an answer may rest on. */
export interface Ground {
  citation: Citation;
  /** What it says, as a model is shown it. */
  text: string;
  /** Told from the member's own data, not from the library. */
  isOwn: boolean;
}

/** The grounds of one answer, numbered as they are found; a place that is found again keeps its number. */
export class Grounds {
  readonly #byNumber = new Map<number, Ground>();

  /** Takes in a ground and tells its number. */
  add(ground: Omit<Ground, 'citation'> & { citation: Omit<Citation, 'number'> }): number {
    for (const [number, { citation, text }] of this.#byNumber)
      if (citation.path === ground.citation.path && text === ground.text) return number;
    const number = this.#byNumber.size + 1;
    this.#byNumber.set(number, { ...ground, citation: { ...ground.citation, number } });
    return number;
  }

  get(number: number): Ground | undefined {
    return this.#byNumber.get(number);
  }

  get all(): Ground[] {
    return [...this.#byNumber.values()];
  }
}
