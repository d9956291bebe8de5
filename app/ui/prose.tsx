import { useEffect, useRef, useState } from 'react';

const copyButtons = '.copy-button';

/** Texts that the browser has taken from the page it was given, by their ids. */
const taken = new Map<string, string>();

/**
 * The HTML of a text. Where the data leaves it out, it stands in the page that is being hydrated; from then on it is that, so that
 * data which brings it again changes nothing.
 */
function htmlOf(id: string | undefined, given: string | undefined): string {
  if (id === undefined || typeof document === 'undefined') return given ?? '';
  const known = taken.get(id);
  if (known !== undefined || given !== undefined) return known ?? given ?? '';
  const html = document.querySelector(`[data-text="${id}"]`)?.innerHTML ?? '';
  taken.set(id, html);
  return html;
}

/**
 * A text of our own content, rendered from Markdown on the server, as long reading (prose.css). Never for what people type.
 * With an `id`, a text that a page holds need not be in its data too. The buttons beside its templates copy them.
 */
export function Prose({ id, html: given }: { id?: string; html: string | undefined }) {
  const html = htmlOf(id, given);
  const text = useRef<HTMLDivElement>(null);
  const [message, setMessage] = useState('');
  useEffect(() => {
    const area = text.current;
    async function copy({ target }: MouseEvent) {
      const button = target instanceof Element ? target.closest(copyButtons) : null;
      const template = button?.closest('.copyable')?.querySelector('pre');
      if (!button || !template) return;
      const isCopied = await copyText(template);
      for (const other of area?.querySelectorAll(copyButtons) ?? []) other.textContent = 'Copy';
      button.textContent = isCopied ? 'Copied' : 'Selected';
      setMessage(
        isCopied ? 'Copied to the clipboard.' : 'The text is selected. Copy it with your keyboard or menu.',
      );
    }
    area?.addEventListener('click', copy);
    return () => area?.removeEventListener('click', copy);
  }, []);
  return (
    <>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the one place for it; our own content, rendered from Markdown */}
      <div ref={text} data-text={id} className="prose" dangerouslySetInnerHTML={{ __html: html }} />
      {html.includes('copy-button') ? (
        <p role="status" className="sr-only">
          {message}
        </p>
      ) : null}
    </>
  );
}

/** Copies what an element says; where the browser refuses, it is at least selected. */
async function copyText(element: Element): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(element.textContent ?? '');
    return true;
  } catch {
    window.getSelection()?.selectAllChildren(element);
    return false;
  }
}
