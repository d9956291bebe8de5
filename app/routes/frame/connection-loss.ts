/** A request of this browser's that came to nobody: browsers say so by a TypeError, each in its own words. */
export const isConnectionLoss = (error: unknown): boolean =>
  typeof document !== 'undefined' &&
  error instanceof TypeError &&
  /failed to fetch|load failed|network/i.test(error.message);
