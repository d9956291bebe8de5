type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const isTickable = (control: Control): control is HTMLInputElement =>
  control.type === 'checkbox' || control.type === 'radio';

/** Identifies a control in markup that React has rendered again. */
const keyOf = (control: Control) =>
  [
    control.form?.id,
    control.form?.action,
    control.name || control.id,
    control.type,
    isTickable(control) && control.value,
  ].join('\n');

/** The page's controls by their keys; of those that look alike, each has a key of its own by its place. */
function findControls(): Map<string, Control> {
  const controls = new Map<string, Control>();
  for (const control of document.querySelectorAll<Control>('input:not([type=hidden]), textarea, select')) {
    let key = keyOf(control);
    while (controls.has(key)) key += '+';
    controls.set(key, control);
  }
  return controls;
}

/** What somebody typed, ticked or chose, in a form that can be compared. */
function stateOf(control: Control): string {
  if (isTickable(control)) return `${control.checked}`;
  if (control instanceof HTMLSelectElement)
    return [...control.options].map(({ selected }) => Number(selected)).join('');
  return control.value;
}

/** Copies what was typed, ticked or chosen to the control's replacement, with the events that typing there would have sent. */
function copyState(from: Control, to: Control): void {
  if (isTickable(from) && isTickable(to)) to.checked = from.checked;
  else if (from instanceof HTMLSelectElement && to instanceof HTMLSelectElement)
    for (const [index, option] of [...to.options].entries())
      option.selected = from.options[index]?.selected ?? option.selected;
  else if (from.type === 'file') (to as HTMLInputElement).files = (from as HTMLInputElement).files;
  else to.value = from.value;
  for (const type of ['input', 'change']) to.dispatchEvent(new Event(type, { bubbles: true }));
}

/** Moves the focus to the control's replacement, with the same text selected. */
function moveFocus(from: Control, to: Control): void {
  to.focus({ preventScroll: true });
  if (from instanceof HTMLSelectElement || to instanceof HTMLSelectElement) return;
  try {
    to.setSelectionRange(from.selectionStart, from.selectionEnd, from.selectionDirection ?? undefined);
  } catch {
    // Fields for numbers, dates and email addresses do not support selections.
  }
}

/**
 * Remembers the page's form controls before React hydrates it. When something else has changed the page by then, such as a translation,
 * React replaces it with a new one, whose forms are empty. The replaced controls still hold what was typed, up to the last letter.
 * @returns a function that copies it over, to be called when React has replaced the page.
 */
export function keepTypedText(): () => void {
  const controls = findControls();
  const address = location.href;
  let focused: EventTarget | null = document.activeElement;
  document.addEventListener('focusin', ({ target }) => {
    focused = target;
  });
  document.addEventListener('focusout', ({ target }) => {
    // A control that is removed from the page loses the focus too, but nobody has left it.
    queueMicrotask(() => {
      if (focused === target && target instanceof Node && target.isConnected) focused = null;
    });
  });
  return () => {
    // Another page may have the same fields.
    if (location.href !== address) controls.clear();
    const replacements = findControls();
    for (const [key, original] of controls) {
      const replacement = replacements.get(key);
      if (original.isConnected || !replacement) continue;
      if (stateOf(original) !== stateOf(replacement)) copyState(original, replacement);
      if (focused === original) moveFocus(original, replacement);
    }
  };
}
