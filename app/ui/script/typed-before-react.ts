// Loaded only when React has replaced the page, so that other pages don't pay for it.

/** What the page consisted of when hydration began. */
export interface PageAsSent {
  /** What stood in its body. React removes these elements when it replaces the page. */
  elements: readonly Element[];
  /** What had the focus last. */
  focused: EventTarget | null;
}

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const isTickable = (control: Control): control is HTMLInputElement =>
  control.type === 'checkbox' || control.type === 'radio';

/** Identifies a control in markup that React has rendered again. */
const controlKey = (control: Control) =>
  [
    control.form?.id,
    control.form?.action,
    control.name || control.id,
    control.type,
    isTickable(control) && control.value,
  ].join('\n');

/** The controls within these elements by their keys; of those that look alike, each has a key of its own by its place. */
function findControls(elements: Iterable<Element>): Map<string, Control> {
  const controls = new Map<string, Control>();
  for (const element of elements)
    for (const control of element.querySelectorAll<Control>('input:not([type=hidden]), textarea, select')) {
      let key = controlKey(control);
      while (controls.has(key)) key += '+';
      controls.set(key, control);
    }
  return controls;
}

/** Whether somebody has typed into a replacement already: that is newer. */
const isTypedIn = (control: Control) =>
  !isTickable(control) && !(control instanceof HTMLSelectElement) && control.value !== control.defaultValue;

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
 * Copies what was typed, ticked and chosen on the page to the one that React has replaced it with, whose forms are empty, along with the
 * focus and the selected text. React replaces a page that something else has changed before hydration, such as a translation. The
 * removed controls still hold what was typed, up to the last letter.
 */
export function restoreTyped({ elements, focused }: PageAsSent): void {
  const replacements = findControls([...document.body.children]);
  for (const [key, original] of findControls(elements)) {
    const replacement = replacements.get(key);
    if (original.isConnected || !replacement || isTypedIn(replacement)) continue;
    if (stateOf(original) !== stateOf(replacement)) copyState(original, replacement);
    // Somebody may have gone on meanwhile.
    if (focused === original && document.activeElement === document.body) moveFocus(original, replacement);
  }
}
