/**
 * A text of our own content, rendered from Markdown on the server, as long reading (prose.css). Never for what people type.
 * The buttons beside its templates copy them (app/ui/script/copying.ts), which is said in the line after it.
 */
export function Prose({ html }: { html: string }) {
  return (
    <>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the one place for it; our own content, rendered from Markdown */}
      <div className="prose" dangerouslySetInnerHTML={{ __html: html }} />
      {html.includes('copy-button') ? <p role="status" className="sr-only" /> : null}
    </>
  );
}
