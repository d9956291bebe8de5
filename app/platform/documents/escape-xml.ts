const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** A text as XML and HTML may hold it, in content and in attributes between double quotes. */
export function escapeXml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => entities[character] ?? character);
}
