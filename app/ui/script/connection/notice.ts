/** A button of a notice. */
interface Action {
  label: string;
  isMain?: boolean;
  act(): void;
}

const buttonClass =
  'inline-flex min-h-11 cursor-pointer items-center rounded-control border px-4 py-2 font-semibold';

function draw({ label, isMain, act }: Action): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = label;
  button.className = isMain
    ? `${buttonClass} border-transparent bg-accent text-on-accent hover:bg-accent-strong`
    : `${buttonClass} border-transparent text-accent hover:bg-accent-soft`;
  button.onclick = act;
  return button;
}

/**
 * Shows a notice about the connection at the window's lower edge, in place of the one before. It stands at the end of the page, so that
 * it covers nothing once one has scrolled there.
 * @returns what takes it away
 */
export function showNotice(place: HTMLElement, text: string, actions: readonly Action[] = []): () => void {
  const focused = place.contains(document.activeElement);
  const bar = place.querySelector<HTMLElement>('[role="status"]') ?? document.createElement('div');
  bar.role = 'status';
  bar.className = 'sticky bottom-0 z-20 border-t border-line-strong bg-surface text-ink shadow-float';
  bar.replaceChildren();
  place.append(bar);
  const inside = document.createElement('div');
  inside.className = 'page flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3 text-sm';
  const words = document.createElement('p');
  words.className = 'min-w-0 flex-1 basis-64 wrap-anywhere';
  words.textContent = text;
  const buttons = document.createElement('div');
  buttons.className = 'flex flex-wrap gap-2';
  buttons.append(...actions.map(draw));
  inside.append(words, buttons);
  // A status is read out when something comes into one that is there.
  bar.append(inside);
  if (focused) buttons.querySelector('button')?.focus();
  return () => bar.remove();
}
