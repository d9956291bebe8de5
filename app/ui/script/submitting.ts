import { noteSending } from '#app/ui/script/before-react.ts';
import { firstError, focusFirstError } from '#app/ui/script/first-error.ts';
import { formErrorClass } from '#app/ui/script/form-error-class.ts';

/** Forms on their way, with what makes them ready to be sent again. */
const onTheirWay = new Map<HTMLFormElement, () => void>();

/** Forms that the browser is to send after all. */
const nativeForms = new WeakSet<HTMLFormElement>();

/**
 * Sends the forms that are posted, each once at a time. The button says so meanwhile by the words of its `data-pending`; it keeps the
 * focus, which a disabled button would drop. A form that was not answered stays with all that was typed. What React sends by itself is
 * left to React.
 */
export function sendForms(): void {
  // On the window, so that whoever prevents it has done so before.
  window.addEventListener('submit', (event) => {
    const { target: form, submitter } = event;
    if (event.defaultPrevented || !(form instanceof HTMLFormElement) || form.method !== 'post') return;
    // What opens a tab of its own leaves this page as it is.
    if (nativeForms.has(form) || event.submitter?.hasAttribute('formtarget')) return;
    event.preventDefault();
    if (onTheirWay.has(form)) return;
    noteSending(true);
    const restore = markPending(submitter);
    const release = () => {
      restore();
      onTheirWay.delete(form);
      noteSending(onTheirWay.size > 0);
    };
    onTheirWay.set(form, release);
    void send(form, submitter, release);
  });
  // A page that comes back from the browser's memory has nothing on its way any more; one that has just been loaded may have.
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) for (const release of onTheirWay.values()) release();
  });
}

function markPending(button: HTMLElement | null): () => void {
  const words = [...(button?.childNodes ?? [])];
  const { pending } = button?.dataset ?? {};
  if (!button || !pending) return () => {};
  button.replaceChildren(pending);
  button.ariaDisabled = 'true';
  return () => {
    button.replaceChildren(...words);
    button.ariaDisabled = null;
  };
}

async function send(
  form: HTMLFormElement,
  submitter: HTMLElement | null,
  release: () => void,
): Promise<void> {
  document.getElementById('unsent')?.remove();
  const filled = new FormData(form, submitter);
  let answer: Response;
  let text: string;
  try {
    answer = await fetch(form.getAttribute('action') ?? location.href, {
      method: 'POST',
      // Without files it is a list of names and values.
      body: form.enctype.startsWith('m') ? filled : new URLSearchParams(filled as never),
      // A redirect is told in a header: a script that follows one sees only what is at its end.
      headers: { Accept: 'text/html', 'X-Form': 'script' },
    });
    text = await answer.text();
  } catch {
    release();
    // A script that keeps it says so itself (app/ui/script/offline/outbox).
    if (dispatchEvent(new CustomEvent('unsent', { cancelable: true, detail: { from: form, body: filled } })))
      tellUnsent(form, submitter, 'The connection failed.');
    return;
  }
  const to = answer.headers.get('X-Location');
  if (to !== null) return go(to, 'replaces' in form.dataset);
  const page = new DOMParser().parseFromString(text, 'text/html');
  release();
  if (answer.status >= 500 && !firstError(page))
    return tellUnsent(form, submitter, 'Something went wrong on our side.');
  // A page that React keeps is not to be exchanged under it: the browser sends the form, and is answered as the script was.
  if ('__reactRouterContext' in window) {
    nativeForms.add(form);
    return form.requestSubmit(submitter);
  }
  document.title = page.title;
  document.body.replaceWith(page.body);
  scrollTo(0, 0);
  focusFirstError();
}

/** Leads on, with or without this page in the history. */
function go(to: string, isReplaced: boolean): void {
  const { href, hash } = new URL(to, location.href);
  if (isReplaced) location.replace(href);
  else location.assign(href);
  // Where only the place within this page is another, the browser would not load it anew.
  if (hash && location.href === href) location.reload();
}

function tellUnsent(form: HTMLFormElement, submitter: HTMLElement | null, what: string): void {
  const message = document.createElement('div');
  message.id = 'unsent';
  message.role = 'alert';
  message.className = formErrorClass;
  message.textContent = `${what} Everything on this page is kept: please try again.`;
  // Before something in any case, by which its place is found again (before-react.ts).
  (submitter ?? form.lastElementChild)?.before(message);
}
