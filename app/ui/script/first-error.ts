/** What is wrong with a refused form: the message above it or, without one, the first such field; nothing that is shown as a specimen. */
export const firstError = (page: Document): HTMLElement | null =>
  page.querySelector(
    'main [role=alert][tabindex]:not(:empty, [data-specimens] *), main [aria-invalid=true]:not([data-specimens] *)',
  );

/** After a refused form the focus is on what is wrong, else on what the page says is to be looked at (`data-focus`). */
export function focusFirstError(): void {
  (firstError(document) ?? document.querySelector<HTMLElement>('[data-focus]'))?.focus();
}
