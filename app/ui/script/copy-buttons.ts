import { onPress } from '#app/ui/script/on-press.ts';

/** The buttons that copy: a field's text (`data-copies` names the field) or the template they stand at (`.copy-button`). */
export function copyOnPress(): void {
  onPress('[data-copies]', (button) => void copyField(button));
  onPress('.copy-button', (button) => void copyTemplate(button));
  document.addEventListener('focusin', ({ target }) => {
    if (target instanceof HTMLInputElement && 'selects' in target.dataset) target.select();
  });
}

/** Where the browser refuses, the text is at least selected. */
async function copyField({ dataset }: HTMLElement): Promise<void> {
  const field = document.getElementById(dataset.copies ?? '');
  if (!(field instanceof HTMLInputElement)) return;
  if (!(await copy(field.value))) return field.focus();
  const status = document.getElementById(`${field.id}-said`);
  if (status) status.textContent = dataset.copied ?? '';
}

async function copyTemplate(button: HTMLElement): Promise<void> {
  const text = button.closest('.prose');
  const template = button.closest('.copyable')?.querySelector('pre');
  if (!text || !template) return;
  const isCopied = await copy(template.textContent);
  if (!isCopied) getSelection()?.selectAllChildren(template);
  for (const other of text.querySelectorAll('.copy-button')) other.textContent = 'Copy';
  button.textContent = isCopied ? 'Copied' : 'Selected';
  const status = text.nextElementSibling;
  if (status)
    status.textContent = isCopied
      ? 'Copied to the clipboard.'
      : 'The text is selected. Copy it with your keyboard or menu.';
}

async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
