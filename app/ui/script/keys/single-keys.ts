/** Where the browser remembers that somebody wants no single keys. */
const storedAs = 'list-keys';

/** Whether single keys do something in lists; each browser can switch them off (WCAG 2.1.4). */
export function areKeysOn(): boolean {
  try {
    return localStorage.getItem(storedAs) !== 'off';
  } catch {
    return true;
  }
}

export function switchKeys(isOn: boolean): void {
  try {
    localStorage.setItem(storedAs, isOn ? 'on' : 'off');
  } catch {
    // Nothing can be remembered here.
  }
}

/** Where somebody types, or where keys mean something else; on a box to tick they mean nothing. */
const elsewhere =
  'input:not([type=checkbox]), textarea, select, summary, [contenteditable], dialog, [role=listbox], [data-assistant]';

/** Whether an event is a key pressed by itself, where nobody types. */
export const isSingleKey = (event: KeyboardEvent): boolean =>
  !event.defaultPrevented &&
  !event.isComposing &&
  !event.repeat &&
  !(event.ctrlKey || event.metaKey || event.altKey) &&
  !(event.target instanceof Element && event.target.closest(elsewhere)) &&
  !document.querySelector('dialog[open]');
