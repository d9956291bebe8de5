import { onPress } from '#app/ui/script/on-press.ts';

/** Buttons that open and close dialogs (`commandfor`, `command`), for browsers that know no such buttons yet. */
export function followCommands(): void {
  if ('commandForElement' in HTMLButtonElement.prototype) return;
  onPress('button[commandfor]', (button) => {
    const dialog = document.getElementById(button.getAttribute('commandfor') ?? '');
    if (!(dialog instanceof HTMLDialogElement)) return;
    if (button.getAttribute('command') === 'close') dialog.close();
    else dialog.showModal();
  });
}
