/** A piece of a line: words, an address to link, or a [place for the writer's own words]. */
interface Piece {
  kind: 'words' | 'link' | 'place';
  text: string;
}

/** Splits a line into words, addresses and places to fill in. */
export function piecesOf(line: string): Piece[] {
  return line
    .split(/(https?:\/\/[^\s<>"]+|\[[^[\]\n]+\])/)
    .filter((text) => text !== '')
    .map((text) => ({
      kind: /^https?:/.test(text) ? 'link' : /^\[.+\]$/.test(text) ? 'place' : 'words',
      text,
    }));
}

/** The paragraphs of a text to copy, each as its lines. */
export function paragraphsOf(text: string): string[][] {
  return text.split(/\n{2,}/).map((paragraph) => paragraph.split('\n'));
}
