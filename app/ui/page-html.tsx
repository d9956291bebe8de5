/** Markup that a loader returns (app/routes/http/page-text.server.ts). Where it stands in the page that was asked for, its HTML is not in the data. */
export interface PagePart {
  id: string;
  html?: string | undefined;
}

/** Texts that the browser has taken from the page it was given, by their ids. */
const hydratedHtml = new Map<string, string>();

/**
 * The HTML of a text. Where the data leaves it out, it stands in the page that is being hydrated; from then on it is that, so that
 * data which brings it again changes nothing.
 */
export function htmlOf(id: string | undefined, dataHtml: string | undefined): string {
  if (import.meta.env.SSR || id === undefined) return dataHtml ?? '';
  const hydrated = hydratedHtml.get(id);
  if (hydrated !== undefined || dataHtml !== undefined) return hydrated ?? dataHtml ?? '';
  const html = document.querySelector(`[data-text="${id}"]`)?.innerHTML ?? '';
  hydratedHtml.set(id, html);
  return html;
}

/**
 * HTML of our own content, or what React has rendered on the server; never what people type as it is. With an `id`, what a page holds need not be in its data too.
 * React leaves alone what stands in it: scripts may change it.
 */
export function PageHtml({
  id,
  html,
  className,
}: {
  id?: string | undefined;
  html: string | undefined;
  className?: string;
}) {
  return (
    // biome-ignore lint/security/noDangerouslySetInnerHtml: our own content, or what React has rendered
    <div data-text={id} className={className} dangerouslySetInnerHTML={{ __html: htmlOf(id, html) }} />
  );
}
