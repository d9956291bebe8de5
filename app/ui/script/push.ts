import { onPress } from '#app/ui/script/on-press.ts';

/** The button that turns notifications on in this browser (`data-push`): what it does is loaded when it is pressed. */
export function turnOnPush(): void {
  onPress<HTMLButtonElement>('[data-push]', (button) => {
    void import(/* @vite-ignore */ button.dataset.push ?? '').then(({ toggle }) => toggle(button));
  });
}
