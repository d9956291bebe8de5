/** Calls `act` when something within an element that matches `selector` is pressed, now or whenever it comes to the page. */
export function onPress<Pressed extends HTMLElement>(
  selector: string,
  act: (pressed: Pressed, event: MouseEvent) => void,
): void {
  document.addEventListener('click', (event) => {
    const pressed = event.target instanceof Element && event.target.closest<Pressed>(selector);
    if (pressed) act(pressed, event);
  });
}
