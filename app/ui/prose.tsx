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
 * With an `id`, a text that a page holds need not be in its data too. The buttons beside its templates copy them
 * (app/ui/script/copying.ts), which is said in the line after it.
 */
export function Prose({ id, html: given }: { id?: string; html: string | undefined }) {
  const html = htmlOf(id, given);
  return (
    <>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the one place for it; our own content, rendered from Markdown */}
      <div data-text={id} className="prose" dangerouslySetInnerHTML={{ __html: html }} />
      {html.includes('copy-button') ? <p role="status" className="sr-only" /> : null}
    </>
  );
}
