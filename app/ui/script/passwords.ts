import { onPress } from '#app/ui/script/on-press.ts';

type Button = HTMLButtonElement;

/**
 * The buttons that show what stands in a password field (`data-shows`, with the field's label). A form that is sent hides it again, lest
 * the browser remembers it as an ordinary word.
 */
export function showPasswords(): void {
  onPress<Button>('[data-shows]', (button) => setShown(button, fieldOf(button)?.type === 'password'));
  window.addEventListener('submit', ({ target }) => {
    const buttons = target instanceof Element ? target.querySelectorAll<Button>('[data-shows]') : [];
    for (const button of buttons) setShown(button, false);
  });
}

function fieldOf(button: Button): HTMLInputElement | null {
  const field = document.getElementById(button.getAttribute('aria-controls') ?? '');
  return field instanceof HTMLInputElement ? field : null;
}

function setShown(button: Button, isShown: boolean): void {
  const field = fieldOf(button);
  const [word] = button.children;
  const status = button.nextElementSibling;
  if (!field || !word || !status) return;
  field.type = isShown ? 'text' : 'password';
  word.textContent = isShown ? 'Hide' : 'Show';
  status.textContent = isShown ? `${button.dataset.shows}: shown` : '';
}
