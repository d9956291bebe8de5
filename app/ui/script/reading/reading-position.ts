/** How far down the screen a heading may stand for its section to be what is read. */
const readLine = 0.4;

/** Told once one rests there: who flies over a text is not at each of its headings. */
const restMs = 1_500;

/** Tells the site at which heading of a text its reader is, so that they go on there on any device; what fails is told by the next. */
export function followReader(text: HTMLElement): void {
  const headings = [...text.querySelectorAll<HTMLElement>('h2[id]')];
  let resting: ReturnType<typeof setTimeout> | undefined;
  let isWaiting = false;

  function tell(): void {
    clearTimeout(resting);
    isWaiting = false;
    if (!text.isConnected) return;
    const here = headings.findLast((heading) => heading.getBoundingClientRect().top < innerHeight * readLine);
    const { keptAt = '', piece = '', heading: told } = text.dataset;
    if (!here || here.id === told) return;
    text.dataset.heading = here.id;
    const body = new URLSearchParams({ piece, heading: here.id });
    fetch(keptAt, { method: 'POST', body, keepalive: true }).catch(() => {});
  }

  document.addEventListener(
    'scroll',
    () => {
      clearTimeout(resting);
      isWaiting = true;
      resting = setTimeout(tell, restMs);
    },
    { passive: true },
  );
  const leave = () => {
    if (isWaiting) tell();
  };
  addEventListener('pagehide', leave);
  document.addEventListener('visibilitychange', leave);
}
