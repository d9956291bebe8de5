/** A video's player takes the focus from the button in whose place it comes. */
export function focusPlayers(): void {
  // The event stays at its element: it is caught on its way there.
  document.addEventListener(
    'toggle',
    ({ target }) => {
      if (target instanceof HTMLDetailsElement && target.open)
        target.querySelector<HTMLElement>(':scope > iframe')?.focus();
    },
    true,
  );
}
