/** The longest that the first pause before a connection is opened again may be, and any, in milliseconds; the shortest is half of that. */
const firstPause = 10_000;
const lastPause = 120_000;

/** What is done when something is heard, by the names of the events. */
type Listeners = Record<string, (event: MessageEvent) => void>;

/**
 * Hears events until it is ended. A browser opens a connection again that broke, but gives up for good where the site answers anything
 * else, as it does while its database is away: then it is opened again here, after pauses that grow, and differ from page to page.
 * @returns what ends it
 */
export function hearSteadily(address: string, listeners: Listeners): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let refusals = 0;
  let close = () => {};
  const open = () => {
    const source = new EventSource(address);
    let isWanted = true;
    close = () => {
      isWanted = false;
      source.close();
    };
    source.addEventListener('open', () => {
      refusals = 0;
    });
    source.addEventListener('error', () => {
      if (!isWanted || source.readyState !== EventSource.CLOSED) return;
      const pause = Math.min(lastPause, firstPause * 2 ** refusals);
      refusals += 1;
      timer = setTimeout(open, pause * (1 - Math.random() / 2));
    });
    for (const [kind, hear] of Object.entries(listeners))
      source.addEventListener(kind, hear as EventListener);
  };
  open();
  return () => {
    clearTimeout(timer);
    close();
  };
}
