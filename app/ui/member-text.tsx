/**
 * What a member has typed, as HTML that app/platform/content/member-markdown.server.ts has made of it: nothing in it runs, loads or has
 * an id. The one place for it.
 */
export function MemberText({ html }: { html: string }) {
  return (
    // biome-ignore lint/security/noDangerouslySetInnerHtml: only ever what the whitelist of member-markdown lets through
    <div className="member-text" dangerouslySetInnerHTML={{ __html: html }} />
  );
}
