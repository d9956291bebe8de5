import type pg from 'pg';

/** How many connections each area has; who finds none left waits for one of the area's own. */
export class AreaSlots {
  readonly #most: number;
  readonly #areas = new Map<string, { count: number; waiting: (() => void)[] }>();

  constructor(most: number) {
    this.#most = most;
  }

  /** Resolves once the area may have one more connection. @returns what gives that back. */
  async enter(area: string): Promise<() => void> {
    const slots = this.#areas.get(area) ?? { count: 0, waiting: [] };
    this.#areas.set(area, slots);
    if (slots.count < this.#most) slots.count += 1;
    else await new Promise<void>((next) => slots.waiting.push(next));
    let isLeft = false;
    return () => {
      if (isLeft) return;
      isLeft = true;
      const next = slots.waiting.shift();
      if (next) return next();
      slots.count -= 1;
      if (slots.count === 0) this.#areas.delete(area);
    };
  }

  /** Whether an area has all that it may have. */
  isFull = (area: string): boolean => (this.#areas.get(area)?.count ?? 0) >= this.#most;

  countWaiting(): number {
    return [...this.#areas.values()].reduce((sum, { waiting }) => sum + waiting.length, 0);
  }

  /** Gives a place back when the connection is. */
  release(client: pg.PoolClient, leave: () => void): void {
    const { release } = client;
    client.release = (error) => {
      leave();
      release(error);
    };
  }
}
