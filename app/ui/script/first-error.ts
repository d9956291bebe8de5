/** After a refused form the focus is on what is wrong: the message above the form or, without one, the first such field. */
export function focusFirstError(): void {
  document
    .querySelector<HTMLElement>('main [role=alert][tabindex]:not(:empty), main [aria-invalid=true]')
    ?.focus();
}
