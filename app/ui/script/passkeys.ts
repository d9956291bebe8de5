import { onPress } from '#app/ui/script/on-press.ts';

/** The buttons that ask for a passkey, or make one (`data-passkey` is the script that does): it is loaded when one is pressed. */
export function askPasskeys(): void {
  onPress<HTMLButtonElement>('[data-passkey]', (button, event) => {
    // The form is sent by this very button once the browser has signed.
    event.preventDefault();
    void import(/* @vite-ignore */ button.dataset.passkey ?? '').then(({ ask }) => ask(button));
  });
}
