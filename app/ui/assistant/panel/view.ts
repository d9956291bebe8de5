import { element } from '#app/ui/assistant/panel/element.ts';

export const fieldClass =
  'min-h-11 w-full resize-none rounded-control border border-line-strong bg-surface px-3 py-2 text-base text-ink disabled:bg-sunken disabled:text-muted';
const buttonClass =
  'inline-flex min-h-11 cursor-pointer items-center justify-center rounded-control border px-4 text-sm font-semibold disabled:cursor-default disabled:opacity-65';
export const primary = `${buttonClass} border-transparent bg-accent text-on-accent hover:bg-accent-strong`;
const secondary = `${buttonClass} border-line-strong bg-surface hover:border-accent hover:text-accent`;
const quiet =
  'inline-flex min-h-11 min-w-11 cursor-pointer items-center justify-center rounded-control text-sm font-semibold text-accent no-underline hover:bg-sunken';

/** The panel's elements. */
export function makeView() {
  const list = element('div', {
    role: 'log',
    'aria-label': 'Conversation',
    tabIndex: 0,
    className:
      'grid max-h-[300px] grid-cols-1 content-start gap-4 overflow-y-auto overscroll-contain px-4 py-3 text-sm wrap-anywhere',
  });
  const status = element('p', { role: 'status', className: 'px-4 text-sm text-muted empty:hidden' });
  const problem = element('p', {
    role: 'alert',
    className:
      'mx-4 rounded-control border border-danger bg-danger-soft px-3 py-2 text-sm text-danger empty:hidden',
  });
  const limit = element('p', { className: 'px-4 text-sm text-muted empty:hidden' });
  const suggestions = element('div', { className: 'flex flex-wrap gap-2 px-4 empty:hidden' });
  const input = element('textarea', {
    id: 'assistant-message',
    rows: 2,
    maxLength: 2000,
    dir: 'auto',
    required: true,
    className: fieldClass,
  });
  const ask = element('button', { type: 'submit', className: primary }, 'Ask');
  const stop = element('button', { type: 'button', className: secondary, hidden: true }, 'Stop');
  const form = element(
    'form',
    { className: 'grid gap-2 border-t border-line p-4' },
    element('label', { htmlFor: 'assistant-message', className: 'text-sm font-semibold' }, 'Your question'),
    input,
    element('div', { className: 'flex items-center gap-2' }, ask, stop),
  );
  const fresh = element('button', { type: 'button', className: quiet }, 'New');
  const page = element('a', { href: '/assistant', className: `${quiet} px-2` }, 'Full page');
  const close = element(
    'button',
    { type: 'button', className: quiet, 'aria-label': 'Close the assistant' },
    '\u2715',
  );
  const heading = element('h2', { id: 'assistant-title', className: 'grow text-lg' }, 'Assistant');
  const panel = element(
    'div',
    {
      id: 'assistant-panel',
      role: 'dialog',
      'aria-labelledby': 'assistant-title',
      className:
        'no-print fixed right-4 bottom-4 z-30 flex max-h-[calc(100dvh-2rem)] w-[min(24rem,calc(100vw-2rem))] flex-col gap-2 overflow-y-auto rounded-card border border-line-strong bg-paper shadow-float',
    },
    element(
      'div',
      { className: 'flex items-center gap-1 border-b border-line py-1 pr-1 pl-4' },
      heading,
      fresh,
      page,
      close,
    ),
    list,
    suggestions,
    status,
    problem,
    limit,
    form,
  );
  return { panel, list, status, problem, limit, suggestions, form, input, ask, stop, fresh, page, close };
}

export type View = ReturnType<typeof makeView>;

/** A message in the list, to be filled. */
export function addMessage(list: HTMLElement, sender: 'user' | 'ai'): HTMLElement {
  const isOwn = sender === 'user';
  const message = element(
    'div',
    {
      dir: isOwn ? 'auto' : '',
      className: isOwn
        ? 'max-w-[85%] justify-self-end whitespace-pre-line rounded-card rounded-br-sm bg-accent-soft px-3 py-2'
        : 'grid grid-cols-1 gap-3',
    },
    element('span', { className: 'sr-only' }, isOwn ? 'You asked:' : 'The assistant:'),
  );
  list.append(message);
  return message;
}

/** A question that is asked by pressing it. */
export const suggestion = (question: string) =>
  element(
    'button',
    { type: 'button', className: `${secondary} py-2 text-start`, dir: 'auto', value: question },
    question,
  );
