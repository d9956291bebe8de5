// Applies the filter of a list at once (app/ui/list-filter.tsx). Without it the form's button does.

import { forAPart } from '#app/ui/script/partial-page.ts';

/** So long nobody has to have typed before the list is asked for, in milliseconds. */
const pauseMs = 350;

/** Serves a filter's form (`data-script`). */
export function begin(part: HTMLElement): void {
  const form = part.querySelector('form');
  if (!form) return;
  let pause = 0;
  let asking: AbortController | null = null;

  const apply = async () => {
    clearTimeout(pause);
    asking?.abort();
    asking = new AbortController();
    const query = new URLSearchParams();
    for (const [name, value] of new FormData(form))
      if (typeof value === 'string' && value.trim() !== '') query.append(name, value);
    // The attribute: a field of the form may be called "action". It may name a place on the page.
    const url = new URL(form.getAttribute('action') ?? '', location.href);
    url.search = String(query);
    const address = `${url.pathname}${url.search}${url.hash}`;
    try {
      const answer = await fetch(address, { headers: forAPart, signal: asking.signal });
      // Somebody whose session has ended is led on by the page itself.
      if (!answer.ok || answer.redirected) return location.assign(address);
      show(new DOMParser().parseFromString(await answer.text(), 'text/html'));
      history.replaceState(history.state, '', address);
    } catch {
      // The connection failed, or more was chosen meanwhile: the button still works.
    }
  };

  const show = (page: Document) => {
    for (const shown of document.querySelectorAll('[data-filtered]')) {
      const fresh = page.getElementById(shown.id);
      if (fresh) shown.replaceWith(document.adoptNode(fresh));
      else shown.replaceChildren();
    }
    const status = part.querySelector('[data-filter-status]');
    const result = document.querySelector('[data-filtered] tfoot, [data-filtered] [data-empty]');
    if (status) status.textContent = result?.textContent ?? '';
  };

  form.addEventListener('change', ({ target }) => {
    if (target instanceof HTMLSelectElement || (target instanceof HTMLInputElement && target.type === 'date'))
      void apply();
  });
  form.addEventListener('input', ({ target }) => {
    if (!(target instanceof HTMLInputElement) || !['text', 'search'].includes(target.type)) return;
    clearTimeout(pause);
    pause = window.setTimeout(() => void apply(), pauseMs);
  });
  form.addEventListener('submit', () => clearTimeout(pause));
  // What was chosen or typed while this was loading.
  if (isChanged(form)) void apply();
}

/** Whether a form holds something else than the page was made with. */
const isChanged = ({ elements }: HTMLFormElement): boolean =>
  [...elements].some((control) =>
    control instanceof HTMLSelectElement
      ? [...control.options].some(({ selected, defaultSelected }) => selected !== defaultSelected)
      : control instanceof HTMLInputElement && control.value !== control.defaultValue,
  );
