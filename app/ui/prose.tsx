import { htmlOf, PageHtml } from '#app/ui/page-html.tsx';
import { StatusMessage } from '#app/ui/status-message.tsx';

/**
 * A text of our own content, rendered from Markdown on the server, as long reading (prose.css). Never for what people type.
 * With an `id`, a text that a page holds need not be in its data too. The buttons beside its templates copy them
 * (app/ui/script/copy-buttons.ts), which is said in the line after it.
 */
export function Prose({ id, html: dataHtml }: { id?: string; html: string | undefined }) {
  const html = htmlOf(id, dataHtml);
  return (
    <>
      <PageHtml id={id} html={html} className="prose" />
      {html.includes('copy-button') ? <StatusMessage className="sr-only" /> : null}
    </>
  );
}
