import { areKeysOn, isSingleKey } from '#app/ui/script/keys/single-keys.ts';
import { showKeys } from '#app/ui/script/work-list/keys-dialog.ts';

const rowsIn = (list: Element) => [...list.querySelectorAll<HTMLElement>('tbody tr, [data-row]')];

/** What the focus goes to in a row: its first link, else its box. Enter opens the link by itself. */
const targetIn = (row: Element | undefined) =>
  row?.querySelector<HTMLElement>('th a') ?? row?.querySelector<HTMLElement>('a, input.row-tick');

/** Goes a row further, or back; from elsewhere to the first row. */
function move(list: Element, step: 1 | -1): void {
  const rows = rowsIn(list);
  const at = rows.findIndex((row) => row.contains(document.activeElement));
  const target = targetIn(at < 0 ? rows[0] : rows[at + step]);
  target?.focus();
  target?.closest('tr, [data-row]')?.scrollIntoView({ block: 'nearest' });
}

const actions: Record<string, (list: Element) => void> = {
  j: (list) => move(list, 1),
  k: (list) => move(list, -1),
  x: (list) =>
    rowsIn(list)
      .find((row) => row.contains(document.activeElement))
      ?.querySelector<HTMLInputElement>('input.row-tick')
      ?.click(),
};

/** The keys of the list in which the focus is, or else of the page's first. They rest while somebody types, and can be switched off. */
function onKey(event: KeyboardEvent): void {
  if (!isSingleKey(event)) return;
  const lists = [...document.querySelectorAll('.work-list')];
  const list = lists.find((each) => each.contains(document.activeElement)) ?? lists[0];
  if (!list) return;
  if (event.key === '?' && areKeysOn()) {
    event.preventDefault();
    showKeys();
    return;
  }
  if (event.shiftKey || !areKeysOn()) return;
  const act = actions[event.key];
  if (!act) return;
  event.preventDefault();
  act(list);
}

let isListening = false;

/** Adds the keys of lists to the page, once. */
export function addListKeys(): void {
  if (isListening) return;
  isListening = true;
  document.addEventListener('keydown', onKey);
  document.addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest('[data-shows-keys]')) showKeys();
  });
}
