import { element } from '#app/ui/script/offline/elements.ts';
import { deleteChange, saveChange, type WaitingChange } from '#app/ui/script/offline/outbox/entries.ts';

const buttonClass =
  'inline-flex min-h-11 cursor-pointer items-center justify-center rounded-control border border-line-strong bg-surface px-4 py-2 text-sm font-semibold hover:border-accent hover:text-accent';

const boxId = 'note-conflict';

/**
 * Shows what somebody wrote without a connection above their note as it was saved elsewhere since: they choose one, or both. Nothing is
 * deleted before that.
 * @param send sends what waits
 */
export function showConflict(change: WaitingChange, send: () => Promise<unknown>): void {
  const form = document.querySelector<HTMLFormElement>('form[data-offline="note"]');
  const note = form?.elements.namedItem('note');
  // A page that was saved itself does not know what was written elsewhere.
  if (!form || !(note instanceof HTMLTextAreaElement) || document.documentElement.dataset.copy) return;
  if (document.getElementById(boxId)) return;
  const offlineText = new URLSearchParams(change.body).get('note') ?? '';
  const elsewhere = note.defaultValue;
  const box = element('div', 'mb-4 grid gap-3 rounded-card border border-warn bg-warn-soft p-4 sm:p-5');
  box.id = boxId;
  box.role = 'group';
  box.ariaLabel = 'Two versions of your note';
  // It waits as a change of the note that is there now, until that has arrived.
  const save = async (text: string) => {
    const { problem: _, ...rest } = change;
    const fields = new FormData(form);
    fields.set('note', text);
    fields.set('intent', text.trim() === '' ? 'delete_note' : 'note');
    await saveChange({ ...rest, body: String(new URLSearchParams(fields as never)) });
    await send();
    location.reload();
  };
  const button = (label: string, act: () => unknown) => {
    const control = element('button', buttonClass, label);
    control.type = 'button';
    control.onclick = () => void act();
    return control;
  };
  const discard = async () => {
    await deleteChange(change);
    box.remove();
    note.focus();
  };
  box.append(
    element('p', 'font-semibold', 'You changed this note offline, and it was also changed somewhere else.'),
    version('What you wrote offline', offlineText),
    version('What’s saved in your account', elsewhere),
    element(
      'div',
      'flex flex-wrap gap-2',
      button('Use what I wrote offline', () => save(offlineText)),
      button('Keep both', () => save([elsewhere, offlineText].filter(Boolean).join('\n\n'))),
      button('Keep what’s saved', discard),
    ),
  );
  form.before(box);
}

function version(label: string, text: string): HTMLElement {
  const words = element(
    'p',
    'rounded-control border border-line bg-surface p-3 text-base whitespace-pre-line wrap-anywhere text-ink',
    text || 'No note',
  );
  words.dir = 'auto';
  return element('div', 'grid gap-1', element('p', 'text-sm font-semibold', label), words);
}
