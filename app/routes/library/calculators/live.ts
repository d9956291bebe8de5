// Reckons while one types, by the same sums as the server, on the page that the server has made.

import { findSum, queryOf, reckon } from '#app/domain/learning/calculators/calculations.ts';

/** Serves the form of a calculator (`data-calculator`); its result stands in the element with the id "result". */
export function begin(form: HTMLElement): void {
  const sum = findSum(form.dataset.calculator ?? '');
  const result = document.getElementById('result');
  if (!(form instanceof HTMLFormElement) || !sum || !result) return;
  const typed = (): Record<string, string> =>
    Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)]));
  const fill = (part: string, texts: readonly string[]) => {
    for (const [at, place] of result.querySelectorAll(`[data-${part}]`).entries())
      place.textContent = texts[at] ?? '';
  };
  const show = (isTold: boolean) => {
    const now = typed();
    const { result: found, errors } = reckon(sum, now);
    for (const name of Object.keys(sum.inputs)) tell(form, name, errors?.[name], isTold);
    result.dataset.stale = found ? 'false' : 'true';
    for (const kept of document.querySelectorAll<HTMLFormElement>('form[data-keeps]')) {
      kept.hidden = !found;
      kept.setAttribute('action', `${location.pathname}?${queryOf(sum, now)}`);
    }
    if (!found) return;
    document.getElementById('no-result')?.remove();
    result.hidden = false;
    fill('figure', found.figures);
    fill('step', found.steps);
    fill('meaning', [found.meaning]);
  };
  // What is wrong is said when somebody leaves the field, not while they are still typing.
  form.addEventListener('input', () => show(false));
  form.addEventListener('change', () => {
    show(true);
    history.replaceState(history.state, '', `?${queryOf(sum, typed())}`);
  });
  show(false);
}

/** Says what is wrong with a field, or, as soon as it is right, nothing any more. */
function tell(form: HTMLFormElement, name: string, error: string | undefined, isTold: boolean): void {
  const field = form.elements.namedItem(name);
  if (!(field instanceof HTMLInputElement)) return;
  const place = document.getElementById(`${field.id}-error`);
  if (!place || (error && !isTold)) return;
  place.textContent = error ?? '';
  place.hidden = !error;
  if (error) field.setAttribute('aria-invalid', 'true');
  else field.removeAttribute('aria-invalid');
  const described = [error ? place.id : '', document.getElementById(`${field.id}-hint`)?.id ?? ''];
  field.setAttribute('aria-describedby', described.join(' ').trim());
}
