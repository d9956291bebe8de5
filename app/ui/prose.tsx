import { useEffect, useRef, useState } from 'react';

const copyButtons = '.copy-button';

/**
 * A text of our own content, rendered from Markdown on the server, as long reading (prose.css). Never for what people type.
 * The buttons beside its templates copy them.
 */
export function Prose({ html }: { html: string }) {
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
      <div ref={text} className="prose" dangerouslySetInnerHTML={{ __html: html }} />
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
