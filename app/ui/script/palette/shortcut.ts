// Ctrl K, or Command K, opens the command palette, whose script is loaded then and not before.

type Palette = { openPalette(): void };

let isListening = false;

/** Serves the element that names the palette's script (`data-palette`); loaded when the page has nothing to do. */
export function prepare(place: HTMLElement): void {
  if (isListening) return;
  isListening = true;
  document.addEventListener('keydown', (event) => {
    const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
    if (key.toLowerCase() !== 'k' || ctrlKey === metaKey || altKey || shiftKey || event.isComposing) return;
    if (document.querySelector('dialog[open]')) return;
    event.preventDefault();
    import(/* @vite-ignore */ place.dataset.palette ?? '').then(
      ({ openPalette }: Palette) => openPalette(),
      // The connection failed: the search page is what it would have shown.
      () => location.assign('/search'),
    );
  });
}
