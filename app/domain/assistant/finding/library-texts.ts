import type { Passage } from '#app/domain/site/search/passages.server.ts';

// What the library's pieces are found by, made the same for the build, which encodes it, and for the site, which looks it up.

/** A piece as it is found. */
export interface PieceTexts {
  id: string;
  title: string;
  /** The first line of what it says: its summary, where it has one. */
  summary: string;
  /** What beginners ask that it answers; a help text's own question is the first. */
  questions: readonly string[];
}

/** The piece that a passage is of: `guide:seo-google` of `guide:seo-google#3`. */
export const pieceIdOf = (passageId: string): string => passageId.split('#', 1)[0] ?? passageId;

/** The pieces of passages, which come in their order. */
export function pieceTexts(
  passages: Iterable<Pick<Passage, 'id' | 'kind' | 'title' | 'body'>>,
  asked: ReadonlyMap<string, readonly string[]>,
): PieceTexts[] {
  const pieces = new Map<string, PieceTexts>();
  for (const { id, kind, title, body } of passages) {
    const pieceId = pieceIdOf(id);
    if (pieces.has(pieceId)) continue;
    const questions = [...(kind === 'question' ? [title] : []), ...(asked.get(pieceId) ?? [])];
    pieces.set(pieceId, { id: pieceId, title, summary: body.split('\n', 1)[0] ?? '', questions });
  }
  return [...pieces.values()];
}

/** A piece in a line or two, as the encoder reads it. */
export const aboutOf = ({ title, summary }: PieceTexts): string => `${title}. ${summary}`.slice(0, 400);

/** Everything that is encoded of pieces. */
export const encodedTexts = (pieces: readonly PieceTexts[], elsewhere: readonly string[]) => ({
  pieces: pieces.map(({ questions }) => questions),
  about: pieces.map(aboutOf),
  elsewhere,
});
