/** People whose stories are told at the same time: while some wait for the database, others go on. */
const atOnce = 4;

/** Does something with each of a list, some of them at a time, begun in their order. */
export async function someAtATime<T>(list: readonly T[], work: (each: T) => Promise<void>): Promise<void> {
  const waiting = list.values();
  // What one takes off the list, the others do not see.
  const worker = async () => {
    for (const each of waiting) await work(each);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}
