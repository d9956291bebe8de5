/** So many answers of one process ask the database at once; others wait, so that pages find connections too. */
const most = 4;

let busy = 0;
const waiting: (() => void)[] = [];

/**
 * Does a short piece of work on the database when it is its turn: hundreds of answers that end at once would else each wait for a
 * connection until they give up. Turns are not taken within turns.
 */
export async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (busy >= most) await new Promise<void>((resolve) => waiting.push(resolve));
  else busy += 1;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    // Who comes next takes over the place.
    if (next) next();
    else busy -= 1;
  }
}
