import { onPress } from '#app/ui/script/on-press.ts';

/** The buttons that have a script of their own (`data-press` is its address), which does it all: it is loaded when one is pressed. */
export function loadPressed(): void {
  onPress<HTMLButtonElement>('[data-press]', (button, event) => {
    event.preventDefault();
    void import(/* @vite-ignore */ button.dataset.press ?? '').then(({ press }) => press(button));
  });
}
