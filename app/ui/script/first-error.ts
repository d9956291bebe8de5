/** What is wrong with a refused form: the message above it or, without one, the first such field. */
export const firstError = (page: Document): HTMLElement | null =>
  page.querySelector('main [role=alert][tabindex]:not(:empty), main [aria-invalid=true]');

/** After a refused form the focus is on what is wrong, else on what the page says is to be looked at (`data-focus`). */
export function focusFirstError(): void {
  (firstError(document) ?? document.querySelector<HTMLElement>('[data-focus]'))?.focus();
}
