interface SaidProps {
  className?: string;
  /** Words, and no markup. */
  children?: string;
}

const escaped = (words: string) => words.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** A status that the page's script may say otherwise, also before React has come: React leaves alone what stands in it. */
export function Said({ className, children = '' }: SaidProps) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: words, escaped
  return <p role="status" className={className} dangerouslySetInnerHTML={{ __html: escaped(children) }} />;
}
