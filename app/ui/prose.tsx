/** A text of our own content, rendered from Markdown on the server, as long reading (prose.css). Never for what people type. */
export function Prose({ html }: { html: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the one place for it; our own content, rendered from Markdown
  return <div className="prose" dangerouslySetInnerHTML={{ __html: html }} />;
}
