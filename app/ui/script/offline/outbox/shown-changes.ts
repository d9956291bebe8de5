import { element } from '#app/ui/script/offline/elements.ts';
import type { ChangeKind, WaitingChange } from '#app/ui/script/offline/outbox/entries.ts';
import { forAPart } from '#app/ui/script/partial-page.ts';

const messageId = 'waiting-change';

/** Says beside a form's button what became of a change; of a box, in the checklist's own status. */
export function sayBeside(from: HTMLElement, kind: ChangeKind, text: string): void {
  if (kind === 'tick') {
    const status = document.querySelector('#ticked [role="status"]');
    if (status) status.textContent = text;
    return;
  }
  document.getElementById(messageId)?.remove();
  const message = element(
    'p',
    'w-full rounded-control border border-warn bg-warn-soft px-4 py-3 text-sm font-medium text-warn',
  );
  message.id = messageId;
  message.role = 'status';
  const button = from.querySelector('button[type="submit"]');
  (button ?? from.lastElementChild)?.before(message);
  // A status is read out when something comes into one that is there.
  message.textContent = text;
}

/** The form of the page that a change was made in. */
function formOf({ kind, action }: WaitingChange): HTMLFormElement | undefined {
  const pathOf = (form: HTMLFormElement) =>
    new URL(form.getAttribute('action') || location.pathname, location.href).pathname;
  return [...document.querySelectorAll<HTMLFormElement>(`form[data-offline="${kind}"]`)].find(
    (form) => pathOf(form) === action,
  );
}

function tick(form: HTMLFormElement, fields: URLSearchParams): void {
  const box = fields.get('box');
  for (const item of form.elements) {
    if (!(item instanceof HTMLInputElement) || item.type !== 'checkbox') continue;
    if (box !== null && item.name !== box) continue;
    item.checked = box === null ? fields.has(item.name) : fields.get('ticked') === '1';
    // As if it had come so: the checklist's own script sends what differs.
    item.defaultChecked = item.checked;
  }
}

/** Shows a change that waits on the page on which it was made. */
export function showWaiting(change: WaitingChange): void {
  const form = formOf(change);
  if (!form || change.problem) return;
  const fields = new URLSearchParams(change.body);
  if (change.kind === 'tick') tick(form, fields);
  const note = change.kind === 'note' && form.elements.namedItem('note');
  // What somebody has typed since stays.
  if (note instanceof HTMLTextAreaElement && note.value === note.defaultValue)
    note.value = fields.get('intent') === 'note' ? (fields.get('note') ?? '') : '';
  sayBeside(form, change.kind, 'Saved on this device. We’ll send it when you’re back online.');
}

/** Says on their page that changes could not be saved as they are. */
export function showProblems(changes: readonly WaitingChange[]): void {
  for (const change of changes) {
    const form = change.page === location.pathname && formOf(change);
    if (!form) continue;
    const text =
      change.problem === 'conflict'
        ? 'This note was also changed somewhere else. Both versions are safe.'
        : 'This couldn’t be saved to your account.';
    sayBeside(form, change.kind, text);
  }
}

/** Says on their page that changes are saved, and has its forms send what they are about now. */
export async function showSent(changes: readonly WaitingChange[]): Promise<void> {
  const shown = changes.filter(({ page }) => page === location.pathname);
  for (const change of shown) {
    const form = formOf(change);
    if (form) sayBeside(form, change.kind, 'Saved to your account.');
  }
  if (!shown.some(({ kind }) => kind === 'note')) return;
  const answer = await fetch(location.href, { headers: forAPart });
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
  const fresh = page.querySelector<HTMLInputElement>('form[data-offline="note"] [name="noted"]');
  const own = document.querySelector<HTMLInputElement>('form[data-offline="note"] [name="noted"]');
  if (fresh && own) own.value = fresh.value;
}
