/** The first pause before the site is asked for again, and the longest, in milliseconds. */
const firstPause = 2_000;
const longestPause = 60_000;

/** Whether the site answers now, with whatever it has to say. */
export async function isReachable(signal?: AbortSignal): Promise<boolean> {
  try {
    const answer = await fetch('/meta.json', { cache: 'no-store', ...(signal ? { signal } : {}) });
    return answer.ok;
  } catch {
    return false;
  }
}

/** Waits for `ms` milliseconds, for the browser to say that it is online, or for `signal`, whichever comes first. */
const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      window.removeEventListener('online', end);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    window.addEventListener('online', end);
    signal.addEventListener('abort', end);
  });

/**
 * Waits until the site answers: asks at once when the browser says that it is online, and otherwise after pauses that double, up to a
 * minute.
 * @returns whether it answers; false once `signal` is aborted
 */
export async function untilReachable(signal: AbortSignal): Promise<boolean> {
  for (let pauseMs = firstPause; !signal.aborted; pauseMs = Math.min(pauseMs * 2, longestPause)) {
    await pause(pauseMs, signal);
    if (!signal.aborted && (await isReachable(signal))) return !signal.aborted;
  }
  return false;
}
