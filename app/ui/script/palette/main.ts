// The command palette: goes to a page, a course or, for admins, a person by a few letters. All of it is reached by links and searches
// without scripts.

import { findTargets, type TargetGroup } from '#app/ui/script/palette/targets.ts';

/** So long nobody has to have typed before the site is asked, in milliseconds. */
const pauseMs = 120;

const optionClass =
  'grid min-h-11 content-center rounded-control px-3 py-1.5 no-underline hover:bg-sunken aria-selected:bg-accent-soft aria-selected:outline-2 aria-selected:-outline-offset-2 aria-selected:outline-accent';

function element(name: string, className: string, text = ''): HTMLElement {
  const node = document.createElement(name);
  node.className = className;
  node.textContent = text;
  return node;
}

/** The groups as a list's children; options are numbered through. */
function groupElements(groups: readonly TargetGroup[]): HTMLElement[] {
  let number = 0;
  return groups.map(({ title, targets }, index) => {
    const group = element('div', 'py-1');
    const heading = element('p', 'px-3 py-1 text-xs font-semibold text-muted', title);
    heading.id = `palette-group-${index}`;
    group.setAttribute('role', 'group');
    group.setAttribute('aria-labelledby', heading.id);
    group.append(heading);
    for (const { path, title: name, note } of targets) {
      const option = element('a', optionClass);
      option.id = `palette-${number}`;
      number += 1;
      option.tabIndex = -1;
      option.setAttribute('href', path);
      option.setAttribute('role', 'option');
      option.setAttribute('aria-selected', 'false');
      const line = element('span', 'wrap-anywhere', name);
      line.dir = 'auto';
      option.append(line);
      if (note) option.append(element('span', 'text-sm text-muted wrap-anywhere', note));
      group.append(option);
    }
    return group;
  });
}

/** Opens the palette over the page; closed, the focus goes back to where it was. */
export function openPalette(): void {
  const dialog = document.createElement('dialog');
  dialog.className =
    'mx-auto mt-[10vh] mb-auto w-[calc(100%-2rem)] max-w-xl rounded-card border border-line-strong bg-surface p-0 text-ink shadow-float';
  dialog.setAttribute('aria-label', 'Go to');
  const box = document.createElement('input');
  Object.assign(box, { type: 'text', autocomplete: 'off', maxLength: 100, spellcheck: false });
  box.className =
    'min-h-13 w-full rounded-t-card border-0 border-b border-line bg-surface px-4 text-lg placeholder:text-muted';
  box.placeholder = 'Page, course or person';
  box.dir = 'auto';
  const list = element('div', 'max-h-[55vh] overflow-y-auto p-1');
  list.id = 'palette-list';
  list.setAttribute('role', 'listbox');
  list.setAttribute('aria-label', 'Results');
  const status = element('p', 'sr-only');
  status.setAttribute('role', 'status');
  const attributes = {
    role: 'combobox',
    'aria-label': 'Go to',
    'aria-autocomplete': 'list',
    'aria-controls': list.id,
    'aria-expanded': 'true',
  };
  for (const [name, value] of Object.entries(attributes)) box.setAttribute(name, value);
  dialog.append(box, list, status);

  let asking: AbortController | null = null;
  let pause = 0;
  const options = () => [...list.querySelectorAll<HTMLElement>('[role=option]')];
  const current = () => list.querySelector<HTMLElement>('[aria-selected=true]');
  const select = (option: HTMLElement | undefined) => {
    current()?.setAttribute('aria-selected', 'false');
    option?.setAttribute('aria-selected', 'true');
    option?.scrollIntoView({ block: 'nearest' });
    if (option) box.setAttribute('aria-activedescendant', option.id);
    else box.removeAttribute('aria-activedescendant');
  };
  const ask = async () => {
    asking?.abort();
    asking = new AbortController();
    try {
      list.replaceChildren(...groupElements(await findTargets(box.value, asking.signal)));
      const count = options().length;
      select(options()[0]);
      status.textContent = count === 0 ? 'Nothing found.' : count === 1 ? '1 result.' : `${count} results.`;
    } catch {
      // More was typed meanwhile, or the connection failed: what is shown stays.
    }
  };

  box.addEventListener('input', () => {
    clearTimeout(pause);
    pause = window.setTimeout(() => void ask(), pauseMs);
  });
  box.addEventListener('keydown', (event) => {
    if (event.isComposing) return;
    if (event.key === 'Enter') {
      event.preventDefault();
      current()?.click();
    }
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    const all = options();
    const at = all.indexOf(current() as HTMLElement);
    select(all.at((at + (event.key === 'ArrowDown' ? 1 : -1)) % Math.max(1, all.length)));
  });
  // A press beside it closes it.
  dialog.addEventListener('click', ({ target }) => {
    if (target === dialog) dialog.close();
  });
  // A link within the page of React does not load another: the palette goes by itself.
  list.addEventListener('click', () => setTimeout(() => dialog.close()));
  dialog.addEventListener('close', () => {
    clearTimeout(pause);
    asking?.abort();
    dialog.remove();
  });
  document.body.append(dialog);
  dialog.showModal();
  void ask();
}
