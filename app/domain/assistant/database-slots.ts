/** So many answers of one process ask the database at once; others wait, so that pages find connections too. */
const maxConcurrent = 4;

let active = 0;
const queue: (() => void)[] = [];

/**
 * Does a short piece of work on the database when it is its turn: hundreds of answers that end at once would else each wait for a
 * connection until they give up. Turns are not taken within turns.
 */
export async function withDatabaseSlot<T>(work: () => Promise<T>): Promise<T> {
  if (active >= maxConcurrent) await new Promise<void>((resolve) => queue.push(resolve));
  else active += 1;
  try {
    return await work();
  } finally {
    const next = queue.shift();
    // Who comes next takes over the place.
    if (next) next();
    else active -= 1;
  }
}
