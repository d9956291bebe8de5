import { focusFirstError } from '#app/ui/script/first-error.ts';

/** A form that got no answer in this time can be sent again. */
const patienceMs = 15_000;

/** Forms on their way, each with what takes its button back. */
const onTheirWay = new Map<HTMLFormElement, () => void>();

/**
 * A form that is posted is sent once, and its button says so meanwhile by the words of its `data-pending`. It keeps the focus, which a
 * disabled button would drop. What React sends by itself is left to React.
 */
export function markSubmitting(): void {
  // On the window, so that whoever prevents it has done so before.
  window.addEventListener('submit', (event) => {
    const { target: form, submitter } = event;
    if (event.defaultPrevented || !(form instanceof HTMLFormElement) || form.method !== 'post') return;
    if (onTheirWay.has(form)) {
      event.preventDefault();
      return;
    }
    onTheirWay.set(form, submitter ? markPending(submitter) : () => {});
    setTimeout(release, patienceMs, form);
    // A page that React keeps is not to be exchanged under it.
    if ('replaces' in form.dataset && !('__reactRouterContext' in window)) {
      event.preventDefault();
      void sendAndReplace(form, submitter);
    }
  });
  // A page that comes back from the browser's memory has nothing on its way any more.
  window.addEventListener('pageshow', () => {
    for (const form of onTheirWay.keys()) release(form);
  });
}

function markPending(button: HTMLElement): () => void {
  const words = [...button.childNodes];
  const { pending } = button.dataset;
  if (pending) button.replaceChildren(pending);
  button.ariaDisabled = 'true';
  return () => {
    button.replaceChildren(...words);
    button.ariaDisabled = null;
  };
}

function release(form: HTMLFormElement): void {
  onTheirWay.get(form)?.();
  onTheirWay.delete(form);
}

/**
 * Sends a form whose page is to leave no trace in the history once it is done (`data-replaces`): browsers keep the page of every form
 * that they send themselves. Where it goes on then stands in the form's own field, which the server has checked.
 */
async function sendAndReplace(form: HTMLFormElement, submitter: HTMLElement | null): Promise<void> {
  const fields = new FormData(form, submitter);
  const body = new URLSearchParams([...fields].map(([name, value]) => [name, String(value)]));
  try {
    const answer = await fetch(location.href, { method: 'POST', body, redirect: 'manual' });
    if (answer.type === 'opaqueredirect') location.replace(String(fields.get('redirectTo')));
    else show(await answer.text());
  } catch {
    // The browser tells best what is wrong with the connection.
    form.submit();
  }
}

/** Puts the page that was answered in place of this one. */
function show(page: string): void {
  const { title, body } = new DOMParser().parseFromString(page, 'text/html');
  document.title = title;
  document.body.replaceWith(body);
  scrollTo(0, 0);
  focusFirstError();
}
