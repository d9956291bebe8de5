import { useLayoutEffect, useRef } from 'react';

/**
 * Empties a form's password fields when a reply comes, as a page load does without scripts. A reply the page was loaded
 * with has emptied them already: what was typed since, while scripts were still on their way, is kept.
 */
export function useClearedPasswords(formId: string, reply: unknown): void {
  const seen = useRef(reply);
  useLayoutEffect(() => {
    if (!reply || reply === seen.current) return;
    seen.current = reply;
    for (const input of document.querySelectorAll<HTMLInputElement>(
      `#${CSS.escape(formId)} input[autocomplete$=-password]`,
    ))
      input.value = '';
  }, [formId, reply]);
}
