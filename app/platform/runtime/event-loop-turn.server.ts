/** Who waits for a turn, the longest first. */
const waiting: (() => void)[] = [];
let isTaken = false;

function next(): void {
  const go = waiting.shift();
  if (go) setImmediate(next);
  else isTaken = false;
  go?.();
}

/**
 * Waits for one's turn to do something that takes the process a while, such as a page: one at each round of its loop, in the order in
 * which they ask. Answers of the database come in bunches. If all of one bunch are worked on before the process looks up again, what has
 * come in meanwhile waits for the whole bunch, one request much longer than the next, and the database has nothing to do.
 * @returns undefined where nobody has had a turn in this round
 */
export function waitForTurn(): Promise<void> | undefined {
  if (isTaken) return new Promise((resolve) => waiting.push(resolve));
  isTaken = true;
  setImmediate(next);
  return undefined;
}
