/** A piece of a text, and whether it is one of the words asked for. */
export interface MarkedPiece {
  text: string;
  isHit: boolean;
}

// Characters of Unicode's private use area, which no text of ours holds.
/** Stands before a word that was asked for. */
export const hitStart = '\uE000';
/** Stands after a word that was asked for. */
export const hitEnd = '\uE001';
/** Stands for < in a packed text. */
export const less = '\uE002';
/** Stands for > in a packed text. */
export const greater = '\uE003';

/** A text in which nothing stands that could be taken for a mark. */
export const withoutMarks = (text: string) => text.replace(/\p{Co}/gu, '');

/** Makes a text ready for Postgres, which would take what stands between < and > for a tag and leave it out. */
export function packText(text: string): string {
  return withoutMarks(text).replaceAll('<', ` ${less} `).replaceAll('>', ` ${greater} `);
}

const unpackText = (text: string) => text.replace(/ ?\uE002 ?/g, '<').replace(/ ?\uE003 ?/g, '>');

/** Cuts a packed text at the marks around its hits, so that it can be shown without reading it as HTML. */
export function markedPieces(text: string): MarkedPiece[] {
  return text.split(hitStart).flatMap((part, index) => {
    const [hit = '', rest] = index === 0 ? ['', part] : part.split(hitEnd);
    return [
      { text: unpackText(hit), isHit: true },
      { text: unpackText(rest ?? ''), isHit: false },
    ].filter((piece) => piece.text !== '');
  });
}
