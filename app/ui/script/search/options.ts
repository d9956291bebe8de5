import type { SuggestedPiece } from '#app/ui/script/search/answer.ts';

const optionClass =
  'grid min-h-11 content-center gap-0.5 px-4 py-2 no-underline hover:bg-sunken aria-selected:bg-sunken aria-selected:outline-2 aria-selected:-outline-offset-2 aria-selected:outline-accent';

/** The suggestions as options of the list with this id, each a link; the last one searches for what was typed. */
export function optionsOf(listId: string, typed: string, pieces: readonly SuggestedPiece[]): HTMLElement[] {
  const rows = pieces.map(({ path, title, note }) => ({
    href: path,
    text: title.map(({ text, isHit }) =>
      isHit ? newElement('mark', text, 'rounded-sm bg-marker px-0.5 text-ink') : text,
    ),
    note,
  }));
  const all = {
    href: `/search?${new URLSearchParams({ q: typed })}`,
    text: [`Search for “${typed.trim()}”`],
    note: '',
  };
  return [...rows, all].map(({ href, text, note }, index) => {
    const option = Object.assign(document.createElement('a'), {
      id: `${listId}-${index}`,
      href,
      tabIndex: -1,
      className: optionClass,
    });
    option.setAttribute('role', 'option');
    option.setAttribute('aria-selected', 'false');
    const name = newElement('span', '', 'wrap-anywhere');
    name.append(...text);
    option.append(name);
    if (note) option.append(newElement('span', note, 'text-sm text-muted'));
    return option;
  });
}

function newElement(tag: string, text: string, className = ''): HTMLElement {
  const element = document.createElement(tag);
  element.textContent = text;
  element.dir = 'auto';
  if (className) element.className = className;
  return element;
}
