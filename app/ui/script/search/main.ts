// Proposes pieces under a search box while somebody types. Without it the box leads to the search's page, as Enter does with it.

import type { SuggestionsAnswer } from '#app/ui/script/search/answer.ts';
import { optionsOf } from '#app/ui/script/search/options.ts';

/** So long nobody has to have typed before the site is asked, in milliseconds. */
const pauseMs = 120;
const minLetters = 2;

const listClass =
  'absolute top-full right-0 z-40 mt-1 max-h-[70vh] w-full min-w-[min(20rem,calc(100vw-2rem))] overflow-y-auto rounded-card border border-line-strong bg-surface py-1 shadow-lg';

/** Serves a search (`data-script`) with one box in it. */
export function begin(part: HTMLElement): void {
  const box = part.querySelector<HTMLInputElement>('input[type="search"]');
  if (!box?.form) return;
  const { form } = box;
  const list = Object.assign(document.createElement('div'), { className: listClass, hidden: true });
  list.id = `suggested-${crypto.randomUUID?.() ?? Math.random().toString(36).slice(2)}`;
  list.setAttribute('role', 'listbox');
  list.setAttribute('aria-label', 'Suggestions');
  const status = Object.assign(document.createElement('p'), { className: 'sr-only' });
  status.setAttribute('role', 'status');
  form.append(list, status);
  box.setAttribute('role', 'combobox');
  box.setAttribute('aria-autocomplete', 'list');
  box.setAttribute('aria-controls', list.id);
  box.setAttribute('aria-expanded', 'false');
  box.autocomplete = 'off';

  let answered = '';
  let asking: AbortController | null = null;
  let pause = 0;
  const current = () => list.querySelector<HTMLElement>('[aria-selected="true"]');
  const select = (option: Element | null | undefined) => {
    current()?.setAttribute('aria-selected', 'false');
    option?.setAttribute('aria-selected', 'true');
    option?.scrollIntoView({ block: 'nearest' });
    if (option) box.setAttribute('aria-activedescendant', option.id);
    else box.removeAttribute('aria-activedescendant');
  };
  const show = (isShown: boolean) => {
    list.hidden = !isShown;
    box.setAttribute('aria-expanded', String(isShown));
    if (!isShown) select(null);
  };
  const close = () => {
    clearTimeout(pause);
    asking?.abort();
    show(false);
    status.textContent = '';
  };
  const ask = async () => {
    const typed = box.value;
    asking?.abort();
    asking = new AbortController();
    try {
      const answer = await fetch(`/search/suggestions?${new URLSearchParams({ q: typed })}`, {
        signal: asking.signal,
      });
      if (!answer.ok) return show(false);
      const { pieces } = (await answer.json()) as SuggestionsAnswer;
      answered = typed;
      select(null);
      list.replaceChildren(...optionsOf(list.id, typed, pieces));
      show(pieces.length > 0 && document.activeElement === box);
      status.textContent =
        pieces.length === 0
          ? 'No suggestions.'
          : pieces.length === 1
            ? '1 suggestion. Use the arrow keys.'
            : `${pieces.length} suggestions. Use the arrow keys.`;
    } catch {
      // The connection failed, or more was typed: the box works as it does without suggestions.
    }
  };
  const listen = () => {
    clearTimeout(pause);
    if (Array.from(box.value.trim()).length < minLetters) return close();
    pause = window.setTimeout(() => void ask(), pauseMs);
  };

  box.addEventListener('input', listen);
  box.addEventListener('keydown', (event) => {
    const { key } = event;
    if (event.isComposing) return;
    if (key === 'Escape' && !list.hidden) {
      event.preventDefault();
      return close();
    }
    if (key === 'Enter') {
      const chosen = list.hidden ? null : current();
      if (!chosen) return close();
      event.preventDefault();
      return chosen.click();
    }
    if (key !== 'ArrowDown' && key !== 'ArrowUp') return;
    if (list.hidden) {
      if (list.childElementCount === 0 || answered !== box.value) return;
      show(true);
    }
    event.preventDefault();
    const options = [...list.children];
    const at = options.indexOf(current() ?? list);
    // Past either end is the box itself.
    const next = key === 'ArrowDown' ? at + 1 : at < 0 ? options.length - 1 : at - 1;
    select(options[next]);
  });
  // A press on a suggestion must not take the focus from the box first, which would close them.
  list.addEventListener('pointerdown', (event) => event.preventDefault());
  box.addEventListener('blur', close);
  if (box.value !== box.defaultValue) listen();
}
