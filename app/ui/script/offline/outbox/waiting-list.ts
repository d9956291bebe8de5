import { dayAndTime, element } from '#app/ui/script/offline/elements.ts';
import { deleteChange, type WaitingChange } from '#app/ui/script/offline/outbox/entries.ts';

const buttonClass =
  'relative inline-flex min-h-11 cursor-pointer items-center rounded-control px-3 text-sm font-semibold text-accent hover:bg-accent-soft';

/** What somebody did, in their words. */
function describe({ kind, body }: WaitingChange): string {
  const fields = new URLSearchParams(body);
  if (kind === 'complete') return 'Completed';
  if (kind === 'read') return fields.get('intent') === 'read' ? 'Marked as read' : 'Marked as not read';
  if (kind === 'tick') return fields.get('ticked') === '' ? 'Unchecked an item' : 'Checked an item';
  return fields.get('intent') === 'delete_note' ? 'Deleted your note' : 'Wrote a note';
}

const states = {
  waiting: 'We’ll send it when you’re back online.',
  conflict: 'Your note was changed in two places. Open the page online to compare them.',
  refused: 'This couldn’t be saved to your account.',
};

function drawChange(change: WaitingChange): HTMLElement {
  const [name = change.page] = change.title.split(' | ');
  const link = element('a', 'font-semibold no-underline hover:text-accent', name);
  link.href = change.page;
  const item = element(
    'li',
    'grid gap-0.5 border-line px-4 py-3.5 wrap-anywhere not-first:border-t sm:px-5',
    element('p', '', `${describe(change)}: `, link),
    element('p', 'text-sm text-muted', `${dayAndTime(change.at)}. ${states[change.problem ?? 'waiting']}`),
  );
  const text = change.kind === 'note' && change.problem ? new URLSearchParams(change.body).get('note') : null;
  if (text) {
    const words = element('p', 'mt-1 rounded-control bg-sunken p-3 text-sm whitespace-pre-line', text);
    words.dir = 'auto';
    item.append(words);
  }
  if (change.problem === 'refused') {
    const discard = element('button', `${buttonClass} -ml-3 justify-self-start`, 'Discard it');
    discard.type = 'button';
    discard.onclick = async () => {
      await deleteChange(change);
      item.remove();
    };
    item.append(discard);
  }
  return item;
}

/** What was changed without a connection and is not in the account yet. */
export function drawChanges(changes: readonly WaitingChange[]): HTMLElement {
  const heading = element('h2', 'text-2xl', 'Not sent yet');
  heading.id = 'not-sent';
  const list = element(
    'ul',
    'grid grid-cols-1 overflow-hidden rounded-card border border-line bg-surface',
    ...changes.map(drawChange),
  );
  const section = element('section', 'grid gap-4', heading, list);
  section.setAttribute('aria-labelledby', heading.id);
  return section;
}
