/** Where the browser remembers that somebody wants no keys. */
const storedAs = 'lesson-keys';

const isOff = () => {
  try {
    return localStorage.getItem(storedAs) === 'off';
  } catch {
    return false;
  }
};

/** Where somebody types, or where keys mean something else. */
const elsewhere = 'input, textarea, select, [contenteditable], dialog, .deck, [data-assistant]';

const ways: Record<string, { selector: string; none: string }> = {
  n: { selector: 'main a[rel=next]', none: 'This is the last module.' },
  p: { selector: 'main a[rel=prev]', none: 'This is the first module.' },
  c: { selector: '#progress form button', none: 'This module is completed.' },
};

const say = (words: string) => {
  const line = document.querySelector('[data-keys] [role=status]');
  if (line) line.textContent = words;
};

function onKey(event: KeyboardEvent): void {
  const { target, key } = event;
  const way = ways[key.toLowerCase()];
  if (!way || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.repeat)
    return;
  // Where nothing says that there are keys, there are none.
  if (!document.querySelector('[data-keys]')?.checkVisibility() || isOff()) return;
  if (document.querySelector('dialog[open]')) return;
  if (target instanceof Element && target.closest(elsewhere)) return;
  const link = document.querySelector<HTMLElement>(way.selector);
  say(link?.textContent ?? way.none);
  link?.click();
}

function showState(): void {
  for (const keys of document.querySelectorAll<HTMLElement>('[data-keys]')) {
    keys.dataset.keys = isOff() ? 'off' : 'on';
    const button = keys.querySelector('button');
    if (button) button.textContent = isOff() ? 'Switch keys on' : 'Switch keys off';
  }
}

let isListening = false;

/**
 * The keys of a lesson: previous, next, complete. They say what they do, rest while somebody types, and can be switched off
 * (WCAG 2.1.4), which this browser remembers.
 */
export function addKeys(): void {
  showState();
  if (isListening) return;
  isListening = true;
  document.addEventListener('keydown', onKey);
  document.addEventListener('click', ({ target }) => {
    if (!(target instanceof Element) || !target.closest('[data-keys] button')) return;
    try {
      localStorage.setItem(storedAs, isOff() ? 'on' : 'off');
    } catch {
      // Nothing can be remembered here.
    }
    showState();
    say(isOff() ? 'Keys are off.' : 'Keys are on.');
  });
}
