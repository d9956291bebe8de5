import { areKeysOn, switchKeys } from '#app/ui/script/keys/single-keys.ts';

const keys = [
  ['j', 'Next row'],
  ['k', 'Previous row'],
  ['x', 'Select the row, or deselect it'],
  ['Enter', 'Open the row'],
  ['Ctrl K', 'Go to a page, a course or a person'],
  ['?', 'Show these keys'],
] as const;

const buttonClass =
  'inline-flex min-h-11 cursor-pointer items-center rounded-control border border-line-strong bg-surface px-4 text-sm font-semibold hover:border-accent hover:text-accent';

function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  className: string,
  ...children: (string | Node)[]
): HTMLElementTagNameMap[Name] {
  const node = document.createElement(name);
  if (className) node.className = className;
  node.append(...children);
  return node;
}

/** Shows which keys there are, with a button that switches single keys off or on. Focus goes back to where it was. */
export function showKeys(): void {
  const title = element('h2', 'text-xl', 'Keyboard shortcuts');
  title.id = 'keys-title';
  const list = element('dl', 'grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-4 gap-y-2 text-sm');
  for (const [key, what] of keys)
    list.append(
      element(
        'dt',
        '',
        element('kbd', 'rounded border border-line-strong bg-sunken px-1.5 py-0.5 text-xs', key),
      ),
      element('dd', '', what),
    );
  const toggle = element('button', buttonClass);
  const close = element('button', buttonClass, 'Close');
  const status = element('p', 'text-sm text-muted');
  status.setAttribute('role', 'status');
  toggle.type = 'button';
  close.type = 'button';
  const name = () => {
    toggle.textContent = areKeysOn() ? 'Turn single keys off' : 'Turn single keys on';
  };
  name();
  toggle.addEventListener('click', () => {
    switchKeys(!areKeysOn());
    name();
    status.textContent = areKeysOn() ? 'Single keys are on.' : 'Single keys are off in this browser.';
  });
  const dialog = element(
    'dialog',
    'm-auto w-[calc(100%-2rem)] max-w-md rounded-card border border-line bg-surface p-5 text-ink shadow-float',
    element('div', 'grid gap-4', title, list, status, element('div', 'flex flex-wrap gap-2', toggle, close)),
  );
  dialog.setAttribute('aria-labelledby', title.id);
  close.addEventListener('click', () => dialog.close());
  dialog.addEventListener('close', () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
