import { useEffect } from 'react';

/** Empties a form's password fields when a reply comes, as a page load does without scripts. */
export function useClearedPasswords(formId: string, reply: unknown): void {
  useEffect(() => {
    if (!reply) return;
    for (const input of document.querySelectorAll<HTMLInputElement>(
      `#${CSS.escape(formId)} input[type=password]`,
    ))
      input.value = '';
  }, [formId, reply]);
}
