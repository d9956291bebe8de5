import { onPress } from '#app/ui/script/on-press.ts';

/** The script that plays decks (app/ui/script/deck). */
type Player = typeof import('#app/ui/script/deck/main.ts');

/**
 * What has a script of its own (`data-player`): it is loaded when the page has nothing to do, and that of a deck of slides (`.deck`) when it
 * is to be played.
 */
export function loadDecks(): void {
  onPress('.deck-play', (button) => {
    const deck = button.closest<HTMLElement>('.deck');
    if (deck) void start(deck);
  });
  // A page that always has something to do waits no longer than this.
  const atRest = (work: () => void) =>
    'requestIdleCallback' in window ? requestIdleCallback(work, { timeout: 4_000 }) : setTimeout(work, 1_500);
  let isWaiting = false;
  const look = () => {
    if (isWaiting) return;
    isWaiting = true;
    atRest(() => {
      isWaiting = false;
      for (const deck of document.querySelectorAll<HTMLElement>('[data-player]:not([data-ready])'))
        void prepare(deck);
    });
  };
  look();
  // Those that React brings later, too.
  new MutationObserver(look).observe(document.documentElement, { childList: true, subtree: true });
}

async function prepare(deck: HTMLElement): Promise<ReturnType<Player['prepare']> | undefined> {
  deck.dataset.ready = '';
  try {
    const player: Player = await import(/* @vite-ignore */ deck.dataset.player ?? '');
    return player.prepare(deck);
  } catch {
    // It is tried again when it is asked for.
    return undefined;
  }
}

async function start(deck: HTMLElement): Promise<void> {
  deck.dataset.loading = '';
  const film = await prepare(deck);
  delete deck.dataset.loading;
  film?.start();
}
